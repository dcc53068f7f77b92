import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parse } from "yaml";

/** Malformed on purpose, so it has no type. */
type Document = ReturnType<typeof JSON.parse>;

/** Change of the sound contract, with files beside it. */
interface Case {
  name: string;
  change: (contract: Document) => void;
  files?: Record<string, unknown>;
}

interface Rule {
  rule: string;
  fails: (Case & { says: string })[];
  passes: Case[];
}

const ref = (path: string) => ({ $ref: `#/components/${path}` });
const header = (name: string) => [name, ref(`headers/${name}`)];
const headers = (...names: string[]) => Object.fromEntries(["X-Request-Id", ...names].map(header));
const rateLimit = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"];

function failure(code: string, names: string[]) {
  const narrowed = {
    type: "object",
    required: ["error"],
    properties: { error: { type: "object", properties: { code: { type: "string", enum: [code] } } } },
  };
  return {
    description: "It did not work.",
    headers: headers(...names),
    content: {
      "application/json": {
        schema: { allOf: [ref("schemas/ErrorEnvelope"), narrowed] },
        examples: { one: { value: { error: { code, message: "It did not work.", request_id: "r-1" } } } },
      },
    },
  };
}

const codes = [
  ...["validation_failed", "unauthorized", "forbidden", "not_found", "payload_too_large"],
  ...["unsupported_media_type", "rate_limited", "internal_error", "service_unavailable"],
];

const signature = () => ({
  name: "X-Service-Signature",
  in: "header",
  required: true,
  description: "The signature of the request.",
  schema: { type: "string", maxLength: 1024 },
  example: "t=1,v1=00",
});

function soundContract(): Document {
  const number = {
    required: true,
    description: "A number.",
    schema: { type: "integer", minimum: 0, maximum: 600 },
  };
  const text = { required: true, description: "A text.", schema: { type: "string", maxLength: 128 } };
  const success = (code: string) => ({
    [code]: {
      description: "The contact.",
      headers: headers(...rateLimit),
      content: {
        "application/json": {
          schema: ref("schemas/Contact"),
          examples: { one: { value: { name: "João", tags: ["cliente"], attributes: { city: "Recife" } } } },
        },
      },
    },
  });
  const failures = (...statuses: [string, string][]) =>
    Object.fromEntries(statuses.map(([status, name]) => [status, ref(`responses/${name}`)]));
  const always: [string, string][] = [
    ["400", "BadRequest"],
    ["401", "Unauthorized"],
    ["403", "Forbidden"],
    ["429", "TooManyRequests"],
    ["500", "InternalError"],
    ["503", "ServiceUnavailable"],
  ];
  const security = (scope: string) => [
    { ApiKeyHeader: [scope] },
    { BearerKey: [scope] },
    { ConsoleSession: [scope] },
  ];
  return {
    openapi: "3.1.0",
    info: {
      title: "Contacts",
      version: "1.0.0",
      description: codes.map((code) => `| 4xx | \`${code}\` | Sometimes. |`).join("\n"),
      license: { name: "None", identifier: "LicenseRef-None" },
    },
    servers: [{ url: "/v3" }],
    "x-invariants": {
      request_id: { field: "error.request_id", header: "X-Request-Id" },
      own_account: { status: 404 },
      pages: { limit: "limit", offset: "offset", total: "total", has_more: "has_more", entries: "data" },
    },
    tags: [{ name: "Contacts", description: "People." }],
    paths: {
      "/contacts": {
        get: {
          operationId: "listContacts",
          summary: "List contacts",
          description: "Returns the contacts.",
          tags: ["Contacts"],
          security: security("contacts:read"),
          parameters: [ref("parameters/TagFilter")],
          responses: { ...success("200"), ...failures(...always) },
        },
        post: {
          operationId: "createContact",
          summary: "Create a contact",
          description: "Creates a contact.",
          tags: ["Contacts"],
          "x-invariants": { creates: { reader: "getContact" } },
          security: security("contacts:write"),
          requestBody: {
            description: "The new contact.",
            content: {
              "application/json": {
                schema: ref("schemas/Contact"),
                examples: { one: { value: { name: "João", tags: [], attributes: {} } } },
              },
            },
          },
          responses: {
            "201": { ...success("201")["201"], links: toContact({ contact_id: "$response.body#/name" }) },
            ...failures(...always, ["413", "PayloadTooLarge"], ["415", "UnsupportedMediaType"]),
          },
        },
      },
      "/contacts/{contact_id}": {
        get: {
          operationId: "getContact",
          summary: "Read a contact",
          description: "Returns a contact.",
          tags: ["Contacts"],
          security: security("contacts:read"),
          parameters: [ref("parameters/ContactId")],
          responses: { ...success("200"), ...failures(...always, ["404", "NotFound"]) },
        },
      },
    },
    webhooks: {
      contact_update: {
        post: {
          summary: "A contact changed",
          security: [],
          parameters: [signature()],
          responses: { 200: { description: "Received." } },
        },
      },
    },
    components: {
      securitySchemes: {
        ApiKeyHeader: { type: "apiKey", in: "header", name: "X-API-Key" },
        BearerKey: { type: "http", scheme: "bearer" },
        ConsoleSession: { type: "apiKey", in: "cookie", name: "session" },
      },
      headers: {
        "X-Request-Id": text,
        "RateLimit-Limit": number,
        "RateLimit-Remaining": number,
        "RateLimit-Reset": number,
        "Retry-After": number,
        "WWW-Authenticate": text,
      },
      parameters: {
        ContactId: {
          name: "contact_id",
          in: "path",
          required: true,
          description: "The contact.",
          schema: { type: "string", format: "uuid", maxLength: 36 },
          example: "01a1f8d3-ea00-7d14-92c7-1a5b8e4f3d60",
        },
        TagFilter: {
          name: "tag_name",
          in: "query",
          description: "Contacts with one of these tags.",
          style: "form",
          explode: true,
          allowReserved: true,
          schema: { type: "array", maxItems: 10, items: { type: "string", maxLength: 20 } },
          example: ["cliente"],
        },
      },
      responses: {
        BadRequest: failure("validation_failed", rateLimit),
        Unauthorized: failure("unauthorized", ["WWW-Authenticate"]),
        Forbidden: failure("forbidden", rateLimit),
        NotFound: failure("not_found", rateLimit),
        PayloadTooLarge: failure("payload_too_large", rateLimit),
        UnsupportedMediaType: failure("unsupported_media_type", rateLimit),
        TooManyRequests: failure("rate_limited", [...rateLimit, "Retry-After"]),
        InternalError: failure("internal_error", rateLimit),
        ServiceUnavailable: failure("service_unavailable", [...rateLimit, "Retry-After"]),
      },
      schemas: {
        ApiKeyScope: {
          type: "string",
          description: "What a key may do.",
          enum: ["contacts:read", "contacts:write"],
        },
        Contact: {
          type: "object",
          description: "A person.",
          additionalProperties: false,
          required: ["name", "tags", "attributes"],
          properties: {
            name: { type: "string", maxLength: 120, examples: ["Ana"] },
            tags: {
              type: "array",
              maxItems: 10,
              items: { type: "string", maxLength: 20, examples: ["cliente"] },
            },
            attributes: {
              type: "object",
              maxProperties: 100,
              additionalProperties: { type: "string", maxLength: 1024, examples: ["Recife"] },
            },
          },
        },
        ErrorCode: { type: "string", description: "What went wrong.", enum: [...codes] },
        ErrorEnvelope: {
          type: "object",
          description: "A failure.",
          additionalProperties: false,
          required: ["error"],
          properties: {
            error: {
              type: "object",
              additionalProperties: false,
              required: ["code", "message", "request_id"],
              properties: {
                code: ref("schemas/ErrorCode"),
                message: { type: "string", maxLength: 1000, examples: ["It did not work."] },
                request_id: { type: "string", maxLength: 128, examples: ["r-1"] },
              },
            },
          },
        },
      },
    },
  };
}

