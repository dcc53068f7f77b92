import type { Contract } from "../../scripts/contract-diff/contract";
import { findChanges } from "../../scripts/contract-diff/oasdiff";
import type { Change } from "../../scripts/contract-diff/verdict";

interface Schema {
  [keyword: string]: unknown;
}

/** What one operation was and becomes; null: it is not there. */
interface Case {
  name: string;
  before: Operation | null;
  after: Operation | null;
  breaks: boolean;
  /** A part of what is said of it. */
  says: string;
}

interface Operation {
  scope: string;
  parameters: object[];
  /** The properties of the body, and which of them are required. */
  request: Record<string, Schema>;
  requestRequired: string[];
  response: Record<string, Schema>;
  responseRequired: string[];
  statuses: string[];
  codes: string[];
}

const text = { type: "string", maxLength: 100 };
const plain: Operation = {
  scope: "notes:read",
  parameters: [],
  request: { text },
  requestRequired: ["text"],
  response: { text },
  responseRequired: ["text"],
  statuses: ["200", "404"],
  codes: ["not_found"],
};

const query = (name: string, schema: Schema, required = false) => ({
  name,
  in: "query",
  required,
  allowReserved: true,
  schema,
});

const change = (
  name: string,
  before: Partial<Operation>,
  after: Partial<Operation>,
  breaks: boolean,
  says: string,
): Case => ({ name, before: { ...plain, ...before }, after: { ...plain, ...after }, breaks, says });

/** A change of the field `text` of the body. */
const request = (name: string, before: Schema, after: Schema, breaks: boolean, says: string) =>
  change(`request: ${name}`, { request: { text: before } }, { request: { text: after } }, breaks, says);

/** A change of the field `text` of the answer. */
const response = (name: string, before: Schema, after: Schema, breaks: boolean, says: string) =>
  change(`answer: ${name}`, { response: { text: before } }, { response: { text: after } }, breaks, says);

const nullable = { ...text, type: ["string", "null"] };
const ab = { type: "string", enum: ["a", "b"] };
const abc = { type: "string", enum: ["a", "b", "c"] };
const growing = (schema: Schema) => ({ ...schema, "x-may-grow": true });
const one = (name: string) => ({
  type: "object",
  additionalProperties: false,
  required: ["type"],
  properties: { type: { type: "string", const: name } },
});

