/** boardgame.io's own server with its storage in memory, on a free port of this machine only. */
const { Server, Origins } = require("boardgame.io/server");
const { TicTacToe } = require("./game.cjs");

async function main() {
  const server = Server({ games: [TicTacToe], origins: [Origins.LOCALHOST] });
  // The port is handed to Node's `listen` as it is, which also takes an address.
  const { appServer } = await server.run({ port: { host: "127.0.0.1", port: 0 } });
  console.log(`boardgame.io is at http://127.0.0.1:${appServer.address().port}`);
}

main();