const list = (contract: Document) => contract.paths["/contacts"].get;
const create = (contract: Document) => contract.paths["/contacts"].post;
const anyKey = () => [{ ApiKeyHeader: [] }, { BearerKey: [] }, { ConsoleSession: [] }];
/** Makes the list the operation that `redocly.yaml` declares as one for any key. */
const openAccount = (contract: Document) =>
  Object.assign(list(contract), { operationId: "getAccount", security: anyKey() });
const contact = (contract: Document) => contract.components.schemas.Contact;
const tagFilter = (contract: Document) => contract.components.parameters.TagFilter;
const codesOf = (contract: Document, response: string) =>
  contract.components.responses[response].content["application/json"].schema.allOf[1].properties.error
    .properties.code.enum;
const rename = (contract: Document, from: string, to: string) => {
  contract.paths[to] = contract.paths[from];
  delete contract.paths[from];
};
const inFile = (path: string) => (contract: Document) => {
  contact(contract).properties.phone = { $ref: path };
  contact(contract).required.push("phone");
};
const aString = { type: "string", maxLength: 16, description: "A text.", examples: ["Oi"] };
const event = (contract: Document) => contract.webhooks.contact_update.post;

const withDefault = (schema: object) => (contract: Document) => {
  contact(contract).properties.name = schema;
};
const union = (mapping: object) => (contract: Document) => {
  contract.components.schemas.Company = { ...contact(contract) };
  contact(contract).properties.tags.items = {
    oneOf: [ref("schemas/Contact"), ref("schemas/Company")],
    discriminator: { propertyName: "name", mapping },
  };
};
const both = { contact: "#/components/schemas/Contact", company: "#/components/schemas/Company" };
/** Returns a change that sets the links of the response to a new contact. */
const linked = (links: object) => (contract: Document) => {
  create(contract).responses["201"].links = links;
};
const toContact = (parameters: object) => ({ getContact: { operationId: "getContact", parameters } });
const page =
  (...parameters: string[]) =>
  (contract: Document) => {
    contact(contract).properties.pagination = { type: "object", additionalProperties: false };
    contact(contract).properties.data = { type: "array", maxItems: 9, items: entry() };
    contact(contract).required.push("pagination", "data");
    for (const operation of [
      list(contract),
      contract.paths["/contacts/{contact_id}"].get,
      create(contract),
    ]) {
      operation.parameters ??= [];
      operation.parameters.push(...parameters.map(pageParameter));
      operation["x-invariants"] = { ...operation["x-invariants"], newest_first: { field: "made_at" } };
    }
    list(contract)["x-invariants"].filters = { tag_name: { field: "tag" } };
  };
const entry = () => ({
  type: "object",
  additionalProperties: false,
  required: ["made_at", "tag"],
  properties: { made_at: aString, tag: aString },
});
const lists = (change: (invariants: Document) => void) => (contract: Document) => {
  page("limit", "offset")(contract);
  change(list(contract)["x-invariants"]);
};
const withMethod = (method: string) => (contract: Document) => {
  contract.paths["/contacts/{contact_id}"][method] = {
    ...contract.paths["/contacts/{contact_id}"].get,
    operationId: "deleteContact",
  };
};
const withId = (contract: Document) => {
  contact(contract).properties.id = aString;
  contact(contract).required.push("id");
};
const conditional = (contract: Document) => {
  create(contract)["x-invariants"].conditional = {
    reader: "getContact",
    tag: "ETag",
    header: "If-Match",
    otherwise: 412,
  };
};
const pageParameter = (name: string) => ({
  name,
  in: "query",
  description: "Which part of the list.",
  allowReserved: true,
  schema: { type: "integer", minimum: 0, maximum: 1000, default: 25 },
  example: 25,
});
/** Adds an event that carries a contact with an id, as `listContacts` returns it. */
const withEvent = (contract: Document) => {
  withId(contract);
  contract.paths["/contacts/{contact_id}"].get["x-invariants"] = { same_id: { contact_id: "id" } };
  event(contract).requestBody = {
    description: "The contact.",
    content: {
      "application/json": {
        schema: ref("schemas/Contact"),
        examples: { one: { value: { id: "1", name: "João", tags: [], attributes: {} } } },
      },
    },
  };
};
const described = (description: string) => (contract: Document) => {
  contact(contract).properties.tags.description = description;
};

