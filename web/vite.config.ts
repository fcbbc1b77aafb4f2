import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig } from "vitest/config";

// The Python server that answers /api while the page itself is served by vite.
const server = process.env.PAWNSTORM_SERVER ?? "http://127.0.0.1:8035";

export default defineConfig({
  plugins: [svelte(), svelteTesting()],
  // The server writes where the page is mounted in place of "./".
  base: "./",
  build: {
    outDir: "../src/pawnstorm/server/static",
    emptyOutDir: true,
    // The content security policy allows no data: images.
    assetsInlineLimit: 0,
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  // Long, so that tests do not fail on a slow machine.
  test: { environment: "happy-dom", include: ["tests/**/*.test.ts"], testTimeout: 60_000 },
});
