import { breakingNotes } from "../../scripts/contract-diff/change-log";
import { type Contract, schemasUsedBy } from "../../scripts/contract-diff/contract";
import { inWords } from "../../scripts/contract-diff/in-words";
import { type Change, verdictOf } from "../../scripts/contract-diff/verdict";

const contract = (version: string): Contract => ({
  info: { version },
  paths: {
    "/notes": {
      get: { responses: { 200: { $ref: "#/components/responses/Notes" } } },
      post: { requestBody: { $ref: "#/components/schemas/NoteRequest" } },
    },
  },
  components: {
    responses: { Notes: { content: { schema: { items: { $ref: "#/components/schemas/Note" } } } } },
    schemas: {
      Note: { properties: { replies: { items: { $ref: "#/components/schemas/Note" } } } },
      NoteRequest: {},
    },
  },
});

const removed: Change = {
  id: "response-required-property-removed",
  text: "removed the required property `text`",
  isBreaking: true,
  method: "GET",
  path: "/notes",
  operationId: "listNotes",
  direction: "response",
  effect: "widens",
};
const added: Change = {
  ...removed,
  id: "new-optional-request-property",
  text: "added the new optional request property `tags`",
  isBreaking: false,
  method: "POST",
  operationId: "createNote",
  direction: "request",
};

describe("the notes of breaking changes in the change log", () => {
  const log = [
    "# Changes of the contract",
    "- breaking: everything: under no version",
    "## 3.1.0",
    "- `tags` of a note",
    "- breaking: `listNotes`, Note: nobody read the text: it was empty",
    "## 3.0.0",
    "- breaking: createNote: long ago",
  ].join("\n");

  it("are those of the version in question, with their lines", () => {
    expect(breakingNotes(log, "3.1.0")).toEqual([
      { subjects: ["listNotes", "Note"], why: "nobody read the text: it was empty", line: 5 },
    ]);
    expect(breakingNotes(log, "3.2.0")).toEqual([]);
  });

  it.each(["- breaking: listNotes", "- breaking: : because", "- breaking: listNotes,: because"])(
    "are refused without a subject or a reason: %s",
    (line) => {
      expect(() => breakingNotes(`## 3.1.0\n${line}`, "3.1.0")).toThrow("openapi/CHANGELOG.md:2: write");
    },
  );
});

describe("the schemas that an operation uses", () => {
  it("are found through responses and through themselves", () => {
    const { paths } = contract("3.0.0");
    expect(schemasUsedBy(contract("3.0.0"), paths?.["/notes"]?.get)).toEqual(new Set(["Note"]));
  });
});

describe("the verdict on a new contract", () => {
  const judge = (to: string, notes: Parameters<typeof verdictOf>[3] = [], changes = [added, removed]) =>
    verdictOf(contract("3.0.0"), contract(to), changes, notes);
  const note = (...subjects: string[]) => [{ subjects, why: "nobody read it", line: 7 }];

  it("groups by operation, puts what breaks first, and says why it does", () => {
    expect(judge("3.0.0")).toMatchObject({
      breaking: 1,
      compatible: 1,
      undeclared: 1,
      operations: [
        {
          name: "listNotes (GET /notes)",
          changes: [{ text: removed.text, why: "clients get what they were told would never come" }],
        },
        { name: "createNote (POST /notes)", changes: [{ text: added.text, why: null }] },
      ],
    });
  });

  it.each([["listNotes"], ["GET /notes"], ["Note"]])("takes a note about %s for a declaration", (subject) => {
    expect(judge("3.1.0", note(subject)).undeclared).toBe(0);
  });

  it.each([["createNote"], ["POST /notes"], ["NoteRequest"]])("does not take a note about %s", (subject) => {
    expect(judge("3.1.0", note(subject)).undeclared).toBe(1);
  });

  it("takes a new major version for a declaration of everything", () => {
    expect(judge("4.0.0")).toMatchObject({ isMajor: true, breaking: 1, undeclared: 0 });
    expect(judge("3.9.0").undeclared).toBe(1);
  });

  it("says in words what is to be done", () => {
    const words = inWords(judge("3.1.0"), "release 3.0.0");
    expect(words).toContain("Since release 3.0.0: 1 breaking change, 1 compatible one.");
    expect(words).toContain(
      [
        "listNotes (GET /notes)",
        "  BREAKING    removed the required property `text`",
        "              because clients get what they were told would never come",
      ].join("\n"),
    );
    expect(words).toContain("raise `info.version` to 4.0.0");
    expect(words).toContain("under `## 3.1.0` in openapi/CHANGELOG.md");
  });

  it("says where a breaking change is declared", () => {
    const words = inWords(judge("3.1.0", note("Note")), "main");
    expect(words).toContain("declared in line 7: nobody read it");
    expect(words).toContain("What breaks clients is declared in openapi/CHANGELOG.md.");
  });

  it("says so when nothing has changed, or nothing breaks", () => {
    expect(inWords(judge("3.0.0", [], []), "main")).toBe("Nothing has changed for clients since main.\n");
    expect(inWords(judge("3.0.0", [], [added]), "main")).toContain("Nothing breaks clients.");
  });
});
