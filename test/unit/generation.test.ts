import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import contract from "../../generated/openapi.json";
import { type Contract, outlineOf } from "../../scripts/generation/outline";
import { digestOf, isRecordDamaged, type Part, recordParts, reuse } from "../../scripts/generation/reuse";

describe("parts of generated files", () => {
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
    root = mkdtempSync(join(tmpdir(), "recado-generation-"));
    [before, out] = [join(root, "before"), join(root, "out")];
    mkdirSync(out);
    write(before, "carriers/a.d.ts", "a");
    recordParts([part("one")], before, before);
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it("are taken as they are where they are made of the same", () => {
    expect(reuse(part("one"), before, out)).toBe(true);
    expect(digestOf(out, ["carriers"])).toBe(digestOf(before, ["carriers"]));
  });

  it("are made anew where they would be made of something else", () => {
    expect(reuse(part("two"), before, out)).toBe(false);
  });

  it.each([
    ["edited", () => write(before, "carriers/a.d.ts", "edited")],
    ["gone", () => rmSync(join(before, "carriers/a.d.ts"))],
    ["more than there were", () => write(before, "carriers/b.d.ts", "b")],
    ["noted nowhere", () => rmSync(join(before, "made-of.json"))],
    ["noted in what is empty", () => write(before, "made-of.json", "")],
    ["noted in what is cut off", () => write(before, "made-of.json", '{ "carriers": { "of": "on')],
    ["noted in what is no note", () => write(before, "made-of.json", "null")],
    ["noted in a list", () => write(before, "made-of.json", "[]")],
    ["noted without what they were made of", () => write(before, "made-of.json", '{ "carriers": 7 }')],
  ])("are made anew where they are %s", (_, change) => {
    change();
    expect(reuse(part("one"), before, out)).toBe(false);
  });

  it("have a note again once they are made, whatever became of the last", () => {
    expect(isRecordDamaged(before)).toBe(false);
    write(before, "made-of.json", "{");
    expect(isRecordDamaged(before)).toBe(true);
    recordParts([part("one")], before, before);
    expect(isRecordDamaged(before)).toBe(false);
    expect(reuse(part("one"), before, out)).toBe(true);
  });

  it("stay noted when another part is made", () => {
    recordParts(
      [{ name: "operations", has: (file) => file.startsWith("server/"), digest: "x" }],
      before,
      before,
    );
    expect(reuse(part("one"), before, out)).toBe(true);
  });

  it("depend on the names of files and on their texts", () => {
    const first = digestOf(before, ["carriers"]);
    write(before, "carriers/a.d.ts", "b");
    const second = digestOf(before, ["carriers"]);
    cpSync(join(before, "carriers/a.d.ts"), join(before, "carriers/c.d.ts"));
    rmSync(join(before, "carriers/a.d.ts"));
    expect(new Set([first, second, digestOf(before, ["carriers"])]).size).toBe(3);
  });
});

describe("the outline that server binding and client are made of", () => {
  const changed = (change: (document: typeof contract) => void) => {
    const document = structuredClone(contract);
    change(document);
    return JSON.stringify(outlineOf(document as unknown as Contract));
  };
  const outline = changed(() => undefined);

  it("is the same whatever schemas, examples and answers are", () => {
    const other = changed((document) => {
      Object.assign(document.components.schemas.Template, { type: "string" });
      Object.assign(document.components, { examples: {} });
      Object.assign(document.paths["/templates"].post, { responses: {} });
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
    ["its parameters", ({ paths }) => Object.assign(paths["/templates"].get, { parameters: [] })],
    [
      "a shared parameter's name",
      ({ components }) => Object.assign(components.parameters.Limit, { name: "size" }),
    ],
    [
      "that it takes a body",
      ({ paths }) => Object.assign(paths["/templates"].post, { requestBody: undefined }),
    ],
    ["a path", ({ paths }) => Object.assign(paths, { "/notes": paths["/templates"] })],
  ])("is another with %s", (_, change) => {
    expect(changed(change)).not.toBe(outline);
  });
});
