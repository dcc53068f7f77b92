import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ruleChanges } from "../../scripts/contract-diff/rules";
import { breakingNotes, newNotes } from "../../scripts/contract-diff/change-log";
import type { Contract } from "../../scripts/contract-diff/contract";
import { formatVerdict, proposedEntry } from "../../scripts/contract-diff/formatter";
import { REASONS } from "../../scripts/contract-diff/reasons";
import {
  compareVersions,
  forgery,
  type History,
  readHistory,
  versionProblem,
} from "../../scripts/contract-diff/release";
import { blobOf } from "../../scripts/tools/git-blob";
import type { Change } from "../../scripts/contract-diff/change";
import { verdictOf } from "../../scripts/contract-diff/verdict";
import { documentOf } from "../contract/changes/contract";
import { documents } from "../contract/changes/documents";
import { gitIn } from "../support/git";
import { temporaryFolder } from "../support/temporary-folder";

const json = (schema: object) => ({ content: { "application/json": { schema } } });
const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

const contract = (version: string): Contract => ({
  info: { version },
  paths: {
    "/notes": {
      get: { responses: { 200: ref("responses", "Notes") } },
      post: {
        requestBody: json(ref("schemas", "NoteRequest")),
        responses: { 201: json(ref("schemas", "Note")) },
      },
    },
  },
  components: {
    responses: {
      Notes: json({ type: "object", properties: { data: { type: "array", items: ref("schemas", "Note") } } }),
    },
    schemas: {
      Note: {
        properties: {
          text: {},
          replies: { items: ref("schemas", "Note") },
          file: { oneOf: [ref("schemas", "File")] },
        },
      },
      File: { properties: { url: {} } },
      NoteRequest: { properties: { tags: {} } },
    },
  },
});

const list = { method: "GET", path: "/notes", operationId: "listNotes" };
const create = { method: "POST", path: "/notes", operationId: "createNote" };
const removed: Change = {
  text: "removed the required property `data/items/text` from the response with the `200` status",
  why: REASONS.missing,
  ...list,
};
/** The field of the same schema in another operation. */
const removedInCreate: Change = {
  text: "removed the required property `text` from the response with the `201` status",
  why: REASONS.missing,
  ...create,
};
const filter: Change = { text: "deleted the `query` request parameter `tag`", why: REASONS.refused, ...list };
const added: Change = { text: "added the new optional request property `tags`", why: null, ...create };

describe("notes of breaking changes in the change log", () => {
  const log = [
    "# Changes of the contract",
    "- breaking: everything: under no version",
    "## 3.1.0",
    "- `tags` of a note",
    "- breaking: `listNotes`, Note: no client read the text:",
    "  it was empty",
    "## 3.0.0",
    "- breaking: createNote: long ago",
  ].join("\n");

  it("returns the notes of the requested version with their lines", () => {
    expect(breakingNotes(log, "3.1.0")).toEqual([
      { subject: "listNotes", why: "no client read the text: it was empty", line: 5 },
      { subject: "Note", why: "no client read the text: it was empty", line: 5 },
    ]);
    expect(breakingNotes(log, "3.2.0")).toEqual([]);
  });

  it("omits each note as many times as the older change log has it", () => {
    const notes = (...lines: string[]) => breakingNotes(["## 3.1.0", ...lines].join("\n"), "3.1.0");
    const earlier = notes("- breaking: listNotes: no client read it");
    const now = notes("- breaking: listNotes, listNotes: no client read it", "- breaking: Note: renamed");
    expect(newNotes(now, earlier).map(({ subject }) => subject)).toEqual(["listNotes", "Note"]);
    expect(newNotes(now, [])).toEqual(now);
  });

  it.each([
    "- breaking: listNotes",
    "- breaking: : because",
    "- breaking: listNotes,: because",
    "- breaking: listNotes: <why>",
  ])("refuses a note without a subject or a reason: %s", (line) => {
    expect(() => breakingNotes(`## 3.1.0\n${line}`, "3.1.0")).toThrow("openapi/CHANGELOG.md:2: write");
  });
});

