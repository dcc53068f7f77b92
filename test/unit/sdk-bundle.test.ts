import Ajv2020 from "ajv/dist/2020";
import addFormats from "ajv-formats";
import contract from "../../generated/openapi.json";
import generated from "../../generated/openapi.sdk.json";
import { nullableField, openResponse, openList, plainType } from "../../scripts/sdk-bundle/responses";
import { sdkBundle } from "../../scripts/sdk-bundle/bundle";
import type { Document, Operation, PathItems, Schema } from "../../scripts/sdk-bundle/document";
import { EVENTS_TAG } from "../../scripts/sdk-bundle/names";
import { flatUnion } from "../../scripts/sdk-bundle/unions";
import { escapedStep } from "../../src/platform/json-pointer";

const strict = contract as unknown as Document;
const sdk = generated as unknown as Document;
const { schemas } = sdk.components;

const json = (schema: Schema) => ({ content: { "application/json": { schema } } });
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const text: Schema = { type: "string" };

/** Returns a contract with a failure, one operation with a note in request and response, and one event. */
function contractOf(changes: Record<string, Schema> = {}, body: object = {}): Document {
  const operation = (operationId: string): Operation => ({
    operationId,
    description: "Does it.",
    tags: ["API keys"],
    requestBody: { ...json(ref("NoteRequest")), ...body },
    responses: {
      "200": { description: "Done.", ...json(ref("Note")) },
      "409": ref("Conflict") as { $ref: string },
    },
  });
  const narrowed: Schema = { properties: { error: { properties: { code: { enum: ["taken"] } } } } };
  return {
    openapi: "3.1.0",
    info: { title: "Notes", description: "Keeps notes.\n\nMuch more." },
    tags: [{ name: "API keys", description: "Keys." }],
    paths: { "/notes": { post: operation("createNote") } },
    webhooks: {
      noted: { post: { ...operation("receiveNote"), responses: { "2XX": { description: "Received." } } } },
    },
    components: {
      responses: {
        Conflict: { description: "It is taken.", ...json({ allOf: [ref("ErrorEnvelope"), narrowed] }) },
      },
      schemas: {
        ErrorEnvelope: {
          type: "object",
          additionalProperties: false,
          properties: { error: { type: "object", additionalProperties: false, properties: { code: text } } },
        },
        Note: { type: "object", additionalProperties: false, properties: { text } },
        NoteRequest: { type: "object", additionalProperties: false, properties: { text } },
        ...changes,
      },
    },
  };
}

const madeOf = (changes: Record<string, Schema>) => sdkBundle(contractOf(changes)).components.schemas;

