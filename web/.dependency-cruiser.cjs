// Which room of the page may import which: the twin of the import-linter contracts in pyproject.toml.
// From the bottom up: protocol, net, store, ui, board, skins, screens. docs/web.md has the picture.

/** The rooms that each room may import besides itself; `router.ts` holds addresses and `styles` textures. */
const ROOMS = require("./rooms.json");

const layer = ([room, allowed]) => ({
  name: `${room}-imports-only-below`,
  severity: "error",
  from: { path: `^src/${room}(/|[.])` },
  to: { path: "^src/", pathNot: `^src/(${[room, ...allowed].join("|")})(/|[.])` },
});

module.exports = {
  forbidden: [
    ...Object.entries(ROOMS).map(layer),
    {
      name: "router-imports-nothing",
      severity: "error",
      from: { path: "^src/router[.]ts$" },
      to: { path: "^src/" },
    },
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "only-the-registry-imports-a-skin",
      comment: "plain is the default of every skin, and what is shown before a skin is loaded.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/skins/(registry[.]ts$|([^/]+)/)" },
      to: { path: "^src/skins/[^/]+/", pathNot: "^src/skins/plain/" },
    },
    {
      name: "no-skin-imports-another",
      severity: "error",
      from: { path: "^src/skins/([^/]+)/" },
      to: { path: "^src/skins/[^/]+/", pathNot: "^src/skins/($1|plain)/" },
    },
    {
      name: "no-screen-imports-another",
      comment: "What several screens need belongs to screens/common.",
      severity: "error",
      from: { path: "^src/screens/([^/]+)/" },
      to: { path: "^src/screens/", pathNot: "^src/screens/($1|common)/" },
    },
    {
      name: "only-the-app-opens-screens",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/(screens/|App[.]svelte$)" },
      to: { path: "^src/screens/" },
    },
    {
      name: "every-import-is-found",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { extensions: [".ts", ".svelte.ts", ".svelte", ".js", ".svg", ".css"], exportsFields: ["exports"], conditionNames: ["svelte", "browser", "import"] },
  },
};
