import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = resolve(__dirname, "../src");
const files = readdirSync(ROOT, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(ts|svelte)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name));
const nameOf = (file: string) => relative(ROOT, file);
const text = (file: string) => readFileSync(file, "utf8");

/** The rooms that each room may import besides itself. dependency-cruiser checks them too, but not types in `.svelte`. */
const ROOMS = JSON.parse(text(resolve(ROOT, "../rooms.json"))) as Record<string, readonly string[]>;
const room = (file: string) => nameOf(file).split(/[/.]/)[0]!;

describe("the rooms of the page", () => {
  it("import only what their list allows", () => {
    const wrong: string[] = [];
    for (const file of files) {
      for (const [, path] of text(file).matchAll(/from "(\.[^"]+)"/g)) {
        const target = resolve(dirname(file), path!);
        const from = room(file);
        if (from in ROOMS && ![from, ...ROOMS[from]!].includes(room(target))) wrong.push(`${nameOf(file)} imports ${nameOf(target)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("are all known", () => {
    const folders = new Set(files.filter((file) => nameOf(file).includes("/")).map(room));
    expect([...folders].sort()).toEqual(Object.keys(ROOMS).sort());
  });

  it("name no game outside its skin", () => {
    const skins = readdirSync(join(ROOT, "skins"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const keys = skins.map((entry) => entry.name).filter((name) => name !== "plain");
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) {
      const elsewhere = files.filter((file) => !nameOf(file).startsWith(`skins/${key}/`));
      const title = new RegExp(`${key}|${key.replace("-", "[ _]?")}`, "i");
      expect(elsewhere.filter((file) => title.test(text(file))).map(nameOf)).toEqual([]);
    }
  });

  it("leave it to the router where the page is mounted", () => {
    const others = files.filter((file) => nameOf(file) !== "router.ts");
    expect(others.filter((file) => /(href|src)="\/|["`]\/api\//.test(text(file))).map(nameOf)).toEqual([]);
  });

  it("stay small", () => {
    expect(files.filter((file) => text(file).split("\n").length > 500).map(nameOf)).toEqual([]);
  });

  it("write no inline styles or scripts, which the security policy forbids", () => {
    expect(files.filter((file) => /\sstyle="|\son[a-z]+="|{@html/.test(text(file))).map(nameOf)).toEqual([]);
    expect(text(resolve(ROOT, "../index.html"))).not.toMatch(/style=|<style|\son[a-z]+=|<script>/);
  });
});

describe("the lock file", () => {
  it("names no registry and pins exact versions", () => {
    expect(text(resolve(ROOT, "../package-lock.json"))).not.toMatch(/"resolved"/);
    const wanted = JSON.parse(text(resolve(ROOT, "../package.json"))) as { devDependencies: Record<string, string> };
    for (const version of Object.values(wanted.devDependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  });
});