describe("transformations of the SDK bundle", () => {
  it("renames a schema for Go when oapi-codegen uses its name for the result of an operation", () => {
    const { CreateNoteResponse, Note } = madeOf({
      CreateNoteResponse: { type: "object", properties: { text } },
      Note: { type: "object", properties: { note: ref("CreateNoteResponse") } },
    });
    expect(CreateNoteResponse?.["x-go-name"]).toBe("CreateNoteResponseBody");
    expect(Note).not.toHaveProperty("x-go-name");
  });

  it("adds each event as a callback of the operation that registers its URL", () => {
    const { callbacks } = sdk.paths["/webhooks"]?.post ?? {};
    const bodies = (items: PathItems) =>
      Object.values(items).flatMap((item) =>
        Object.values(item).map(({ requestBody }) => requestBody?.content["application/json"]?.schema),
      );
    expect(Object.values(callbacks ?? {}).flatMap(bodies)).toEqual(bodies(sdk.webhooks));
  });

  it("opens responses and leaves requests closed", () => {
    expect(openResponse({ type: "object", additionalProperties: false })).toEqual({
      type: "object",
      additionalProperties: true,
    });
    expect(openResponse({ type: "string", maxLength: 3, pattern: "a", format: "uri" })).toEqual({
      type: "string",
      format: "uri",
    });
    // Receivers read events, so the schemas of events are open, as those of responses.
    const event: Schema = { type: "object", additionalProperties: false, properties: { text } };
    const request: Schema = { ...event, properties: { text: { ...text, maxLength: 3 } } };
    const document = contractOf({ Asked: request, Event: event });
    document.paths["/notes"]!.post!.requestBody = json(ref("Asked"));
    document.webhooks.noted!.post!.requestBody = json(ref("Event"));
    const made = sdkBundle(document).components.schemas;
    expect(made.Asked).toEqual(request);
    expect(made.Event).toMatchObject({ additionalProperties: true });
  });

  it("turns growing and nullable enumerations into strings and names their values", () => {
    expect(
      openList({ type: "string", enum: ["open", "done"], "x-may-grow": true, description: "Where." }),
    ).toEqual({
      type: "string",
      description: "Where. One of `open`, `done`; later versions may add others.",
      "x-extensible-enum": ["open", "done"],
    });
    expect(openList({ type: ["string", "null"], enum: ["a", null] })).toEqual({
      type: ["string", "null"],
      description: "One of `a`.",
      "x-extensible-enum": ["a"],
    });
    const closed: Schema = { type: "string", enum: ["a"] };
    expect(openList(closed)).toBe(closed);
  });

  it("types a field that is always null as a nullable string, and keeps null in unions", () => {
    const union: Schema = { anyOf: [ref("Note"), { type: "null" }] };
    const none: Schema = { type: "null", description: "Not yet." };
    expect(nullableField({ type: "object", properties: { none, union } })).toEqual({
      type: "object",
      properties: { none: { type: ["string", "null"], description: "Not yet." }, union },
    });
    expect(nullableField(union)).toBe(union);
  });

  it("removes keywords that generators do not support", () => {
    expect(plainType({ type: "boolean", enum: [true] })).toEqual({ type: "boolean" });
    expect(plainType({ type: "string", format: "date-time", pattern: "Z$" })).toEqual({
      type: "string",
      format: "date-time",
    });
    expect(plainType({ type: "string", format: "uuid", minLength: 36, maxLength: 36 })).toEqual({
      type: "string",
      format: "uuid",
    });
    expect(plainType({ type: "string", format: "uri", maxLength: 2048 })).toMatchObject({ maxLength: 2048 });
    const formats: Schema[] = ["date", "date-time"].map((format) => ({ type: "string", format }));
    expect(plainType({ description: "A day.", anyOf: formats })).toEqual({
      description: "A day.",
      type: "string",
    });
    const nullable: Schema = { anyOf: [ref("Note"), { type: "null" }] };
    expect(plainType(nullable)).toEqual(nullable);
  });

  it("merges a union into one object with the fields that every member requires", () => {
    const member = (type: string, properties: Record<string, Schema>, required: string[]): Schema => ({
      type: "object",
      additionalProperties: false,
      required: ["type", ...required],
      properties: { type: { type: "string", enum: [type] }, ...properties },
    });
    const members = {
      Text: member("text", { label: text, text: { ...text, description: "What it says." } }, [
        "label",
        "text",
      ]),
      Audio: member("audio", { label: text, file: text }, ["label", "file"]),
    };
    const union: Schema = { oneOf: [ref("Text"), ref("Audio")], discriminator: { propertyName: "type" } };
    expect(flatUnion(union, members)).toEqual({
      type: "object",
      additionalProperties: false,
      required: ["type", "label"],
      properties: {
        type: { type: "string", enum: ["text", "audio"] },
        label: text,
        text: { ...text, description: "What it says. Only where `type` is `text`." },
        file: { ...text, description: "Only where `type` is `audio`." },
      },
    });
    const clash = { ...members, Audio: member("audio", { label: { type: "integer" } }, []) };
    expect(() => flatUnion(union, clash)).toThrow("two members of a union mean different things by label");
    expect(() => flatUnion({ oneOf: [ref("Text")] }, members)).toThrow("without a discriminator");
  });

  it("names the schema of a failure and describes its codes", () => {
    const { components } = sdkBundle(contractOf());
    expect(components.schemas.ErrorEnvelope?.properties?.error).toEqual(ref("Failure"));
    expect(components.schemas.Failure).toMatchObject({
      additionalProperties: true,
      properties: { code: text },
    });
    expect(components.responses.Conflict).toEqual({
      description: "It is taken. The `code` is `taken`.",
      ...json(ref("ErrorEnvelope")),
    });
    expect(() => madeOf({ Failure: text })).toThrow("a schema called Failure already");
  });

  it("gives events their own tag and writes tags as identifiers", () => {
    const { paths, webhooks, tags } = sdkBundle(contractOf());
    expect(paths["/notes"]?.post?.tags).toEqual(["ApiKeys"]);
    expect(webhooks.noted?.post?.tags).toEqual(["WebhookEvents"]);
    expect(tags.map(({ name }) => name)).toEqual(["ApiKeys", "WebhookEvents"]);
    expect(EVENTS_TAG.name).toBe("Webhook events");
  });

  it("renames schemas whose names are reserved in a language", () => {
    const made = madeOf({ Note: { type: "object", properties: { load: ref("Import") } }, Import: text });
    expect(made).toMatchObject({ ContactImport: text, Note: { properties: { load: ref("ContactImport") } } });
    expect(made).not.toHaveProperty("Import");
    const taken = { Note: { type: "object", properties: { a: ref("Import"), b: ref("ContactImport") } } };
    expect(() => madeOf({ ...taken, Import: text, ContactImport: text })).toThrow(
      "called ContactImport already",
    );
  });

  it("extracts optional lists and maps of requests into named schemas with a description", () => {
    const list: Schema = { type: "array", items: text };
    const map: Schema = { type: "object", additionalProperties: text };
    const made = madeOf({
      Labels: list,
      NoteRequest: {
        type: "object",
        required: ["all"],
        properties: {
          all: list,
          some_few: list,
          labels: ref("Labels"),
          values: { ...map, description: "Theirs." },
        },
      },
    });
    expect(made.NoteRequest?.properties).toEqual({
      all: list,
      some_few: { ...ref("NoteRequestSomeFew"), description: "The some few." },
      labels: { ...ref("Labels"), description: "The labels." },
      values: { ...ref("NoteRequestValues"), description: "Theirs." },
    });
    expect(made).toMatchObject({ NoteRequestSomeFew: list, NoteRequestValues: map });
  });

  it("removes the console session from the security schemes", () => {
    const document = contractOf();
    const schemes = { Key: { type: "http" }, ConsoleSession: { type: "apiKey" } };
    const post = document.paths["/notes"]?.post;
    if (post) post.security = [{ Key: ["notes:write"] }, { ConsoleSession: ["notes:write"] }];
    const made = sdkBundle({
      ...document,
      components: { ...document.components, securitySchemes: schemes },
    });
    expect(made.components.securitySchemes).toEqual({ Key: { type: "http" } });
    expect(made.paths["/notes"]?.post?.security).toEqual([{ Key: ["notes:write"] }]);
  });

  it("requires every request body, and removes examples, forms and unreferenced schemas", () => {
    const document = contractOf({
      Stray: text,
      Note: { type: "object", properties: { text }, "x-forms": [{}] },
    });
    const made = sdkBundle(document);
    expect(made.paths["/notes"]?.post?.requestBody).toMatchObject({ required: true });
    expect(made.components.schemas).not.toHaveProperty("Stray");
    expect(JSON.stringify(made)).not.toMatch(/x-forms|allowReserved|"examples"/);
    expect(made.info.description).toMatch(/^Keeps notes\.\n\nThis is the contract for generators/);
  });
});