const cases: Case[] = [
  { name: "an operation is removed", before: plain, after: null, breaks: true, says: "removed" },
  { name: "an operation is added", before: null, after: plain, breaks: false, says: "added" },
  change("request: an optional field is added", {}, { request: { text, tag: text } }, false, "`tag`"),
  change(
    "request: a required field is added",
    {},
    { request: { text, tag: text }, requestRequired: ["text", "tag"] },
    true,
    "`tag`",
  ),
  change("request: a field is removed", { request: { text, tag: text } }, {}, true, "`tag`"),
  change(
    "request: a field becomes required",
    { request: { text, tag: text } },
    { request: { text, tag: text }, requestRequired: ["text", "tag"] },
    true,
    "`tag` became required",
  ),
  change("request: a field becomes optional", {}, { requestRequired: [] }, false, "`text` became optional"),
  request("a value is added to a list", ab, abc, false, "`c`"),
  request("a value is taken from a list", abc, ab, true, "`c`"),
  request("a limit is tightened", text, { ...text, maxLength: 50 }, true, "`50`"),
  request("a limit is loosened", text, { ...text, maxLength: 200 }, false, "`200`"),
  request(
    "a number's limit is tightened",
    { type: "integer", maximum: 9 },
    { type: "integer", maximum: 5 },
    true,
    "`5",
  ),
  request("a least length comes", text, { ...text, minLength: 1 }, true, "`1`"),
  request("null is allowed", text, nullable, false, "nullable"),
  request("null is no longer allowed", nullable, text, true, "nullable"),
  request("the type changes", text, { type: "integer", minimum: 0, maximum: 9 }, true, "type"),
  request("a format comes", text, { ...text, format: "uuid" }, true, "uuid"),
  request(
    "a format changes",
    { ...text, format: "date" },
    { ...text, format: "date-time" },
    true,
    "date-time",
  ),
  request(
    "an instant becomes a date",
    { ...text, format: "date-time" },
    { ...text, format: "date" },
    true,
    "date",
  ),
  request("a pattern comes", text, { ...text, pattern: "^a" }, true, "`^a`"),
  request("a pattern changes", { ...text, pattern: "^a" }, { ...text, pattern: "^b" }, true, "`^b`"),
  request("a pattern goes", { ...text, pattern: "^a" }, text, false, "`^a`"),
  request("a form is added", { oneOf: [one("a")] }, { oneOf: [one("a"), one("b")] }, false, "oneOf"),
  request("a form is removed", { oneOf: [one("a"), one("b")] }, { oneOf: [one("a")] }, true, "oneOf"),
  change(
    "answer: a field is added",
    {},
    { response: { text, tag: text }, responseRequired: ["text", "tag"] },
    false,
    "`tag`",
  ),
  change("answer: a field is removed", { response: { text, tag: text } }, {}, true, "`tag`"),
  change(
    "answer: a required field is removed",
    { response: { text, tag: text }, responseRequired: ["text", "tag"] },
    {},
    true,
    "`tag`",
  ),
  change("answer: a field becomes optional", {}, { responseRequired: [] }, true, "`text` became optional"),
  response("a value is added to a list", ab, abc, true, "`c`"),
  response("a value is taken from a list", abc, ab, false, "`c`"),
  response("a limit is loosened", text, { ...text, maxLength: 200 }, true, "`200`"),
  response("a limit is tightened", text, { ...text, maxLength: 50 }, false, "`50`"),
  response("null can come", text, nullable, true, "nullable"),
  response("null no longer comes", nullable, text, false, "nullable"),
  response("the type changes", text, { type: "integer", minimum: 0, maximum: 9 }, true, "type"),
  response(
    "a format changes",
    { ...text, format: "date" },
    { ...text, format: "date-time" },
    true,
    "date-time",
  ),
  response(
    "an instant becomes a date",
    { ...text, format: "date-time" },
    { ...text, format: "date" },
    true,
    "date",
  ),
  response("a pattern changes", { ...text, pattern: "^a" }, { ...text, pattern: "^b" }, true, "`^b`"),
  response("a form is added", { oneOf: [one("a")] }, { oneOf: [one("a"), one("b")] }, true, "oneOf"),
  change("another scope is asked for", {}, { scope: "notes:write" }, true, "notes:write"),
  change("a success is removed", { statuses: ["200", "201", "404"] }, {}, true, "`201`"),
  change("a success is added", {}, { statuses: ["200", "201", "404"] }, true, "`201`"),
  change("a failure is removed", { statuses: ["200", "404", "409"] }, {}, false, "`409`"),
  change("a failure is added", {}, { statuses: ["200", "404", "409"] }, false, "`409`"),
  change("a failure gets one more code", {}, { codes: ["not_found", "gone"] }, false, "gone"),
  change("a filter is added", {}, { parameters: [query("tag", text)] }, false, "`tag`"),
  change("a required filter is added", {}, { parameters: [query("tag", text, true)] }, true, "`tag`"),
  change("a filter is removed", { parameters: [query("tag", text)] }, {}, true, "`tag`"),
  change(
    "a filter's limit is tightened",
    { parameters: [query("tag", text)] },
    { parameters: [query("tag", { ...text, maxLength: 10 })] },
    true,
    "`10`",
  ),
];

const body = (properties: Record<string, Schema>, required: string[]) => ({
  "application/json": { schema: { type: "object", additionalProperties: false, required, properties } },
});

function operationOf(id: string, operation: Operation): object {
  const { scope, parameters, request, requestRequired, response, responseRequired, statuses, codes } =
    operation;
  const failure = {
    allOf: [
      { $ref: "#/components/schemas/ErrorEnvelope" },
      {
        type: "object",
        required: ["error"],
        properties: {
          error: {
            type: "object",
            required: ["code"],
            properties: { code: { type: "string", enum: codes } },
          },
        },
      },
    ],
  };
  const answers = statuses.map((status) => [
    status,
    status.startsWith("2")
      ? { description: "Done.", content: body(response, responseRequired) }
      : { description: "Not done.", content: { "application/json": { schema: failure } } },
  ]);
  return {
    operationId: id,
    security: [{ ApiKeyHeader: [scope] }, { BearerKey: [scope] }],
    parameters,
    requestBody: { required: true, content: body(request, requestRequired) },
    responses: Object.fromEntries(answers),
  };
}

