import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import contract from "../../generated/openapi.json";
import { type Contract, outlineOf } from "../../scripts/generation/outline";
import { digestOf, isRecordDamaged, type Part, recordParts, reuse } from "../../scripts/generation/reuse";
import { temporaryFolder } from "../support/temporary-folder";

describe("reuse of generated parts", () => {
  let root: string;
  let before: string;
  let out: string;
  const write = (folder: string, file: string, text: string) => {
    mkdirSync(join(folder, "carriers"), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  const part = (digest: string): Part => ({
    name: "carriers",
    has: (file) => file.startsWith("carriers/"),
    digest,
  });

  beforeEach(() => {
    root = temporaryFolder("generation");
    [before, out] = [join(root, "before"), join(root, "out")];
    mkdirSync(out);
    write(before, "carriers/a.d.ts", "a");
    recordParts([part("one")], before, before);
  });

  it("reuses a part whose sources are unchanged", () => {
    expect(reuse(part("one"), before, out)).toBe(true);
    expect(digestOf(out, ["carriers"])).toBe(digestOf(before, ["carriers"]));
  });

  it("generates a part again whose sources have changed", () => {
    expect(reuse(part("two"), before, out)).toBe(false);
  });

  it.each([
    ["edited", () => write(before, "carriers/a.d.ts", "edited")],
    ["missing", () => rmSync(join(before, "carriers/a.d.ts"))],
    ["extended by a file", () => write(before, "carriers/b.d.ts", "b")],
    ["not recorded", () => rmSync(join(before, "made-of.json"))],
    ["recorded in an empty file", () => write(before, "made-of.json", "")],
    ["recorded in a truncated file", () => write(before, "made-of.json", '{ "carriers": { "of": "on')],
    ["recorded as null", () => write(before, "made-of.json", "null")],
    ["recorded as a list", () => write(before, "made-of.json", "[]")],
    ["recorded without a digest", () => write(before, "made-of.json", '{ "carriers": 7 }')],
  ])("generates a part again that is %s", (_, change) => {
    change();
    expect(reuse(part("one"), before, out)).toBe(false);
  });

  it("replaces a damaged record", () => {
    expect(isRecordDamaged(before)).toBe(false);
    write(before, "made-of.json", "{");
    expect(isRecordDamaged(before)).toBe(true);
    recordParts([part("one")], before, before);
    expect(isRecordDamaged(before)).toBe(false);
    expect(reuse(part("one"), before, out)).toBe(true);
  });

  it("keeps the record when another part is generated", () => {
    recordParts(
      [{ name: "operations", has: (file) => file.startsWith("server/"), digest: "x" }],
      before,
      before,
    );
    expect(reuse(part("one"), before, out)).toBe(true);
  });

  it("computes the digest from the names and texts of files", () => {
    const first = digestOf(before, ["carriers"]);
    write(before, "carriers/a.d.ts", "b");
    const second = digestOf(before, ["carriers"]);
    cpSync(join(before, "carriers/a.d.ts"), join(before, "carriers/c.d.ts"));
    rmSync(join(before, "carriers/a.d.ts"));
    expect(new Set([first, second, digestOf(before, ["carriers"])]).size).toBe(3);
  });
});

describe("the outline of server binding and client", () => {
  const changed = (change: (document: typeof contract) => void) => {
    const document = structuredClone(contract);
    change(document);
    return JSON.stringify(outlineOf(document as unknown as Contract));
  };
  const outline = changed(() => undefined);

  it("ignores schemas, examples and errors", () => {
    const other = changed((document) => {
      Object.assign(document.components.schemas.Template, { type: "string" });
      Object.assign(document.components, { examples: {} });
      Object.assign(document.paths["/templates"].post.responses, { "409": {} });
      Object.assign(document.components.parameters.Limit, { schema: { type: "string" } });
    });
    expect(other).toBe(outline);
  });

  it.each<[string, (document: typeof contract) => void]>([
    [
      "an operation's name",
      ({ paths }) => Object.assign(paths["/templates"].post, { operationId: "addTemplate" }),
    ],
    ["its description", ({ paths }) => Object.assign(paths["/templates"].post, { description: "New." })],
    ["its scope", ({ paths }) => Object.assign(paths["/templates"].post, { security: [] })],
    ["its tag", ({ paths }) => Object.assign(paths["/templates"].post, { tags: ["Files"] })],
    [
      "its success",
      ({ paths }) => Object.assign(paths["/templates"].post.responses, { "202": { description: "" } }),
    ],
    ["its parameters", ({ paths }) => Object.assign(paths["/templates"].get, { parameters: [] })],
    [
      "a shared parameter's name",
      ({ components }) => Object.assign(components.parameters.Limit, { name: "size" }),
    ],
    [
      "whether it has a body",
      ({ paths }) => Object.assign(paths["/templates"].post, { requestBody: undefined }),
    ],
    ["a path", ({ paths }) => Object.assign(paths, { "/notes": paths["/templates"] })],
  ])("changes with %s", (_, change) => {
    expect(changed(change)).not.toBe(outline);
  });
});
