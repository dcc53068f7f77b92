import contract from "../../generated/openapi.json";
import type { Contract, Operation, Schema, Schemas } from "../../scripts/client/contract";
import { withForms } from "../../scripts/client/forms";
import { resourcesSource } from "../../scripts/client/resources";
import { clientSchemas } from "../../scripts/client/schemas";
import { typesSource } from "../../scripts/client/types";
import { clientName } from "../../src/web/docs/client-names";

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: Schema) => ({ content: { "application/json": { schema } } });
const text: Schema = { type: "string" };

const operation = (operationId: string, changes: Partial<Operation> = {}): Operation => ({
  operationId,
  summary: "Do it",
  description: "Does it.",
  tags: ["Notes"],
  responses: { "200": json(ref("Note")) },
  ...changes,
});

const contractOf = (schemas: Schemas, operations: Record<string, Record<string, Operation>>): Contract => ({
  tags: [{ name: "Notes", description: "What is noted." }],
  paths: operations,
  components: {
    schemas: { Note: { type: "object", required: ["text"], properties: { text } }, ...schemas },
  },
});

/** Returns the type declarations of a contract by name, without comments and line breaks. */
async function declared(schemas: Schemas): Promise<Record<string, string>> {
  const source = (await typesSource(schemas)).replace(/\/\*\*[\s\S]*?\*\//g, "").replace(/\s+/g, " ");
  const found = source.matchAll(/export (?:interface|type) (\w+)(?: =)? (.*?)(?= export |$)/g);
  return Object.fromEntries([...found].map(([, name = "", type = ""]) => [name, type.trim()]));
}

describe("names of the client's methods", () => {
  it.each([
    ["Messages", "sendMessages", "messages.send"],
    ["Messages", "getMessage", "messages.get"],
    ["API keys", "createApiKey", "apiKeys.create"],
    ["Contact lists", "listContactLists", "contactLists.list"],
    ["Contact lists", "addMember", "contactLists.addMember"],
    ["Inbound", "listInboundRcsEvents", "inbound.listRcsEvents"],
    ["Usage", "getUsage", "usage.get"],
    ["Webhooks", "rotateWebhookSecret", "webhooks.rotateSecret"],
    ["Campaigns", "cancelSchedule", "campaigns.cancelSchedule"],
    ["Files", "createUploadUrl", "files.createUploadUrl"],
    ["Files", "getFileDownloadUrl", "files.getDownloadUrl"],
    ["Notes", "launch", "notes.launch"],
  ])("maps the tag %s and the operation %s to %s", (tag, id, name) => {
    const { resource, method } = clientName(id, tag);
    expect(`${resource}.${method}`).toBe(name);
  });
});

describe("types of the client", () => {
  const State: Schema = { type: "string", enum: ["open", "done"], "x-may-grow": true };
  const Note: Schema = { type: "object", required: ["state"], properties: { state: ref("State") } };

  it("names types after schemas and documents them with the schema's description", async () => {
    const source = await typesSource({ Note: { ...Note, description: "What is noted." }, State });
    expect(source).not.toContain("components");
    expect(source).toContain("/** What is noted. */\nexport interface Note {");
  });

  it("leaves growing enumerations open in responses and closed in requests", async () => {
    const parameters = [{ name: "state", in: "query" as const, schema: ref("State") }];
    const { schemas } = clientSchemas(
      contractOf({ State, Note }, { "/notes": { get: operation("listNotes", { parameters }) } }),
    );
    expect(await declared(schemas)).toMatchObject({
      Note: "{ state: State; }",
      State: '("open" | "done") | (string & {});',
      StateInput: '"open" | "done";',
      ListNotesParams: "{ state?: StateInput; }",
    });
  });

  it("generates two types for a schema with a growing enumeration that requests and responses use", async () => {
    const post = operation("createNote", { requestBody: json(ref("NewNote")) });
    const NewNote: Schema = { type: "object", required: ["notes"], properties: { notes: ref("Notes") } };
    const Notes: Schema = { type: "array", items: ref("Note") };
    const { schemas } = clientSchemas(contractOf({ State, Note, Notes, NewNote }, { "/notes": { post } }));
    expect(await declared(schemas)).toMatchObject({
      NewNote: "{ notes: Notes; }",
      Notes: "NoteInput[];",
      NoteInput: "{ state: StateInput; }",
      Note: "{ state: State; }",
    });
  });

  it("keeps an enumeration closed when only requests use it", async () => {
    const parameters = [{ name: "state", in: "query" as const, schema: ref("State") }];
    const get = operation("listNotes", { parameters });
    const { schemas } = clientSchemas(contractOf({ State }, { "/notes": { get } }));
    expect(await declared(schemas)).toMatchObject({ State: '"open" | "done";' });
  });

  it("merges path, query and body into one object, and names the body alone when there is nothing to merge", () => {
    const requestBody = json(ref("Note"));
    const parameters = [{ name: "note_id", in: "path" as const, required: true, schema: text }];
    const { schemas, params } = clientSchemas(
      contractOf(
        {},
        {
          "/notes": { post: operation("createNote", { requestBody }), get: operation("countNotes") },
          "/notes/{note_id}": { patch: operation("updateNote", { requestBody, parameters }) },
        },
      ),
    );
    expect(Object.fromEntries(params)).toEqual({
      createNote: { name: "Note", required: true },
      updateNote: { name: "UpdateNoteParams", required: true },
    });
    expect(schemas.UpdateNoteParams).toMatchObject({ required: ["note_id", "text"] });
    expect(Object.keys(schemas.UpdateNoteParams?.properties ?? {})).toEqual(["note_id", "text"]);
  });

  it.each<[string, Contract, string]>([
    [
      "two methods with the same name",
      contractOf({}, { "/a": { get: operation("getNote"), put: operation("getNotes") } }),
      "two operations of Notes would be notes.get",
    ],
    [
      "an operation whose tag is not listed",
      contractOf({}, { "/a": { get: operation("getNote", { tags: ["Memos"] }) } }),
      "getNote has a tag that is not listed",
    ],
    [
      "a response without a name",
      contractOf({}, { "/a": { get: operation("getNote", { responses: { "200": json(text) } }) } }),
      "a response of getNote has no name",
    ],
    [
      "a schema named like a resource",
      contractOf({ NotesResource: text }, { "/a": { get: operation("getNote") } }),
      "two types called NotesResource",
    ],
  ])("refuses %s", (_, given, message) => {
    expect(() => resourcesSource(given, clientSchemas(given))).toThrow(message);
  });

  it("generates a method for every operation of the contract", () => {
    const whole = contract as unknown as Contract;
    const source = resourcesSource(whole, clientSchemas(whole));
    const ids = Object.values(whole.paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
    for (const id of ids) expect(source).toContain(`: "${id}"`);
    expect(source).toContain(
      "send(params: SendMessagesRequest, options?: KeyedCallOptions): Promise<SendMessagesResponse>;",
    );
    expect(source).toContain(
      "list(params?: ListMessagesParams, options?: CallOptions): PagedList<MessagePage>;",
    );
    expect(source).toContain(
      "delete(params: DeleteTemplateParams, options?: ConditionalCallOptions): Promise<void>;",
    );
  });
});

describe("forms of a schema", () => {
  const schemas: Schemas = {
    Kind: { type: "string", enum: ["a", "b"] },
    A: { type: "object", required: ["type"], properties: { type: { enum: ["a"] }, note: text } },
    B: { type: "object", required: ["type"], properties: { type: { enum: ["b"] } } },
    Either: { oneOf: [ref("A"), ref("B")] },
  };
  const whole: Schema = {
    type: "object",
    required: ["kind"],
    properties: { kind: ref("Kind"), either: ref("Either"), tags: { type: "array", items: ref("A") } },
  };
  const typeOf = async (...forms: Schema[]) => {
    const Whole = withForms({ ...whole, "x-forms": forms }, schemas);
    return (await declared({ ...schemas, Whole })).Whole;
  };
  const rest = "tags?: A[];";

  it.each<[string, Schema, string]>([
    ["requires a field", { required: ["either"] }, `{ kind: Kind; either: Either; ${rest} }`],
    ["excludes a field", { properties: { either: false } }, `{ kind: Kind; either?: never; ${rest} }`],
    [
      "narrows an enumeration",
      { properties: { kind: { enum: ["a"] } } },
      `{ kind: "a"; either?: Either; ${rest} }`,
    ],
    [
      "admits one member of a union",
      { properties: { either: { properties: { type: { enum: ["b"] } } } } },
      `{ kind: Kind; either?: B; ${rest} }`,
    ],
    [
      "narrows one member of a union",
      { properties: { either: { properties: { type: { enum: ["a"] }, note: false } } } },
      `{ kind: Kind; either?: A & { note?: never; }; ${rest} }`,
    ],
    [
      "admits every member of a union",
      { properties: { either: { properties: { type: { enum: ["a", "b"] } } } } },
      `{ kind: Kind; either?: Either; ${rest} }`,
    ],
    [
      "narrows the items of a list",
      { properties: { tags: { items: { properties: { note: false } } } } },
      `{ kind: Kind; either?: Either; tags?: (A & { note?: never; })[]; }`,
    ],
    [
      "admits an empty list only",
      { properties: { tags: { maxItems: 0 } } },
      `{ kind: Kind; either?: Either; tags?: [ ]; }`,
    ],
  ])("generates a type that %s", async (_, form, type) => {
    expect(await typeOf(form)).toBe(type);
  });

  it("generates a union for several forms", async () => {
    expect(await typeOf({ required: ["either"] }, { properties: { either: false } })).toBe(
      `{ kind: Kind; either: Either; ${rest} } | { kind: Kind; either?: never; ${rest} };`,
    );
  });

  it.each<[string, Schema, string]>([
    ["field", { properties: { colour: false } }, "names colour, which its schema does not have"],
    ["required field", { required: ["colour"] }, "requires colour, which is not a field"],
    ["value", { properties: { kind: { enum: ["c"] } } }, "has c, which is not an enum value"],
    [
      "member",
      { properties: { either: { properties: { type: { enum: ["c"] } } } } },
      "admits no member of a union",
    ],
  ])("refuses a form with a %s that the schema does not have", (_, form, message) => {
    expect(() => withForms({ ...whole, "x-forms": [form] }, schemas)).toThrow(message);
  });
});