/** One operation for each case, so that one comparison shows all. */
function contractOf(side: "before" | "after", event: object, states: Schema = ab): Contract {
  const paths = cases.flatMap((each, index) => {
    const operation = each[side];
    return operation === null ? [] : [[`/case-${index}`, { post: operationOf(`case${index}`, operation) }]];
  });
  return {
    openapi: "3.1.0",
    info: { title: "Notes", version: "1.0.0" },
    paths: Object.fromEntries(paths),
    webhooks: { note_update: { post: event } },
    components: {
      securitySchemes: {
        ApiKeyHeader: { type: "apiKey", in: "header", name: "X-API-Key" },
        BearerKey: { type: "http", scheme: "bearer" },
      },
      schemas: {
        State: growing(states),
        ErrorEnvelope: {
          type: "object",
          additionalProperties: false,
          required: ["error"],
          properties: {
            error: {
              type: "object",
              additionalProperties: false,
              required: ["code", "message"],
              properties: {
                code: growing({ type: "string", enum: ["not_found", "gone"] }),
                message: text,
              },
            },
          },
        },
      },
    },
  } as Contract;
}

const event = (properties: Record<string, Schema>, required: string[]) => ({
  operationId: "receiveNoteUpdate",
  requestBody: { required: true, content: body(properties, required) },
  responses: { "2XX": { description: "Received." } },
});

describe("the comparison of two contracts", () => {
  let changes: Change[];

  // The first run builds the differ.
  beforeAll(async () => {
    changes = await findChanges(
      contractOf("before", event({ text, tag: text }, ["text", "tag"])),
      contractOf("after", event({ text, note: text }, ["text", "note"])),
    );
  }, 600_000);

  it.each(cases.map((each, index) => ({ ...each, path: `/case-${index}` })))(
    "$name: breaks clients: $breaks",
    ({ path, breaks, says }) => {
      const found = changes.filter((one) => one.path === path);
      expect(found.map((one) => one.text)).toContainEqual(expect.stringContaining(says));
      expect({ breaks: found.some((one) => one.isBreaking), found }).toEqual({ breaks, found });
    },
  );

  it("takes what an event carries for an answer, which the service gives", () => {
    const found = changes.filter((one) => one.path === "note_update");
    expect(found.filter((one) => one.isBreaking).map((one) => one.text)).toEqual([
      expect.stringContaining("`tag`"),
    ]);
    expect(found.filter((one) => !one.isBreaking).map((one) => one.text)).toEqual([
      expect.stringContaining("`note`"),
    ]);
  });

  it("lets lists grow that are marked so, and says what came", async () => {
    const state = { $ref: "#/components/schemas/State" };
    const before = contractOf("before", event({ text, state }, []), ab);
    const after = contractOf("before", event({ text, state }, []), abc);
    expect(await findChanges(before, after)).toMatchObject([
      { text: "the list `State`, which may grow, got `c`", isBreaking: false },
    ]);
    expect(await findChanges(after, before)).toMatchObject([
      { text: "the list `State`, which may grow, no longer has `c`", isBreaking: false },
    ]);
  });

  it("does not let a list grow that is marked only now", async () => {
    const state = { $ref: "#/components/schemas/State" };
    const before = contractOf("before", event({ text, state }, []), ab);
    const states = before.components?.schemas as Record<string, Schema>;
    states.State = ab;
    const after = contractOf("before", event({ text, state }, []), abc);
    expect((await findChanges(before, after)).filter((one) => one.isBreaking)).toMatchObject([
      { path: "note_update", text: expect.stringContaining("`c`") },
    ]);
  });

  it("takes a value that a filter no longer knows for breaking, also in a list that may grow", async () => {
    const filtered = (states: Schema) => {
      const contract = contractOf("before", event({ text }, []), states);
      const state = query("state", { $ref: "#/components/schemas/State" });
      contract.paths = { "/notes": { get: operationOf("listNotes", { ...plain, parameters: [state] }) } };
      return contract;
    };
    const found = await findChanges(filtered(abc), filtered(ab));
    expect(found.filter((one) => one.isBreaking)).toMatchObject([{ path: "/notes" }]);
  });

  it("finds nothing between a contract and itself", async () => {
    const same = contractOf("before", event({ text }, []));
    expect(await findChanges(same, same)).toEqual([]);
  });
});
