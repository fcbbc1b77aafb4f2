/**
 * Tic-tac-toe as in boardgame.io's tutorial, except that the first move after the end clears the board.
 *
 * So a match never ends, and the peer never pays for making a new one.
 */
const { INVALID_MOVE } = require("boardgame.io/core");

const LINES = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8],
  [0, 3, 6], [1, 4, 7], [2, 5, 8],
  [0, 4, 8], [2, 4, 6],
];

/** Whether somebody has three in a row or the board is full. */
function isFinished(cells) {
  const won = LINES.some(([a, b, c]) => cells[a] !== null && cells[a] === cells[b] && cells[a] === cells[c]);
  return won || cells.every((cell) => cell !== null);
}

/** The cells that may be clicked. */
function choices(cells) {
  const all = [...cells.keys()];
  return isFinished(cells) ? all : all.filter((cell) => cells[cell] === null);
}

const TicTacToe = {
  name: "tic-tac-toe",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, cell) => {
      if (isFinished(G.cells)) G.cells.fill(null);
      if (G.cells[cell] !== null) return INVALID_MOVE;
      G.cells[cell] = playerID;
    },
  },
};

module.exports = { TicTacToe, choices };