const operationsIn = (items: PathItems) =>
  Object.entries(items).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );

const camelized = (text: string) => text.replace(/[^A-Za-z0-9]+/g, "").toLowerCase();

describe("the SDK bundle", () => {
  it("is generated from the current contract", () => {
    expect(sdkBundle(contract)).toEqual(generated);
  });

  it.each(["paths", "webhooks"] as const)(
    "includes the operations of the contract with their statuses: %s",
    (part) => {
      const shapeOf = (document: Document) =>
        operationsIn(document[part]).map(({ method, path, operation }) => {
          const { operationId, parameters = [], requestBody, responses } = operation;
          const statuses = Object.keys(responses);
          return {
            method,
            path,
            operationId,
            takes: parameters.length,
            hasBody: requestBody !== undefined,
            statuses,
          };
        });
      expect(shapeOf(sdk)).toEqual(shapeOf(strict));
    },
  );

  it("has no two operations, tags or types that generators would name alike", () => {
    const all = [...operationsIn(sdk.paths), ...operationsIn(sdk.webhooks)];
    const names = all.map(
      ({ operation }) => `${camelized(operation.tags.join())}.${camelized(operation.operationId)}`,
    );
    expect(new Set(names).size).toBe(all.length);
    expect(all.every(({ operation }) => operation.tags.length === 1)).toBe(true);
    const files = (items: PathItems) =>
      new Set(operationsIn(items).map(({ operation }) => operation.tags[0]));
    for (const tag of files(sdk.webhooks)) expect(files(sdk.paths)).not.toContain(tag);
    const tags = sdk.tags.map(({ name }) => camelized(name));
    expect(new Set(tags).size).toBe(tags.length);
    const types = Object.keys(schemas).map(camelized);
    expect(new Set(types).size).toBe(types.length);
  });

  it("declares the error envelope for every failure of every operation", () => {
    for (const { operation } of operationsIn(sdk.paths)) {
      for (const [status, given] of Object.entries(operation.responses)) {
        if (!/^[45]/.test(status)) continue;
        const name = ("$ref" in given ? given.$ref : "").replace("#/components/responses/", "");
        const schema = sdk.components.responses[name]?.content?.["application/json"]?.schema;
        expect([operation.operationId, status, schema]).toEqual([
          operation.operationId,
          status,
          ref("ErrorEnvelope"),
        ]);
      }
    }
    const failure = Object.keys(schemas.Failure?.properties ?? {});
    expect(failure).toEqual(expect.arrayContaining(["code", "message", "fields", "request_id"]));
  });

  it("contains no closed response, no union and no growing enumeration", () => {
    expect(JSON.stringify(sdk)).not.toMatch(/"oneOf"|"x-may-grow"/);
    for (const name of ["Message", "Webhook", "Failure", "MessageUpdateEvent", "Content", "UsageRow"])
      expect([name, schemas[name]?.additionalProperties]).toEqual([name, true]);
    for (const name of ["SendMessagesRequest", "CreateWebhookRequest"])
      expect([name, schemas[name]?.additionalProperties]).toEqual([name, false]);
    expect(schemas.MessageStatus).not.toHaveProperty("enum");
  });

  describe("with the response examples of the contract", () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats(ajv);
    ajv.addSchema(generated, "sdk");
    const { examples, responses } = contract.components as unknown as {
      examples: Record<string, { value: unknown }>;
      responses: Record<string, { content?: Record<string, { examples?: object }> }>;
    };
    const pointer = (...parts: string[]) =>
      `sdk#/${parts.map((part) => encodeURIComponent(escapedStep(part))).join("/")}`;
    const valuesOf = (given: object = {}) =>
      Object.values(given as Record<string, { $ref?: string; value?: unknown }>).map(({ $ref, value }) =>
        $ref === undefined ? value : examples[$ref.replace("#/components/examples/", "")]?.value,
      );
    const cases = operationsIn(strict.paths).flatMap(({ path, method, operation }) =>
      Object.entries(operation.responses).flatMap(([status, given]) => {
        const name = "$ref" in given ? given.$ref.replace("#/components/responses/", "") : null;
        const resolved = name === null ? given : responses[name];
        const content = (resolved as { content?: Record<string, { examples?: object }> } | undefined)
          ?.content;
        const at =
          name === null ? ["paths", path, method, "responses", status] : ["components", "responses", name];
        return valuesOf(content?.["application/json"]?.examples).map((value) => ({
          id: operation.operationId,
          status,
          value,
          schema: pointer(...at, "content", "application/json", "schema"),
        }));
      }),
    );

    it("accepts every example, also with an unknown field or status", () => {
      expect(cases.length).toBeGreaterThan(300);
      for (const { id, status, value, schema } of cases) {
        const isValid = ajv.getSchema(schema);
        const check = (one: unknown) => [id, status, isValid?.(one), isValid?.errors ?? null];
        expect(check(value)).toEqual([id, status, true, null]);
        expect(check({ ...(value as object), added_later: 1 })).toEqual([id, status, true, null]);
      }
      const message = ajv.getSchema(pointer("components", "schemas", "Message"));
      const later = { ...(examples.DeliveredMessage?.value as object), status: "lapsed" };
      expect(message?.(later)).toBe(true);
      expect(message?.({ ...later, status: 1 })).toBe(false);
    });

    it("accepts the events in the payload of a delivery", () => {
      const { payload } = examples.WebhookDeliveryWithPayload?.value as { payload: string };
      const isValid = ajv.getSchema(pointer("components", "schemas", "CampaignUpdateEvents"));
      expect([isValid?.(JSON.parse(payload)), isValid?.errors]).toEqual([true, null]);
    });
  });
});
