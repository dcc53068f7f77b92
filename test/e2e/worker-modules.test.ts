import { execFileSync } from "node:child_process";
import { built } from "../support/build";

/** Loads a module as a start does, and prints the files of all loaded modules. */
const PRINT_LOADED = "require(process.argv[1]); console.log(Object.keys(require.cache).join('\\n'))";

describe("a process without the role `api`", () => {
  it("loads neither the API nor the package that validates requests", () => {
    const loaded = execFileSync(process.execPath, ["-e", PRINT_LOADED, built("src/app/run.ts")], {
      encoding: "utf8",
    });
    expect(loaded).toContain("src/app/service.js");
    expect(loaded).not.toContain("src/app/api-side.js");
    expect(loaded).not.toContain("express-openapi-validator/dist/openapi.validator.js");
  });
});