describe("the verdict on a new contract", () => {
  const judge = (to: string, notes: Parameters<typeof verdictOf>[3] = [], changes = [added, removed]) =>
    verdictOf(contract("3.0.0"), contract(to), changes, notes);
  const note = (...subjects: string[]) =>
    subjects.map((subject, index) => ({ subject, why: "no client read it", line: 7 + index }));

  it("groups changes by operation, breaking changes first, each with its reason", () => {
    expect(judge("3.0.0")).toMatchObject({
      breaking: 1,
      compatible: 1,
      undeclared: 1,
      operations: [
        {
          name: "listNotes (GET /notes)",
          changes: [{ text: removed.text, why: "clients no longer get what they rely on" }],
        },
        { name: "createNote (POST /notes)", changes: [{ text: added.text, why: null }] },
      ],
    });
  });

  it.each<[string, Change]>([
    ["Note.text", removed],
    ["Note.text", removedInCreate],
    [
      "File.url",
      {
        ...removed,
        text: "removed the optional property `data/items/file/oneOf[#/components/schemas/File]/url` from the response with the `200` status",
      },
    ],
    [
      "Note",
      {
        ...removed,
        text: "removed the enum value `a` from the property `data/items/`",
        why: REASONS.refused,
      },
    ],
    ["NoteRequest.tags", added],
    [
      "Note.file",
      {
        ...removed,
        text: "added the required property `data/items/file` to the response with the `200` status",
      },
    ],
    [
      "Note.replies",
      { ...removed, text: "the response property `data/items/replies` became optional for the status `200`" },
    ],
    ["listNotes.tag", filter],
    ["listNotes.tag", { ...filter, text: "the `query` request parameter `tag/items/`'s max was set to `5`" }],
    ["listNotes.409", { ...filter, text: "added the non-success response with the status `409`" }],
    ["createNote", { ...added, text: "endpoint added" }],
    [
      "/v3",
      { text: "removed the server `/v3`", why: REASONS.address, method: "", path: "", operationId: "" },
    ],
  ])("names %s as the subject of a change", (name, change) => {
    const [operation] = judge("3.1.0", [], [change]).operations;
    expect(operation?.changes[0]?.subject.name).toBe(name);
  });

  it.each([["listNotes"], ["GET /notes"], ["Note"], ["Note.text"]])(
    "accepts a note about %s as a declaration",
    (subject) => {
      expect(judge("3.1.0", note(subject)).undeclared).toBe(0);
    },
  );

  it.each([["createNote"], ["POST /notes"], ["NoteRequest"], ["File"], ["Note.replies"]])(
    "refuses a note about %s as a declaration",
    (subject) => {
      expect(judge("3.1.0", note(subject)).undeclared).toBe(1);
    },
  );

  it("requires that a note about a renamed operation contains the new name", () => {
    const renamed = {
      ...list,
      text: "api operation id `listNotes` removed and replaced with `listAllNotes`",
      why: REASONS.name,
    };
    const undeclared = (subject: string, why: string) =>
      judge("3.1.0", [{ subject, why, line: 7 }], [renamed]).undeclared;
    expect(undeclared("listNotes", "no client read the text")).toBe(1);
    expect(undeclared("listNotes", "it is now called `listAllNotes`")).toBe(0);
  });

  it("counts a break of one schema once, however many operations return the schema", () => {
    expect(judge("3.1.0", note("Note.text"), [removed, removedInCreate])).toMatchObject({
      breaking: 2,
      undeclared: 0,
    });
  });

  it("requires one note per break", () => {
    const verdict = judge("3.1.0", note("listNotes"), [removed, filter]);
    expect(verdict.undeclared).toBe(1);
    expect(formatVerdict(verdict, "release 3.0.0")).toContain(
      "openapi/CHANGELOG.md names `listNotes` 1 time, and it could mean 2 breaks. " +
        "Repeat the name once for each break:\n  Note.text: ",
    );
    expect(judge("3.1.0", note("listNotes.tag"), [removed, filter]).undeclared).toBe(1);
    expect(judge("3.1.0", note("listNotes.tag", "listNotes"), [removed, filter]).undeclared).toBe(0);
    expect(judge("3.1.0", note("listNotes.tag", "Note.text"), [removed, filter]).undeclared).toBe(0);
    const twice = [filter, { ...filter, text: "the `query` request parameter `tag` became required" }];
    expect(judge("3.1.0", note("listNotes.tag"), twice).undeclared).toBe(1);
    expect(judge("3.1.0", note("listNotes.tag", "listNotes.tag"), twice).undeclared).toBe(0);
  });

  it("assigns a note to the break that its reason names, and finds a note for as many breaks as possible", () => {
    const [text, tag] = [removed, filter].map((change) => ({ ...change, operationId: "listNotes" }));
    const notes = [
      { subject: "GET /notes", why: "no client read `tag`", line: 7 },
      { subject: "listNotes", why: "no client read it", line: 8 },
    ];
    const shown = judge("3.1.0", notes, [text, tag] as Change[]).operations.flatMap(({ changes }) => changes);
    expect(shown.map(({ declaredBy }) => declaredBy?.line)).toEqual([8, 7]);
    const crossed = [
      { ...notes[0], subject: "listNotes" },
      { ...notes[1], subject: "listNotes.tag" },
    ];
    expect(judge("3.1.0", crossed as typeof notes, [filter, removed]).undeclared).toBe(0);
  });

  it("accepts a new major version as the declaration of all breaks", () => {
    expect(judge("4.0.0")).toMatchObject({ isMajor: true, breaking: 1, undeclared: 0 });
    expect(judge("3.9.0").undeclared).toBe(1);
  });

  it("describes what is to be done", () => {
    const text = formatVerdict(judge("3.1.0"), "release 3.0.0");
    expect(text).toContain("Since release 3.0.0: 1 breaking change, 1 compatible one.");
    expect(text).toContain(
      [
        "listNotes (GET /notes)",
        `  BREAKING    ${removed.text}`,
        "              because clients no longer get what they rely on",
      ].join("\n"),
    );
    expect(text).toContain("raise `info.version` to 4.0.0");
    expect(text).toContain("under `## 3.1.0` in openapi/CHANGELOG.md");
  });

  it("shows where a breaking change is declared", () => {
    const text = formatVerdict(judge("3.1.0", note("Note")), "main");
    expect(text).toContain("declared in openapi/CHANGELOG.md:7: no client read it");
    expect(text).toContain("What breaks clients is declared in openapi/CHANGELOG.md.");
  });

  it("states that nothing changed or nothing breaks", () => {
    expect(formatVerdict(judge("3.0.0", [], []), "main")).toBe(
      "Nothing has changed for clients since main.\n",
    );
    expect(formatVerdict(judge("3.0.0", [], [added]), "main")).toContain("Nothing breaks clients.");
  });

  it("proposes a note that declares every break as it stands", () => {
    const twice = [filter, { ...filter, text: "the `query` request parameter `tag` became required" }];
    const lines = proposedEntry(judge("3.1.0", [], [...twice, removed]), "## 3.1.0\n");
    expect(lines).toEqual([
      "- breaking: listNotes.tag, listNotes.tag: <why>",
      "- breaking: Note.text: <why>",
    ]);
    const added = ["## 3.1.0", ...lines].join("\n").replaceAll("<why>", "no client read it");
    expect(judge("3.1.0", breakingNotes(added, "3.1.0"), [...twice, removed]).undeclared).toBe(0);
  });

  it("proposes no line about a header or a value that the prose names", () => {
    const named: Change[] = [
      { ...added, text: "added the new optional `header` request parameter `if-match`" },
      { ...added, text: "added the new `red` enum value to the request property `colour`" },
      { ...added, text: "added the media type `application/json` to the request body" },
    ];
    const verdict = judge("3.1.0", [], named);
    expect(proposedEntry(verdict, "## 3.1.0\n")).toHaveLength(3);
    expect(proposedEntry(verdict, "## 3.1.0\n`If-Match`, `red`, `application/json`")).toEqual([]);
  });

  it("proposes the missing notes of the change log, with a blank reason for each break", () => {
    const verdict = judge("3.1.0", [], [removed, removedInCreate, added]);
    const lines = [
      "- breaking: Note.text: <why>",
      "- `NoteRequest.tags`: added the new optional request property `tags`",
    ];
    expect(proposedEntry(verdict, "## 3.0.0\n\n- The first.\n")).toEqual(["## 3.1.0", "", ...lines]);
    expect(proposedEntry(verdict, "## 3.1.0\n\n- A note may have `tags`.\n")).toEqual(lines.slice(0, 1));
    const declared = judge("3.1.0", note("Note.text"), [removed, removedInCreate, added]);
    expect(proposedEntry(declared, "## 3.1.0\n\n- A note may have `tags`.\n\n## 3.0.0\n")).toEqual([]);
  });
});