const rules: Rule[] = [
  {
    rule: "answer-fields",
    fails: [
      {
        name: "a field that responses may omit",
        change: (contract) => contact(contract).required.pop(),
        says: "Responses may lack `attributes`",
      },
      {
        name: "a field that events may omit",
        change: (contract) =>
          (contract.webhooks.contact_update.post.requestBody = {
            content: {
              "application/json": {
                schema: { type: "object", additionalProperties: false, properties: { city: aString } },
              },
            },
          }),
        says: "Responses may lack `city`",
      },
    ],
    passes: [
      {
        name: "a field that requests may omit",
        change: (contract) =>
          (create(contract).requestBody.content["application/json"].schema = {
            type: "object",
            additionalProperties: false,
            properties: { city: aString },
          }),
      },
    ],
  },
  {
    rule: "defaults",
    fails: [
      {
        name: "a default beyond the limit",
        change: withDefault({ type: "integer", minimum: 1, maximum: 9, default: 10 }),
        says: "The default 10 is not allowed here: it must be <= 9",
      },
      {
        name: "a default of another type",
        change: withDefault({ type: "string", maxLength: 9, default: 1 }),
        says: "must be string",
      },
      {
        name: "a default outside the enumeration",
        change: withDefault({ type: "string", enum: ["a"], default: "b" }),
        says: "must be equal to one of the allowed values",
      },
      {
        name: "a default with an item that is too long",
        change: withDefault({
          type: "array",
          maxItems: 2,
          items: { type: "string", maxLength: 1 },
          default: ["ab"],
        }),
        says: "must NOT have more than 1 characters",
      },
    ],
    passes: [
      {
        name: "a default at the limit",
        change: withDefault({ ...aString, maxLength: 2, default: "ab", examples: ["ab"] }),
      },
    ],
  },
  {
    rule: "discriminator-mapping",
    fails: [
      { name: "a discriminator without mapping", change: union({}), says: "is mapped to Company" },
      {
        name: "a mapping that lacks a form",
        change: union({ contact: both.contact }),
        says: "No value of `name` is mapped to Company",
      },
    ],
    passes: [{ name: "a mapping of every form", change: union(both) }],
  },
  {
    rule: "known-format",
    fails: [
      {
        name: "a format that nothing validates",
        change: withDefault({ type: "string", maxLength: 20, format: "telephone" }),
        says: "`telephone` is not a checked format",
      },
    ],
    passes: [
      { name: "a date", change: withDefault({ ...aString, format: "date", examples: ["2026-01-31"] }) },
    ],
  },
  {
    rule: "orphan-files",
    fails: [
      {
        name: "a file without a reference to it",
        change: () => undefined,
        files: { "schemas/Phone.yaml": aString },
        says: "Nothing refers to schemas/Phone.yaml",
      },
      {
        name: "an example without a reference to it",
        change: inFile("schemas/Phone.yaml"),
        files: { "schemas/Phone.yaml": aString, "examples/Old.yaml": { value: {} } },
        says: "Nothing refers to examples/Old.yaml",
      },
    ],
    passes: [
      {
        name: "a file with a reference from another file",
        change: inFile("schemas/Phones.yaml"),
        files: {
          "schemas/Phones.yaml": {
            type: "array",
            description: "Phones.",
            maxItems: 2,
            items: { $ref: "Phone.yaml" },
          },
          "schemas/Phone.yaml": aString,
        },
      },
    ],
  },
  {
    rule: "pages",
    fails: [
      { name: "pages without an offset", change: page("limit"), says: "has no `offset`" },
      { name: "pages without a limit", change: page("offset"), says: "has no `limit`" },
      {
        name: "an offset without a limit",
        change: (contract) => list(contract).parameters.push(pageParameter("offset")),
        says: "has no `limit`",
      },
    ],
    passes: [{ name: "pages with both parameters", change: page("limit", "offset") }],
  },
  {
    rule: "descriptions",
    fails: [
      {
        name: "a parameter without a description",
        change: (contract) => delete tagFilter(contract).description,
        says: "The parameter `tag_name` has no description",
      },
      {
        name: "a schema with an empty description",
        change: (contract) => (contact(contract).description = " "),
        says: "The schema `Contact` has no description",
      },
      {
        name: "a request body without a description",
        change: (contract) => delete create(contract).requestBody.description,
        says: "The request body has no description",
      },
    ],
    passes: [
      {
        name: "a field without a description",
        change: withDefault({ type: "string", maxLength: 9, examples: ["Ana"] }),
      },
    ],
  },
  {
    rule: "empty-responses",
    fails: [
      {
        name: "204 with a body",
        change: (contract) => {
          const { responses } = list(contract);
          responses["204"] = responses["200"];
        },
        says: "The response 204 has a body",
      },
    ],
    passes: [
      {
        name: "204 without a body",
        change: (contract) =>
          (list(contract).responses["204"] = { description: "Done.", headers: headers(...rateLimit) }),
      },
    ],
  },
  {
    rule: "event-signature",
    fails: [
      {
        name: "an event without its signature header",
        change: (contract) => delete event(contract).parameters,
        says: "does not require the header `X-Service-Signature`",
      },
      {
        name: "an event with an optional signature header",
        change: (contract) => (event(contract).parameters[0].required = false),
        says: "does not require the header `X-Service-Signature`",
      },
    ],
    passes: [
      {
        name: "an event with an additional header",
        change: (contract) =>
          event(contract).parameters.push({ ...signature(), name: "X-Attempt", example: "1" }),
      },
    ],
  },
  {
    rule: "prose-events",
    fails: [
      {
        name: "a description that denies an existing event",
        change: (contract) => {
          withEvent(contract);
          list(contract).description = "Returns the contacts. No event reports them.";
        },
        says: "an event carries what the operation returns",
      },
    ],
    passes: [
      {
        name: "a description that denies a missing event",
        change: (contract) => (list(contract).description = "Returns the contacts. No event reports them."),
      },
      {
        name: "a description that names an existing event",
        change: (contract) => {
          withEvent(contract);
          list(contract).description = "Returns the contacts. An event reports each of them.";
        },
      },
    ],
  },
  {
    rule: "prose-names",
    fails: [
      ["`GET /people`", "operation"],
      ["`contacts:launch`", "scope"],
      ["`listPeople`", "operation id"],
      ["`X-Colour`", "header"],
      ["`colour_of_hair`", "field, parameter or value"],
    ].map(([name, what]) => ({
      name: `prose that names the ${what} ${name}`,
      change: described(`See ${name}.`),
      says: `The text names the ${what} ${name}, which the contract does not declare`,
    })),
    passes: [
      {
        name: "prose that names declared items, and examples",
        change: described(
          "`GET /contacts` (`listContacts`, `contacts:read`) gives `tags`, `rate_limited`, `Retry-After`, `João`, `A_B`.",
        ),
      },
    ],
  },
  {
    rule: "prose-numbers",
    fails: [
      {
        name: "prose with a different limit",
        change: described("At most 20 entries."),
        says: "says 20, but `maxItems` is 10",
      },
      {
        name: "prose with a different limit, with another noun and in words",
        change: described("Up to eleven labels."),
        says: "says eleven, but `maxItems` is 10",
      },
      {
        name: "prose with a different number of keys",
        change: (contract) =>
          (contact(contract).properties.attributes.description = "At most 50 attributes."),
        says: "says 50, but `maxProperties` is 100",
      },
      {
        name: "prose with a different maximum",
        change: (contract) =>
          list(contract).parameters.push({
            ...pageParameter("depth"),
            description: "How deep, at most 900.",
          }),
        says: "says 900, but `maximum` is 1000",
      },
      {
        name: "prose with a different length",
        change: (contract) => (contact(contract).properties.name.description = "1 to 1,000 characters."),
        says: "says 1,000, but `maxLength` is 120",
      },
      {
        name: "prose with a different default",
        change: (contract) =>
          list(contract).parameters.push({
            ...pageParameter("depth"),
            description: "How deep; 5 if left out.",
          }),
        says: "says 5, but `default` is 25",
      },
      {
        name: "an introduction with a different maximum",
        change: (contract) => {
          contract.info.description += "\n`depth` (25 if left out, at most 500) says how deep.";
          list(contract).parameters.push(pageParameter("depth"));
        },
        says: "says 500, but `maximum` is 1000",
      },
    ],
    passes: [
      { name: "prose with the schema's limit", change: described("Up to ten entries, kept for 30 days.") },
      {
        name: "an introduction with the schema's numbers",
        change: (contract) => {
          contract.info.description += "\n`depth` (25 if left out, at most 1000) says how deep.";
          list(contract).parameters.push(pageParameter("depth"));
        },
      },
    ],
  },
  {
    rule: "closed-objects",
    fails: [
      {
        name: "an object that accepts unknown fields",
        change: (contract) => delete contact(contract).additionalProperties,
        says: "Write: `additionalProperties: false`",
      },
      {
        name: "an open object deep in a response",
        change: (contract) =>
          (contact(contract).properties.tags.items = { type: "object", properties: { label: aString } }),
        says: "Write: `additionalProperties: false`",
      },
    ],
    passes: [
      {
        name: "a choice of closed objects",
        change: (contract) =>
          (contact(contract).properties.tags.items = { oneOf: [ref("schemas/Contact"), { type: "null" }] }),
      },
    ],
  },
  {
    rule: "component-file",
    fails: [
      {
        name: "a schema in another folder",
        change: inFile("common/Phone.yaml"),
        files: { "common/Phone.yaml": aString },
        says: "schemas/Contact.yaml",
      },
      {
        name: "a file name that is not a type name",
        change: inFile("schemas/phone-number.yaml"),
        files: { "schemas/phone-number.yaml": aString },
        says: "the file's name becomes the component's name",
      },
      {
        name: "a part of a file",
        change: inFile("schemas/Phones.yaml#/Phone"),
        files: { "schemas/Phones.yaml": { Phone: aString } },
        says: "Write: a whole file",
      },
    ],
    passes: [
      {
        name: "a schema in its file",
        change: inFile("schemas/Phone.yaml"),
        files: { "schemas/Phone.yaml": aString },
      },
    ],
  },
  {
    rule: "error-codes",
    fails: [
      {
        name: "an unlisted code",
        change: (contract) => codesOf(contract, "NotFound").push("vanished"),
        says: "404 lists the code `vanished`, which does not exist",
      },
      {
        name: "a code missing from the tables",
        change: (contract) => {
          contract.components.schemas.ErrorCode.enum.push("gone");
          codesOf(contract, "NotFound").push("gone");
        },
        says: "The table does not say when the code `gone` comes",
      },
    ],
    passes: [
      {
        name: "a new code that is listed and explained",
        change: (contract) => {
          contract.components.schemas.ErrorCode.enum.push("gone");
          contract.info.description += "\n| 404 | `gone` | It was deleted. |";
          codesOf(contract, "NotFound").push("gone");
        },
      },
    ],
  },
  {
    rule: "error-envelope",
    fails: [
      {
        name: "a failure with another schema",
        change: (contract) =>
          (contract.components.responses.NotFound.content["application/json"].schema =
            ref("schemas/Contact")),
        says: "404 does not have the envelope",
      },
      {
        name: "a failure without a body",
        change: (contract) => delete contract.components.responses.NotFound.content,
        says: "404 does not have the envelope",
      },
      {
        name: "a failure with any code",
        change: (contract) =>
          (contract.components.responses.NotFound.content["application/json"].schema =
            ref("schemas/ErrorEnvelope")),
        says: "404 does not list its codes",
      },
    ],
    passes: [
      {
        name: "several codes",
        change: (contract) => codesOf(contract, "NotFound").push("forbidden"),
      },
    ],
  },
  {
    rule: "examples",
    fails: [
      {
        name: "a request body without an example",
        change: (contract) => delete create(contract).requestBody.content["application/json"].examples,
        says: "This body has no example",
      },
      {
        name: "a response without an example",
        change: (contract) => delete list(contract).responses["200"].content["application/json"].examples,
        says: "This body has no example",
      },
      {
        name: "a parameter without an example",
        change: (contract) => delete tagFilter(contract).example,
        says: "`tag_name` has no example",
      },
    ],
    passes: [
      {
        name: "a response without a body",
        change: (contract) => delete list(contract).responses["200"].content,
      },
    ],
  },
  {
    rule: "links",
    fails: [
      {
        name: "a new resource without a link",
        change: linked({}),
        says: "No link leads to `getContact`",
      },
      {
        name: "a link to an unknown operation",
        change: linked({
          ...toContact({ contact_id: "$response.body#/name" }),
          other: { operationId: "find" },
        }),
        says: "The link `other` leads to no operation",
      },
      {
        name: "a link without a parameter of the path",
        change: linked(toContact({})),
        says: "does not fill `contact_id`",
      },
      {
        name: "a link with an unknown path parameter",
        change: linked(toContact({ contact_id: "$response.body#/name", page: "$response.body#/name" })),
        says: "`getContact` has no `page` in its path",
      },
      {
        name: "a link to a field that the response lacks",
        change: linked(toContact({ contact_id: "$response.body#/id" })),
        says: "`$response.body#/id` is not part of the request or the response",
      },
      {
        name: "a link to a parameter that the request lacks",
        change: linked(toContact({ contact_id: "$request.path.contact_id" })),
        says: "`$request.path.contact_id` is not part of the request or the response",
      },
    ],
    passes: [
      { name: "an item of a list", change: linked(toContact({ contact_id: "$response.body#/tags/0" })) },
      {
        name: "a path parameter of the request",
        change: (contract) => {
          contract.paths["/contacts/{contact_id}"].get.responses["200"].links = toContact({
            contact_id: "$request.path.contact_id",
          });
        },
      },
      {
        name: "a created resource that cannot be read",
        change: (contract) => {
          delete contract.paths["/contacts/{contact_id}"];
          delete contract.components.parameters.ContactId;
          create(contract).responses["201"].links = {};
          create(contract)["x-invariants"] = { creates: { list: "listContacts" } };
        },
      },
    ],
  },
  {
    rule: "invariants",
    fails: [
      {
        name: "an unknown invariant",
        change: lists((invariants) => (invariants.oldest_first = { field: "made_at" })),
        says: "`oldest_first` is not an invariant",
      },
      {
        name: "an unknown general invariant",
        change: (contract) => (contract["x-invariants"].gravity = { field: "made_at" }),
        says: "`gravity` is not an invariant",
      },
      {
        name: "an empty invariant",
        change: lists((invariants) => (invariants.newest_first = true)),
        says: "`newest_first` is not an object",
      },
      {
        name: "an invariant without a required argument",
        change: lists((invariants) => (invariants.newest_first = {})),
        says: "`newest_first` lacks `field`",
      },
      {
        name: "an invariant with an unknown argument",
        change: lists((invariants) => (invariants.newest_first.by = "made_at")),
        says: "`newest_first` does not allow `by`",
      },
      {
        name: "an unknown operation",
        change: (contract) => (create(contract)["x-invariants"].creates.reader = "readContact"),
        says: "`creates` names the operation `readContact`, which does not exist",
      },
      {
        name: "an order by an unknown field",
        change: lists((invariants) => (invariants.newest_first.field = "age")),
        says: "`newest_first` names the field of an entry `age`, which does not exist",
      },
      {
        name: "a fixed order by an unknown field",
        change: lists((invariants) => (invariants.ordered = { field: "age" })),
        says: "`ordered` names the field of an entry `age`, which does not exist",
      },
      {
        name: "a filter of an unknown field",
        change: lists((invariants) => (invariants.filters.tag_name = { field: "tags" })),
        says: "`filters` names the field of an entry `tags`, which does not exist",
      },
      {
        name: "a filter by another field than its name says",
        change: (contract) => {
          page("limit", "offset")(contract);
          tagFilter(contract).name = "tag";
          list(contract)["x-invariants"].filters = { tag: { field: "made_at" } };
        },
        says: "The filter `tag` selects by `made_at`, and entries have a field `tag`",
      },
      {
        name: "a filter without a parameter",
        change: lists((invariants) => (invariants.filters.colour = { field: "tag" })),
        says: "`filters` names the query parameter `colour`, which does not exist",
      },
      {
        name: "a filter without a rule",
        change: lists((invariants) => (invariants.filters.tag_name = { near: "tag" })),
        says: "The filter `tag_name` does not state how it selects entries",
      },
      {
        name: "an id that is not in the path",
        change: (contract) => {
          withId(contract);
          contract.paths["/contacts/{contact_id}"].get["x-invariants"] = { same_id: { person_id: "id" } };
        },
        says: "`same_id` names the path parameter `person_id`, which does not exist",
      },
      {
        name: "an id that is not in the response",
        change: (contract) => (create(contract)["x-invariants"].creates.id = "key"),
        says: "`creates` names the field of the response `key`, which does not exist",
      },
      {
        name: "a header that is not a parameter",
        change: (contract) =>
          (create(contract)["x-invariants"].idempotent = { key: "Once", replayed: "Again", other_body: 409 }),
        says: "`idempotent` names the header `Once`, which does not exist",
      },
      {
        name: "a condition by a header that is not a parameter",
        change: conditional,
        says: "`conditional` names the header `If-Match`, which does not exist",
      },
      {
        name: "a condition by a tag that the reader does not return",
        change: conditional,
        says: "`conditional` names the header of the reader `ETag`, which does not exist",
      },
      {
        name: "a condition with an undeclared status",
        change: conditional,
        says: "`conditional` names the status `412`, which does not exist",
      },
      {
        name: "a change without a reader",
        change: (contract) => (create(contract)["x-invariants"].becomes = { fields: { name: ["Ana"] } }),
        says: "`becomes` does not state where it shows",
      },
      {
        name: "a change of an unknown field",
        change: (contract) =>
          (create(contract)["x-invariants"].becomes = { reader: "getContact", fields: { mood: ["good"] } }),
        says: "`becomes` names the field of the response `mood`, which does not exist",
      },
      {
        name: "a sum of unknown fields",
        change: (contract) => (contract["x-invariants"].sums = { Contact: { name: ["age"] } }),
        says: "`sums` names `Contact.age`, which does not exist",
      },
      {
        name: "a zero depending on an unknown field",
        change: (contract) =>
          (contract["x-invariants"].zero = { Contact: { field: "name", while: { mood: ["bad"] } } }),
        says: "`zero` names `Contact.mood`, which does not exist",
      },
      {
        name: "a field that is null unless an unknown field has a value",
        change: (contract) =>
          (contract["x-invariants"].null_unless = { Contact: { field: "name", while: { mood: ["bad"] } } }),
        says: "`null_unless` names `Contact.mood`, which does not exist",
      },
      {
        name: "a maximum of an unknown field",
        change: (contract) => (contract["x-invariants"].at_most = { Contact: { name: "age" } }),
        says: "`at_most` names `Contact.age`, which does not exist",
      },
      {
        name: "an encoding of an unknown field",
        change: (contract) =>
          (contract["x-invariants"].gsm7 = { Contact: { field: "mood", while: { name: ["Ana"] } } }),
        says: "`gsm7` names `Contact.mood`, which does not exist",
      },
      {
        name: "a history of unknown steps",
        change: (contract) =>
          (create(contract)["x-invariants"].history = { steps: "steps", status: "name", at: "occurred_at" }),
        says: "`history` names the field of the response `steps`, which does not exist",
      },
    ],
    passes: [
      { name: "invariants with known names", change: lists(() => undefined) },
      {
        name: "a sum of known fields",
        change: (contract) => (contract["x-invariants"].sums = { Contact: { name: ["tags", "attributes"] } }),
      },
    ],
  },
  {
    rule: "invariants-given",
    fails: [
      {
        name: "a contract without the general invariants",
        change: (contract) => delete contract["x-invariants"].own_account,
        says: "The contract does not have the general invariant `own_account`",
      },
      {
        name: "a list without an order",
        change: lists((invariants) => delete invariants.newest_first),
        says: "The list does not state its order",
      },
      {
        name: "a filter without a field",
        change: lists((invariants) => delete invariants.filters),
        says: "The list does not state the field of the filter `tag_name`",
      },
      {
        name: "a created resource that nothing returns",
        change: (contract) => delete create(contract)["x-invariants"],
        says: "The operation does not state where to find what it creates",
      },
      {
        name: "a change that nothing returns",
        change: withMethod("patch"),
        says: "The operation does not state where its change shows",
      },
      {
        name: "a condition without a tag",
        change: (contract) =>
          (create(contract).parameters = [
            { name: "If-Match", in: "header", description: "A tag.", example: "1", schema: aString },
          ]),
        says: "The operation does not state the tag for `If-Match`",
      },
      {
        name: "a deletion that nothing shows",
        change: withMethod("delete"),
        says: "The operation does not state what it changes",
      },
      {
        name: "an id that nothing returns",
        change: withId,
        says: "The operation does not state which field returns `contact_id`",
      },
    ],
    passes: [{ name: "a complete list", change: lists(() => undefined) }],
  },
  {
    rule: "limits",
    fails: [
      {
        name: "a string without a maximum length",
        change: (contract) => delete contact(contract).properties.name.maxLength,
        says: "This string has no maxLength",
      },
      {
        name: "a nullable string without a maximum length",
        change: (contract) => (contact(contract).properties.name = { type: ["string", "null"] }),
        says: "This string has no maxLength",
      },
      {
        name: "an integer without bounds",
        change: (contract) => (contact(contract).properties.age = { type: "integer" }),
        says: "This integer has no minimum and no maximum",
      },
      {
        name: "an array without a maximum",
        change: (contract) => delete tagFilter(contract).schema.maxItems,
        says: "This array has no maxItems",
      },
      {
        name: "a map without a maximum",
        change: (contract) => delete contact(contract).properties.attributes.maxProperties,
        says: "This map has no maxProperties",
      },
    ],
    passes: [
      {
        name: "an enumeration",
        change: (contract) => (contact(contract).properties.name = { type: "string", enum: ["João"] }),
      },
    ],
  },
  {
    rule: "operation-id",
    fails: [
      {
        name: "a missing name",
        change: (contract) => delete list(contract).operationId,
        says: "The operation has no name",
      },
      {
        name: "a name in snake case",
        change: (contract) => (list(contract).operationId = "list_contacts"),
        says: "`operationId: listContacts`",
      },
      {
        name: "an unknown verb",
        change: (contract) => (list(contract).operationId = "fetchContacts"),
        says: "redocly.yaml",
      },
      {
        name: "a name that is already used",
        change: (contract) => (create(contract).operationId = "listContacts"),
        says: "is taken by",
      },
    ],
    passes: [
      { name: "another noun", change: (contract) => (list(contract).operationId = "listContactsOfAccount") },
    ],
  },
  {
    rule: "operation-scope",
    fails: [
      {
        name: "a missing scope",
        change: (contract) => (list(contract).security = [{ ApiKeyHeader: [] }, { BearerKey: [] }]),
        says: 'ApiKeyHeader: ["contacts:read"]',
      },
      {
        name: "no scope of an operation that is not for any key",
        change: (contract) => (list(contract).security = anyKey()),
        says: "The operation does not require one scope",
      },
      {
        name: "an operation for any key that does not accept every form",
        change: (contract) => openAccount(contract).security.pop(),
        says: "The operation does not require one scope",
      },
      {
        name: "a scope for only one form of the key",
        change: (contract) => list(contract).security.pop(),
        says: "the same for each form",
      },
      {
        name: "different scopes",
        change: (contract) => (list(contract).security[1].BearerKey = ["contacts:write"]),
        says: "the same for each form",
      },
      {
        name: "both forms together",
        change: (contract) =>
          (list(contract).security = [{ ApiKeyHeader: ["contacts:read"], BearerKey: ["contacts:read"] }]),
        says: "the same for each form",
      },
      {
        name: "a read with a scope for writing",
        change: (contract) => (list(contract).security = create(contract).security),
        says: "The operation only reads, but requires the scope `contacts:write`",
      },
      {
        name: "a change with a scope for reading",
        change: (contract) => (create(contract).security = list(contract).security),
        says: "The operation changes something, but requires the scope `contacts:read`",
      },
    ],
    passes: [
      { name: "another order", change: (contract) => list(contract).security.reverse() },
      { name: "an operation for any key", change: (contract) => openAccount(contract) },
    ],
  },
  {
    rule: "operation-tag",
    fails: [
      { name: "a missing tag", change: (contract) => delete list(contract).tags, says: "has no tag" },
      {
        name: "two tags",
        change: (contract) => list(contract).tags.push("Contacts"),
        says: "has 2 tags",
      },
      {
        name: "an undeclared tag",
        change: (contract) => (list(contract).tags = ["People"]),
        says: "Write: `- name: People`",
      },
    ],
    passes: [
      {
        name: "another declared tag",
        change: (contract) => {
          contract.tags.push({ name: "People", description: "People." });
          list(contract).tags = ["People"];
        },
      },
    ],
  },
  {
    rule: "operation-texts",
    fails: [
      {
        name: "a missing summary",
        change: (contract) => delete list(contract).summary,
        says: "has no summary",
      },
      {
        name: "an empty description",
        change: (contract) => (list(contract).description = " "),
        says: "has no description",
      },
      {
        name: "a copied summary",
        change: (contract) => (list(contract).summary = "create a contact"),
        says: "The summary is the same as that of `listContacts`",
      },
    ],
    passes: [
      { name: "a short description", change: (contract) => (list(contract).description = "All of them.") },
    ],
  },
  {
    rule: "path-name",
    fails: [
      {
        name: "a path with an underscore",
        change: (contract) => rename(contract, "/contacts", "/contact_cards"),
        says: "`/contact-cards`",
      },
      {
        name: "a path with a capital",
        change: (contract) => rename(contract, "/contacts", "/contactCards"),
        says: "`/contact-cards`",
      },
      {
        name: "an id with a hyphen",
        change: (contract) => {
          rename(contract, "/contacts/{contact_id}", "/contacts/{contact-id}");
          contract.components.parameters.ContactId.name = "contact-id";
        },
        says: "`/contacts/{contact_id}`",
      },
    ],
    passes: [
      {
        name: "words with hyphens",
        change: (contract) => rename(contract, "/contacts", "/contact-cards"),
      },
    ],
  },
  {
    rule: "query-parameter",
    fails: [
      {
        name: "reserved characters not allowed",
        change: (contract) => delete tagFilter(contract).allowReserved,
        says: "Write: `allowReserved: true`",
      },
      {
        name: "an array that cannot be repeated",
        change: (contract) => (tagFilter(contract).explode = false),
        says: "`style: form` and `explode: true`",
      },
    ],
    passes: [
      {
        name: "a single value",
        change: (contract) =>
          Object.assign(contract.components.parameters, {
            TagFilter: {
              name: "tag_name",
              in: "query",
              description: "A tag.",
              allowReserved: true,
              schema: aString,
              example: "cliente",
            },
          }),
      },
    ],
  },
  {
    rule: "required-statuses",
    fails: [
      {
        name: "a missing 503",
        change: (contract) => delete list(contract).responses["503"],
        says: '`"503": {$ref: ../../responses/ServiceUnavailable.yaml}`',
      },
      {
        name: "a missing 403 for a scope",
        change: (contract) => delete list(contract).responses["403"],
        says: "403 is not declared",
      },
      {
        name: "a missing 413 for a body",
        change: (contract) => delete create(contract).responses["413"],
        says: "413 is not declared",
      },
      {
        name: "a missing 404 for an id",
        change: (contract) => delete contract.paths["/contacts/{contact_id}"].get.responses["404"],
        says: "404 is not declared",
      },
      {
        name: "a default response",
        change: (contract) => (list(contract).responses.default = ref("responses/BadRequest")),
        says: "instead of `default`",
      },
      {
        name: "a missing success",
        change: (contract) => delete list(contract).responses["200"],
        says: "No success is declared",
      },
    ],
    passes: [
      {
        name: "an additional status",
        change: (contract) => (list(contract).responses["404"] = ref("responses/NotFound")),
      },
      {
        name: "no 403 without a scope",
        change: (contract) => delete openAccount(contract).responses["403"],
      },
    ],
  },
  {
    rule: "reserved-name",
    fails: [
      {
        name: "a schema called Error",
        change: (contract) => {
          contract.components.schemas.Error = aString;
          contact(contract).properties.error = ref("schemas/Error");
        },
        says: "already has a type called Error",
      },
      {
        name: "a file called Error",
        change: inFile("schemas/Error.yaml"),
        files: { "schemas/Error.yaml": aString },
        says: "already has a type called Error",
      },
    ],
    passes: [
      {
        name: "a longer name",
        change: inFile("schemas/ErrorText.yaml"),
        files: { "schemas/ErrorText.yaml": aString },
      },
    ],
  },
  {
    rule: "response-headers",
    fails: [
      {
        name: "a response without a request id",
        change: (contract) => delete contract.components.responses.Unauthorized.headers["X-Request-Id"],
        says: "{X-Request-Id: {$ref: ../../headers/X-Request-Id.yaml}}",
      },
      {
        name: "a success without the rate limit",
        change: (contract) => delete list(contract).responses["200"].headers["RateLimit-Reset"],
        says: "{RateLimit-Reset:",
      },
      {
        name: "a 429 without Retry-After",
        change: (contract) => delete contract.components.responses.TooManyRequests.headers["Retry-After"],
        says: "{Retry-After:",
      },
    ],
    passes: [
      {
        name: "an additional header",
        change: (contract) =>
          (contract.components.responses.NotFound.headers["Retry-After"] = ref("headers/Retry-After")),
      },
    ],
  },
  {
    rule: "schema-examples",
    fails: [
      {
        name: "a string without an example",
        change: (contract) => delete contact(contract).properties.name.examples,
        says: "This value has no example",
      },
      {
        name: "a nullable number without an example",
        change: (contract) =>
          (contact(contract).properties.age = { type: ["integer", "null"], minimum: 0, maximum: 150 }),
        says: "This value has no example",
      },
      {
        name: "items of a list without an example",
        change: (contract) => delete contact(contract).properties.tags.items.examples,
        says: "This value has no example",
      },
      {
        name: "values of a map without an example",
        change: (contract) => (contact(contract).properties.attributes.additionalProperties.examples = []),
        says: "This value has no example",
      },
    ],
    passes: [
      {
        name: "an enumeration and a boolean",
        change: (contract) => {
          contact(contract).properties.kind = { type: "string", enum: ["person", "shop"] };
          contact(contract).properties.is_known = { type: "boolean" };
          contact(contract).required.push("kind", "is_known");
        },
      },
    ],
  },
  {
    rule: "scopes-offered",
    fails: [
      {
        name: "a scope that no key can have",
        change: (contract) => contract.components.schemas.ApiKeyScope.enum.pop(),
        says: "No key can have the scope `contacts:write`",
      },
      {
        name: "a scope that no operation requires",
        change: (contract) => contract.components.schemas.ApiKeyScope.enum.push("contacts:launch"),
        says: "No operation requires `contacts:launch`",
      },
    ],
    passes: [
      { name: "another order", change: (contract) => contract.components.schemas.ApiKeyScope.enum.reverse() },
    ],
  },
  {
    rule: "snake-case",
    fails: [
      {
        name: "a property in camelCase",
        change: (contract) => (contact(contract).properties.firstName = aString),
        says: "Write: `first_name`",
      },
      {
        name: "a parameter with a hyphen",
        change: (contract) => (tagFilter(contract).name = "tag-name"),
        says: "Write: `tag_name`",
      },
    ],
    passes: [
      {
        name: "a header",
        change: (contract) =>
          list(contract).parameters.push({
            name: "Idempotency-Key",
            description: "A key.",
            in: "header",
            schema: aString,
            example: "pedido-1",
          }),
      },
    ],
  },
];

