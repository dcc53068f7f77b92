import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  DriverMissingError,
  loadDriver,
  loadSqlite,
  remedyFor,
  sqliteDriverFor,
} from "../../src/platform/db/sqlite-driver";

const root = join(__dirname, "..", "..");
const manifest = (folder: string) =>
  JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as {
    engines: { node: string };
    optionalDependencies: Record<string, string>;
    dependencies: Record<string, string>;
  };

describe("the SQLite driver", () => {
  it.each([
    [9, "better-sqlite3-12"],
    [10, "better-sqlite3"],
    [11, "better-sqlite3"],
  ])("uses for Node-API %i the package %s", (nodeApi, name) => {
    expect(sqliteDriverFor(nodeApi)).toBe(name);
  });

  it("is an optional dependency under both names, with version 12 only where 13 cannot run", () => {
    const { optionalDependencies } = manifest(".");
    expect(optionalDependencies["better-sqlite3"]).toMatch(/^13\./);
    expect(optionalDependencies["better-sqlite3-12"]).toBe("file:src/platform/db/better-sqlite3-12");
    const older = manifest("src/platform/db/better-sqlite3-12");
    expect(older.dependencies["better-sqlite3"]).toMatch(/^12\./);
    // Node-API 10 came with 22.14 and 23.6.
    expect(older.engines.node).toBe("<22.14.0 || >=23.0.0 <23.6.0");
  });

  it("runs on this version of Node", () => {
    const database = new (loadSqlite())(":memory:");
    expect(database.prepare("select 1 as one").get()).toEqual({ one: 1 });
    database.close();
  });

  it("names the Node versions that the newer driver runs on, where only the older one is missing", () => {
    expect(remedyFor("better-sqlite3-12")).toBe("use Node 22.14 or newer, but not 23.0 to 23.5, or ");
    expect(remedyFor("better-sqlite3")).toBe("");
  });

  it("reports in one line that it is missing and how to install it", () => {
    const missing = () => loadDriver("better-sqlite3-of-nowhere");
    expect(missing).toThrow(DriverMissingError);
    expect(missing).toThrow(
      `the SQLite driver (better-sqlite3-of-nowhere) cannot be used with Node ${process.versions.node}; run "npm ci" with this Node: Cannot find module`,
    );
    expect(missing).not.toThrow("\n");
  });
});
