/**
 * The load on boardgame.io: two of its own clients for every game, over its own socket transport.
 *
 *     node client.cjs ADDRESS GAMES
 *
 * Answers each line of its input, `renew` or a phase, with one line. Both are described in bench/load_client.py, which
 * does the same to our server. These matches never end, so only the first `renew` has anything to do.
 */
const readline = require("node:readline");
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { TicTacToe, choices } = require("./game.cjs");

const PATIENCE_MS = 10_000;
const GROUP = 25;

/** One of the two clients of a match. */
class Seat {
  constructor(game, address, match, player) {
    this.game = game;
    this.rev = -1;
    this.acted = -1;
    this.waits = [];
    const multiplayer = SocketIO({ server: address, socketOpts: { transports: ["websocket"], forceNew: true } });
    this.client = Client({ game: TicTacToe, matchID: match, playerID: player, multiplayer, debug: false });
    this.stampOrders();
  }

  /** Note when a move is handed to the socket: the client's own work on it before does not count. */
  stampOrders() {
    const { transport } = this.client;
    const send = transport.sendAction.bind(transport);
    transport.sendAction = (...details) => {
      this.sent = performance.now();
      send(...details);
    };
  }

  /** Connect; done when the server has sent the position. */
  enter() {
    this.client.start();
    const { socket } = this.client.transport;
    // These come after the client's own listeners, so the client knows the news by now.
    socket.on("update", (_match, state) => this.updated(state._stateID));
    return new Promise((resolve, reject) => {
      socket.on("sync", (_match, info) => {
        this.rev = info.state._stateID;
        resolve();
      });
      socket.on("connect_error", reject);
    });
  }

  updated(rev) {
    const now = performance.now();
    while (this.waits.length > 0 && this.waits[0].rev <= rev) this.game.load.received(this.waits.shift(), now);
    this.rev = rev;
    this.game.changed();
  }

  /** Whether it is this seat's turn, and it has not moved already. */
  mayAct() {
    if (this.acted >= this.rev) return false;
    const state = this.client.getState();
    return state !== null && state.isActive;
  }

  act() {
    const free = choices(this.client.getState().G.cells);
    this.acted = this.rev;
    this.client.moves.clickCell(free[Math.floor(Math.random() * free.length)]);
    return this.sent;
  }
}

/** Two seats at a match. */
class Game {
  constructor(load, address, number) {
    this.load = load;
    this.due = false;
    this.seats = ["0", "1"].map((player) => new Seat(this, address, `match-${number}`, player));
  }

  async enter() {
    for (const seat of this.seats) await seat.enter();
  }

  changed() {
    if (this.load.eager || this.due) this.move();
  }

  /** Let the seat to act move; if none knows yet that it may, the next update will find the game due. */
  move() {
    const seat = this.seats.find((one) => one.mayAct());
    this.due = seat === undefined;
    if (seat === undefined || !this.load.going) return;
    const rev = seat.rev + 1;
    const at = seat.act();
    for (const one of this.seats) one.waits.push({ rev, at, own: one === seat });
    this.load.open += 2;
  }
}

/** All games, and the figures of the phase in progress. */
class Load {
  constructor(address, count) {
    this.entered = false;
    this.eager = false;
    this.going = false;
    this.open = 0;
    this.games = Array.from({ length: count }, (_, number) => new Game(this, address, number));
  }

  async renew() {
    if (this.entered) return;
    this.entered = true;
    for (let at = 0; at < this.games.length; at += GROUP) {
      await Promise.all(this.games.slice(at, at + GROUP).map((game) => game.enter()));
    }
  }

  received(wait, now) {
    (wait.own ? this.mover : this.opponent).push(Math.round((now - wait.at) * 1000) / 1000);
    this.open -= 1;
    this.last = now;
  }

  async run({ seconds, every, starts }) {
    Object.assign(this, { mover: [], opponent: [], going: true, eager: starts === null });
    const begun = performance.now();
    for (const [number, game] of this.games.entries()) {
      game.due = false;
      if (this.eager) game.move();
      else this.pace(game, begun + starts[number] * 1000, every * 1000, begun + seconds * 1000);
    }
    await sleep(seconds * 1000);
    this.going = this.eager = false;
    await this.settle();
    return { seconds: (this.last - begun) / 1000, mover: this.mover, opponent: this.opponent };
  }

  /** One move at every due moment until the end. */
  pace(game, at, every, end) {
    if (at >= end) return;
    setTimeout(() => {
      game.move();
      this.pace(game, at + every, every, end);
    }, at - performance.now());
  }

  async settle() {
    const end = performance.now() + PATIENCE_MS;
    while (this.open > 0) {
      if (performance.now() > end) throw new Error(`${this.open} updates never came`);
      await sleep(5);
    }
  }
}

function sleep(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function main(address, count) {
  const load = new Load(address, Number(count));
  for await (const line of readline.createInterface({ input: process.stdin })) {
    if (line === "renew") {
      await load.renew();
      console.log("ready");
    } else {
      console.log(JSON.stringify(await load.run(JSON.parse(line))));
    }
  }
  process.exit(0);
}

main(...process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  process.exit(1);
});