interface Report {
  ruleId: string;
  message: string;
  location: { source: { ref: string }; start?: { line: number; col: number } }[];
}

interface Problem {
  rule: string;
  message: string;
  place: string;
}

const root = resolve(__dirname, "../..");
const config = join(root, "redocly.yaml");
const rulesFolder = join(root, "scripts/contract-rules");

function redocly(folder: string, ...args: string[]) {
  return spawnSync(process.execPath, [join(root, "node_modules/@redocly/cli/bin/cli.js"), ...args], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  });
}

/** Calls `work` with an empty folder and deletes the folder afterwards. */
function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "recado-contract-rules-"));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs the linter once over all documents and returns the problems by the document's index. */
const lint = (cases: Case[]): Problem[][] =>
  inFolder((folder) => {
    const documents = cases.map(({ change, files = {} }, index) => {
      const contract = soundContract();
      change(contract);
      for (const [path, content] of Object.entries({ ...files, "openapi.yaml": contract })) {
        const file = join(folder, String(index), path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, JSON.stringify(content, null, 2));
      }
      return join(String(index), "openapi.yaml");
    });
    const options = ["--config", config, "--format", "json", "--max-problems", "10000"];
    const run = redocly(folder, "lint", ...documents, ...options);
    const reports = run.stdout.trim().split(/(?<=^\})(?=\{$)/m);
    if (reports.length !== documents.length) throw new Error(`${run.stdout}${run.stderr}`);
    return reports.map((report) =>
      (JSON.parse(report) as { problems: Report[] }).problems.map(({ ruleId, message, location: [at] }) => ({
        rule: ruleId,
        message,
        place: `${at?.source.ref}:${at?.start?.line}:${at?.start?.col}`,
      })),
    );
  });