describe("changes for clients beyond operations and fields", () => {
  it.each(documents)("reports $name as breaking because of: $because", ({ before, after, because, says }) => {
    const found = ruleChanges(documentOf(before), documentOf(after));
    const reasons = found.flatMap(({ why }) => (why === null ? [] : [why]));
    expect(new Set(reasons)).toEqual(new Set(because === null ? [] : [REASONS[because]]));
    if (says === null) expect(found).toEqual([]);
    else expect(found.map(({ text }) => text)).toContainEqual(expect.stringContaining(says));
  });

  it("keeps the invariants that name a renamed operation", () => {
    const reading = (reader: string, field = "id"): Contract => ({
      info: { version: "3.0.0" },
      paths: {
        "/notes": { post: { operationId: "createNote", "x-invariants": { creates: { reader, field } } } },
        "/notes/{note_id}": { get: { operationId: reader } },
      },
    });
    expect(ruleChanges(reading("getNote"), reading("readNote"))).toEqual([]);
    expect(ruleChanges(reading("getNote"), reading("readNote", "name"))).toMatchObject([
      { operationId: "createNote", text: "the invariant `creates` has changed" },
    ]);
  });
});

describe("the version of a new contract", () => {
  it.each([
    ["3.0.0", "3.0.0", 0, null],
    ["3.0.0", "3.0.0", 1, "3.1.0"],
    ["3.0.0", "3.0.1", 1, "3.1.0"],
    ["3.0.0", "3.1.0", 1, null],
    ["3.9.0", "3.10.0", 1, null],
    ["3.9.0", "4.0.0", 1, null],
    ["3.1.0", "3.0.9", 0, "3.2.0"],
  ])("compares %s with %s after %d changes: must be raised to %s", (from, to, changes, raise) => {
    const problem = versionProblem({ version: from, isTagged: true }, to, changes);
    if (raise === null) expect(problem).toBeNull();
    else expect(problem).toContain(`to ${raise}.`);
  });

  it("stays the same until the release is tagged", () => {
    const untagged = { version: "3.0.0", isTagged: false };
    expect(versionProblem(untagged, "3.0.0", 1)).toBeNull();
    expect(versionProblem(untagged, "2.9.0", 1)).toContain("to 3.1.0.");
  });

  it("sorts by its numbers", () => {
    expect(["3.10.0", "3.9.1", "10.0.0", "3.9.0"].sort(compareVersions)).toEqual([
      "3.9.0",
      "3.9.1",
      "3.10.0",
      "10.0.0",
    ]);
  });
});