/** Runs `npm run contract:lint` in a copy of the project with an edited file. */
const lintCommand = (path: string, right: string | RegExp, wrong: string) =>
  inFolder((folder) => {
    for (const part of [
      "openapi",
      "scripts/contract",
      "scripts/contract-rules",
      "scripts/tools",
      "redocly.yaml",
    ])
      cpSync(join(root, part), join(folder, part), { recursive: true });
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    const file = join(folder, path);
    writeFileSync(file, readFileSync(file, "utf8").replace(right, wrong));
    const command = ["--import", "tsx", "scripts/contract/lint.ts"];
    return spawnSync(process.execPath, command, { cwd: folder, encoding: "utf8" });
  });

describe("lint rules of the contract", () => {
  const cases = rules.flatMap(({ fails, passes }) => [...fails, ...passes]);
  const results = new Map<Case, Problem[]>();
  let sound: Problem[] = [];

  beforeAll(() => {
    const [first = [], ...others] = lint([{ name: "sound", change: () => undefined }, ...cases]);
    sound = first;
    cases.forEach((each, index) => results.set(each, others[index] ?? []));
  });

  it("includes every rule of the plugin, enabled as an error, with failing and passing cases", () => {
    const list = `import("${rulesFolder}/plugin.mjs").then((m) => console.log(Object.keys(m.default().rules.oas3).join(" ")))`;
    const plugin = spawnSync(process.execPath, ["-e", list], { encoding: "utf8" }).stdout.trim().split(" ");
    const { rules: switches } = parse(readFileSync(config, "utf8")) as { rules: Record<string, unknown> };
    const severity = (rule: string) => {
      const value = switches[`recado/${rule}`] as string | { severity: string } | undefined;
      return typeof value === "object" ? value.severity : value;
    };
    const files = readdirSync(rulesFolder)
      .filter((name) => name.endsWith(".mjs"))
      .map((name) => name.replace(".mjs", ""));
    expect(files.filter((name) => !["plugin", "support"].includes(name)).sort()).toEqual([...plugin].sort());
    expect(rules.map(({ rule }) => rule).sort()).toEqual([...plugin].sort());
    expect(plugin.filter((rule) => severity(rule) !== "error")).toEqual([]);
    expect(rules.filter(({ fails, passes }) => fails.length === 0 || passes.length === 0)).toEqual([]);
  });

  it("reports nothing in a sound contract", () => {
    expect(sound.filter(({ rule }) => rule.startsWith("recado/"))).toEqual([]);
  });

  it("reports file and line of the source", () => {
    const run = inFolder((folder) => {
      cpSync(join(root, "openapi"), join(folder, "openapi"), { recursive: true });
      const file = join(folder, "openapi/paths/templates/templates.yaml");
      writeFileSync(file, readFileSync(file, "utf8").replace("listTemplates", "list_templates"));
      return redocly(folder, "lint", "openapi/openapi.yaml", "--config", config);
    });
    expect(run.status).toBe(1);
    expect(run.stderr + run.stdout).toContain("openapi/paths/templates/templates.yaml:2:16");
    expect(run.stderr + run.stdout).toContain("`list_templates` is not a known verb");
  });

  it.each([
    ["openapi/paths/templates/templates.yaml", "operationId: listTemplates", "operationId: list_templates"],
    ["openapi/carriers/http.yaml", "summary:", "summery:"],
  ])("reports both results, and nothing as valid when %s is invalid", (path, right, wrong) => {
    const run = lintCommand(path, right, wrong);
    const output = run.stdout + run.stderr;
    expect(run.status).toBe(1);
    expect(output).toContain(path);
    expect(output.trim().split("\n").at(-1)).toBe(
      "The contract or a carrier's document is invalid: see the problems above.",
    );
    expect(output).not.toMatch(/descriptions? (are|is) valid/);
  });

  it.each([
    ["openapi/schemas/CreateTemplateRequest.yaml", /properties:[^]*/, "properties:\n", ":5:1"],
    ["openapi/paths/templates/templates.yaml", /security:\n( {4}.*\n)+/, "security:\n", ":14:3"],
    ["openapi/carriers/http.yaml", /security:\n( +-.*\n)+/, "security:\n", ":"],
  ])("names file and line of an empty part of %s, on which a rule crashes", (path, right, wrong, place) => {
    const { status, stdout, stderr } = lintCommand(path, right, wrong);
    expect(status).toBe(1);
    expect(stdout + stderr).toContain(`${path}${place}`);
    expect(stdout + stderr).toMatch(/Expected type `\w+` \(\w+\) but got `null`/);
  });

  describe.each(rules)("$rule", ({ rule, fails, passes }) => {
    it.each(fails)("refuses $name with a place, a reason and a correction", (each) => {
      const found = results.get(each)?.filter((problem) => problem.rule === `recado/${rule}`) ?? [];
      expect(found.map(({ message }) => message)).toContainEqual(expect.stringContaining(each.says));
      for (const { message, place } of found) {
        expect(message).toMatch(/^\S.+\.\n {2}Why: \S.+\.\n {2}Write: \S.+$/);
        expect(place).toMatch(/\.yaml:\d+:\d+$/);
      }
    });

    it.each(passes)("accepts $name", (each) => {
      expect(results.get(each)?.filter((problem) => problem.rule.startsWith("recado/"))).toEqual([]);
    });
  });
});