describe("the released contract", () => {
  const released = JSON.stringify(contract("3.0.0"));
  const other = JSON.stringify({ ...contract("3.0.0"), paths: {} });
  const blob = blobOf(released);
  const committed = { version: "3.0.0", blob };
  const committedOnly: History = { tags: new Map(), bundles: new Set([blob]), committed };
  const tagged: History = { ...committedOnly, tags: new Map([["3.0.0", blob]]) };

  it("has the hash that git computes", () => {
    expect(blobOf("hello\n")).toBe("ce013625030ba8dba906f756967f9e9ca394464a");
  });

  it.each<[string, string, History, string | null]>([
    ["equals its tagged contract", released, tagged, null],
    ["was committed as the contract before", released, committedOnly, null],
    [
      "has a new version after a release that is not committed yet",
      JSON.stringify(contract("3.1.0")),
      tagged,
      null,
    ],
    ["cannot be checked in a shallow history", released, { ...committedOnly, bundles: null }, null],
    [
      "was edited by hand after its tag",
      other,
      { ...tagged, committed: { version: "3.0.0", blob: blobOf(other) } },
      "released as contract-v3.0.0",
    ],
    ["was edited by hand", other, committedOnly, "differs from the committed 3.0.0"],
    [
      "was edited by hand and committed",
      other,
      { ...committedOnly, committed: { version: "3.0.0", blob: blobOf(other) } },
      "never the contract",
    ],
    [
      "was reverted to an older release",
      released,
      {
        ...tagged,
        tags: new Map([
          ["3.0.0", blob],
          ["3.1.0", "b"],
        ]),
      },
      "contract-v3.1.0 was released later",
    ],
  ])("is checked for forgery when it %s", (_, content, history, problem) => {
    if (problem === null) expect(forgery(content, history)).toBeNull();
    else expect(forgery(content, history)).toContain(problem);
  });
});

describe("the history of releases in git", () => {
  let folder: string;
  const git = (...args: string[]) => gitIn(folder)(...args);
  const write = (file: string, version: string) =>
    writeFileSync(join(folder, file), JSON.stringify(contract(version)));
  const commit = () => {
    git("add", ".");
    git("commit", "-m", "Change the contract");
  };

  beforeAll(() => {
    folder = temporaryFolder("release");
    for (const name of ["openapi", "generated"]) mkdirSync(join(folder, name));
  });

  it("is null outside a repository, and otherwise contains what was committed and tagged", async () => {
    expect(await readHistory(folder)).toBeNull();
    git("init");
    write("generated/openapi.json", "3.0.0");
    write("openapi/released.json", "3.0.0");
    commit();
    git("tag", "contract-v3.0.0");
    write("generated/openapi.json", "3.1.0");
    commit();
    const [old, now] = ["3.0.0", "3.1.0"].map((version) => blobOf(JSON.stringify(contract(version)))) as [
      string,
      string,
    ];
    expect(await readHistory(folder)).toEqual({
      tags: new Map([["3.0.0", old]]),
      bundles: new Set([old, now]),
      committed: { version: "3.0.0", blob: old },
    });
    expect(await readHistory(join(folder, "openapi"))).toBeNull();
  });
});
