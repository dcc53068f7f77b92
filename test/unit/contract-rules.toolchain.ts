import { execFile, spawnSync } from "node:child_process";
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
  /** Part of the problem that the rule reports; absent if the rule accepts the change. */
  says?: string;
}

const refuses = (name: string, says: string, change: Case["change"], files?: Case["files"]): Case => ({
  name,
  says,
  change,
  files,
});
const accepts = (name: string, change: Case["change"], files?: Case["files"]): Case => ({
  name,
  change,
  files,
});

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
const withEventTypes = (contract: Document, ...types: string[]) => {
  event(contract).requestBody = {
    description: "The event.",
    content: {
      "application/json": {
        schema: ref("schemas/ContactUpdate"),
        examples: { one: { value: { type: "contact_update", data: { subscribed: ["contact_update"] } } } },
      },
    },
  };
  contract.components.schemas.WebhookEventType = { type: "string", description: "An event.", enum: types };
  contract.components.schemas.ContactUpdate = {
    type: "object",
    description: "A contact changed.",
    additionalProperties: false,
    required: ["type", "data"],
    properties: {
      type: { type: "string", enum: ["contact_update"] },
      data: {
        type: "object",
        additionalProperties: false,
        required: ["subscribed"],
        properties: { subscribed: { type: "array", maxItems: 9, items: ref("schemas/WebhookEventType") } },
      },
    },
  };
};
const described = (description: string) => (contract: Document) => {
  contact(contract).properties.tags.description = description;
};

const rules: Record<string, Case[]> = {
  "response-fields": [
    refuses("a field that responses may omit", "Responses may lack `attributes`", (contract) =>
      contact(contract).required.pop(),
    ),
    refuses("a field that events may omit", "Responses may lack `city`", (contract) => {
      contract.webhooks.contact_update.post.requestBody = {
        content: {
          "application/json": {
            schema: { type: "object", additionalProperties: false, properties: { city: aString } },
          },
        },
      };
    }),
    accepts("a field that requests may omit", (contract) => {
      create(contract).requestBody.content["application/json"].schema = {
        type: "object",
        additionalProperties: false,
        properties: { city: aString },
      };
    }),
  ],
  defaults: [
    refuses(
      "a default beyond the limit",
      "The default 10 is not allowed here: it must be <= 9",
      withDefault({ type: "integer", minimum: 1, maximum: 9, default: 10 }),
    ),
    refuses(
      "a default of another type",
      "must be string",
      withDefault({ type: "string", maxLength: 9, default: 1 }),
    ),
    refuses(
      "a default outside the enumeration",
      "must be equal to one of the allowed values",
      withDefault({ type: "string", enum: ["a"], default: "b" }),
    ),
    refuses(
      "a default with an item that is too long",
      "must NOT have more than 1 characters",
      withDefault({
        type: "array",
        maxItems: 2,
        items: { type: "string", maxLength: 1 },
        default: ["ab"],
      }),
    ),
    accepts(
      "a default at the limit",
      withDefault({ ...aString, maxLength: 2, default: "ab", examples: ["ab"] }),
    ),
  ],
  "discriminator-mapping": [
    refuses("a discriminator without mapping", "is mapped to Company", union({})),
    refuses(
      "a mapping that lacks a form",
      "No value of `name` is mapped to Company",
      union({ contact: both.contact }),
    ),
    accepts("a mapping of every form", union(both)),
  ],
  "known-format": [
    refuses(
      "a format that nothing validates",
      "`telephone` is not a checked format",
      withDefault({ type: "string", maxLength: 20, format: "telephone" }),
    ),
    accepts("a date", withDefault({ ...aString, format: "date", examples: ["2026-01-31"] })),
  ],
  "orphan-files": [
    refuses("a file without a reference to it", "Nothing refers to schemas/Phone.yaml", () => undefined, {
      "schemas/Phone.yaml": aString,
    }),
    refuses(
      "an example without a reference to it",
      "Nothing refers to examples/Old.yaml",
      inFile("schemas/Phone.yaml"),
      { "schemas/Phone.yaml": aString, "examples/Old.yaml": { value: {} } },
    ),
    accepts("a file with a reference from another file", inFile("schemas/Phones.yaml"), {
      "schemas/Phones.yaml": {
        type: "array",
        description: "Phones.",
        maxItems: 2,
        items: { $ref: "Phone.yaml" },
      },
      "schemas/Phone.yaml": aString,
    }),
  ],
  pages: [
    refuses("pages without an offset", "has no `offset`", page("limit")),
    refuses("pages without a limit", "has no `limit`", page("offset")),
    refuses("an offset without a limit", "has no `limit`", (contract) =>
      list(contract).parameters.push(pageParameter("offset")),
    ),
    accepts("pages with both parameters", page("limit", "offset")),
  ],
  descriptions: [
    refuses(
      "a parameter without a description",
      "The parameter `tag_name` has no description",
      (contract) => delete tagFilter(contract).description,
    ),
    refuses("a schema with an empty description", "The schema `Contact` has no description", (contract) => {
      contact(contract).description = " ";
    }),
    refuses(
      "a request body without a description",
      "The request body has no description",
      (contract) => delete create(contract).requestBody.description,
    ),
    accepts(
      "a field without a description",
      withDefault({ type: "string", maxLength: 9, examples: ["Ana"] }),
    ),
  ],
  "empty-responses": [
    refuses("204 with a body", "The response 204 has a body", (contract) => {
      const { responses } = list(contract);
      responses["204"] = responses["200"];
    }),
    accepts("204 without a body", (contract) => {
      list(contract).responses["204"] = { description: "Done.", headers: headers(...rateLimit) };
    }),
  ],
  "event-signature": [
    refuses(
      "an event without its signature header",
      "does not require the header `X-Service-Signature`",
      (contract) => delete event(contract).parameters,
    ),
    refuses(
      "an event with an optional signature header",
      "does not require the header `X-Service-Signature`",
      (contract) => (event(contract).parameters[0].required = false),
    ),
    accepts("an event with an additional header", (contract) =>
      event(contract).parameters.push({ ...signature(), name: "X-Attempt", example: "1" }),
    ),
  ],
  "event-types": [
    refuses("a type that no webhook sends", "No webhook sends the event `contact_removed`", (contract) => {
      withEventTypes(contract, "contact_update", "contact_removed");
    }),
    accepts("a type that a webhook sends", (contract) => withEventTypes(contract, "contact_update")),
  ],
  "prose-events": [
    refuses(
      "a description that denies an existing event",
      "an event carries what the operation returns",
      (contract) => {
        withEvent(contract);
        list(contract).description = "Returns the contacts. No event reports them.";
      },
    ),
    accepts("a description that denies a missing event", (contract) => {
      list(contract).description = "Returns the contacts. No event reports them.";
    }),
    accepts("a description that names an existing event", (contract) => {
      withEvent(contract);
      list(contract).description = "Returns the contacts. An event reports each of them.";
    }),
  ],
  "prose-names": [
    ...[
      ["`GET /people`", "operation"],
      ["`contacts:launch`", "scope"],
      ["`listPeople`", "operation id"],
      ["`X-Colour`", "header"],
      ["`colour_of_hair`", "field, parameter or value"],
    ].map(([name, what]) =>
      refuses(
        `prose that names the ${what} ${name}`,
        `The text names the ${what} ${name}, which the contract does not declare`,
        described(`See ${name}.`),
      ),
    ),
    accepts(
      "prose that names declared items, and examples",
      described(
        "`GET /contacts` (`listContacts`, `contacts:read`) gives `tags`, `rate_limited`, `Retry-After`, `João`, `A_B`.",
      ),
    ),
  ],
  "prose-numbers": [
    refuses(
      "prose with a different limit",
      "says 20, but `maxItems` is 10",
      described("At most 20 entries."),
    ),
    refuses(
      "prose with a different limit, with another noun and in words",
      "says eleven, but `maxItems` is 10",
      described("Up to eleven labels."),
    ),
    refuses("prose with a different number of keys", "says 50, but `maxProperties` is 100", (contract) => {
      contact(contract).properties.attributes.description = "At most 50 attributes.";
    }),
    refuses("prose with a different maximum", "says 900, but `maximum` is 1000", (contract) =>
      list(contract).parameters.push({
        ...pageParameter("depth"),
        description: "How deep, at most 900.",
      }),
    ),
    refuses("prose with a different length", "says 1,000, but `maxLength` is 120", (contract) => {
      contact(contract).properties.name.description = "1 to 1,000 characters.";
    }),
    refuses("prose with a different default", "says 5, but `default` is 25", (contract) =>
      list(contract).parameters.push({
        ...pageParameter("depth"),
        description: "How deep; 5 if left out.",
      }),
    ),
    refuses("an introduction with a different maximum", "says 500, but `maximum` is 1000", (contract) => {
      contract.info.description += "\n`depth` (25 if left out, at most 500) says how deep.";
      list(contract).parameters.push(pageParameter("depth"));
    }),
    accepts("prose with the schema's limit", described("Up to ten entries, kept for 30 days.")),
    accepts("an introduction with the schema's numbers", (contract) => {
      contract.info.description += "\n`depth` (25 if left out, at most 1000) says how deep.";
      list(contract).parameters.push(pageParameter("depth"));
    }),
  ],
  "closed-objects": [
    refuses(
      "an object that accepts unknown fields",
      "Write: `additionalProperties: false`",
      (contract) => delete contact(contract).additionalProperties,
    ),
    refuses("an open object deep in a response", "Write: `additionalProperties: false`", (contract) => {
      contact(contract).properties.tags.items = { type: "object", properties: { label: aString } };
    }),
    accepts("a choice of closed objects", (contract) => {
      contact(contract).properties.tags.items = { oneOf: [ref("schemas/Contact"), { type: "null" }] };
    }),
  ],
  "component-file": [
    refuses("a schema in another folder", "schemas/Contact.yaml", inFile("common/Phone.yaml"), {
      "common/Phone.yaml": aString,
    }),
    refuses(
      "a file name that is not a type name",
      "the file's name becomes the component's name",
      inFile("schemas/phone-number.yaml"),
      { "schemas/phone-number.yaml": aString },
    ),
    refuses("a part of a file", "Write: a whole file", inFile("schemas/Phones.yaml#/Phone"), {
      "schemas/Phones.yaml": { Phone: aString },
    }),
    accepts("a schema in its file", inFile("schemas/Phone.yaml"), { "schemas/Phone.yaml": aString }),
  ],
  "error-codes": [
    refuses("an unlisted code", "404 lists the code `vanished`, which does not exist", (contract) =>
      codesOf(contract, "NotFound").push("vanished"),
    ),
    refuses(
      "a code missing from the tables",
      "The table does not say when the code `gone` comes",
      (contract) => {
        contract.components.schemas.ErrorCode.enum.push("gone");
        codesOf(contract, "NotFound").push("gone");
      },
    ),
    refuses("a code that no response lists", "No response lists the code `gone`", (contract) => {
      contract.components.schemas.ErrorCode.enum.push("gone");
      contract.info.description += "\n| 404 | `gone` | It was deleted. |";
    }),
    accepts("a code that no operation returns", (contract) => {
      contract.components.schemas.ErrorCode.enum.push("method_not_allowed");
      contract.info.description += "\n| 405 | `method_not_allowed` | The path has other methods. |";
    }),
    accepts("a new code that is listed and explained", (contract) => {
      contract.components.schemas.ErrorCode.enum.push("gone");
      contract.info.description += "\n| 404 | `gone` | It was deleted. |";
      codesOf(contract, "NotFound").push("gone");
    }),
  ],
  "error-envelope": [
    refuses("a failure with another schema", "404 does not have the envelope", (contract) => {
      contract.components.responses.NotFound.content["application/json"].schema = ref("schemas/Contact");
    }),
    refuses(
      "a failure without a body",
      "404 does not have the envelope",
      (contract) => delete contract.components.responses.NotFound.content,
    ),
    refuses("a failure with any code", "404 does not list its codes", (contract) => {
      contract.components.responses.NotFound.content["application/json"].schema =
        ref("schemas/ErrorEnvelope");
    }),
    accepts("several codes", (contract) => codesOf(contract, "NotFound").push("forbidden")),
  ],
  examples: [
    refuses(
      "a request body without an example",
      "This body has no example",
      (contract) => delete create(contract).requestBody.content["application/json"].examples,
    ),
    refuses(
      "a response without an example",
      "This body has no example",
      (contract) => delete list(contract).responses["200"].content["application/json"].examples,
    ),
    refuses(
      "a parameter without an example",
      "`tag_name` has no example",
      (contract) => delete tagFilter(contract).example,
    ),
    accepts("a response without a body", (contract) => delete list(contract).responses["200"].content),
  ],
  links: [
    refuses("a new resource without a link", "No link leads to `getContact`", linked({})),
    refuses(
      "a link to an unknown operation",
      "The link `other` leads to no operation",
      linked({
        ...toContact({ contact_id: "$response.body#/name" }),
        other: { operationId: "find" },
      }),
    ),
    refuses("a link without a parameter of the path", "does not fill `contact_id`", linked(toContact({}))),
    refuses(
      "a link with an unknown path parameter",
      "`getContact` has no `page` in its path",
      linked(toContact({ contact_id: "$response.body#/name", page: "$response.body#/name" })),
    ),
    refuses(
      "a link to a field that the response lacks",
      "`$response.body#/id` is not part of the request or the response",
      linked(toContact({ contact_id: "$response.body#/id" })),
    ),
    refuses(
      "a link to a parameter that the request lacks",
      "`$request.path.contact_id` is not part of the request or the response",
      linked(toContact({ contact_id: "$request.path.contact_id" })),
    ),
    accepts("an item of a list", linked(toContact({ contact_id: "$response.body#/tags/0" }))),
    accepts("a path parameter of the request", (contract) => {
      contract.paths["/contacts/{contact_id}"].get.responses["200"].links = toContact({
        contact_id: "$request.path.contact_id",
      });
    }),
    accepts("a created resource that cannot be read", (contract) => {
      delete contract.paths["/contacts/{contact_id}"];
      delete contract.components.parameters.ContactId;
      contract.components.schemas.ErrorCode.enum = codes.filter((code) => code !== "not_found");
      create(contract).responses["201"].links = {};
      create(contract)["x-invariants"] = { creates: { list: "listContacts" } };
    }),
  ],
  invariants: [
    refuses(
      "an unknown invariant",
      "`oldest_first` is not an invariant",
      lists((invariants) => (invariants.oldest_first = { field: "made_at" })),
    ),
    refuses("an unknown general invariant", "`gravity` is not an invariant", (contract) => {
      contract["x-invariants"].gravity = { field: "made_at" };
    }),
    refuses(
      "an empty invariant",
      "`newest_first` is not an object",
      lists((invariants) => (invariants.newest_first = true)),
    ),
    refuses(
      "an invariant without a required argument",
      "`newest_first` lacks `field`",
      lists((invariants) => (invariants.newest_first = {})),
    ),
    refuses(
      "an invariant with an unknown argument",
      "`newest_first` does not allow `by`",
      lists((invariants) => (invariants.newest_first.by = "made_at")),
    ),
    refuses(
      "an unknown operation",
      "`creates` names the operation `readContact`, which does not exist",
      (contract) => (create(contract)["x-invariants"].creates.reader = "readContact"),
    ),
    refuses(
      "an order by an unknown field",
      "`newest_first` names the field of an entry `age`, which does not exist",
      lists((invariants) => (invariants.newest_first.field = "age")),
    ),
    refuses(
      "a fixed order by an unknown field",
      "`ordered` names the field of an entry `age`, which does not exist",
      lists((invariants) => (invariants.ordered = { field: "age" })),
    ),
    refuses(
      "a filter of an unknown field",
      "`filters` names the field of an entry `tags`, which does not exist",
      lists((invariants) => (invariants.filters.tag_name = { field: "tags" })),
    ),
    refuses(
      "a filter by another field than its name says",
      "The filter `tag` selects by `made_at`, and entries have a field `tag`",
      (contract) => {
        page("limit", "offset")(contract);
        tagFilter(contract).name = "tag";
        list(contract)["x-invariants"].filters = { tag: { field: "made_at" } };
      },
    ),
    refuses(
      "a filter without a parameter",
      "`filters` names the query parameter `colour`, which does not exist",
      lists((invariants) => (invariants.filters.colour = { field: "tag" })),
    ),
    refuses(
      "a filter without a rule",
      "The filter `tag_name` does not state how it selects entries",
      lists((invariants) => (invariants.filters.tag_name = { near: "tag" })),
    ),
    refuses(
      "an id that is not in the path",
      "`same_id` names the path parameter `person_id`, which does not exist",
      (contract) => {
        withId(contract);
        contract.paths["/contacts/{contact_id}"].get["x-invariants"] = { same_id: { person_id: "id" } };
      },
    ),
    refuses(
      "an id that is not in the response",
      "`creates` names the field of the response `key`, which does not exist",
      (contract) => (create(contract)["x-invariants"].creates.id = "key"),
    ),
    refuses(
      "a header that is not a parameter",
      "`idempotent` names the header `Once`, which does not exist",
      (contract) =>
        (create(contract)["x-invariants"].idempotent = { key: "Once", replayed: "Again", other_body: 409 }),
    ),
    refuses(
      "a condition by a header that is not a parameter",
      "`conditional` names the header `If-Match`, which does not exist",
      conditional,
    ),
    refuses(
      "a condition by a tag that the reader does not return",
      "`conditional` names the header of the reader `ETag`, which does not exist",
      conditional,
    ),
    refuses(
      "a condition with an undeclared status",
      "`conditional` names the status `412`, which does not exist",
      conditional,
    ),
    refuses("a change without a reader", "`becomes` does not state where it shows", (contract) => {
      create(contract)["x-invariants"].becomes = { fields: { name: ["Ana"] } };
    }),
    refuses(
      "a change of an unknown field",
      "`becomes` names the field of the response `mood`, which does not exist",
      (contract) =>
        (create(contract)["x-invariants"].becomes = { reader: "getContact", fields: { mood: ["good"] } }),
    ),
    refuses("a sum of unknown fields", "`sums` names `Contact.age`, which does not exist", (contract) => {
      contract["x-invariants"].sums = { Contact: { name: ["age"] } };
    }),
    refuses(
      "a zero depending on an unknown field",
      "`zero` names `Contact.mood`, which does not exist",
      (contract) =>
        (contract["x-invariants"].zero = { Contact: { field: "name", while: { mood: ["bad"] } } }),
    ),
    refuses(
      "a field that is null unless an unknown field has a value",
      "`null_unless` names `Contact.mood`, which does not exist",
      (contract) =>
        (contract["x-invariants"].null_unless = { Contact: { field: "name", while: { mood: ["bad"] } } }),
    ),
    refuses(
      "a maximum of an unknown field",
      "`at_most` names `Contact.age`, which does not exist",
      (contract) => (contract["x-invariants"].at_most = { Contact: { name: "age" } }),
    ),
    refuses(
      "an encoding of an unknown field",
      "`gsm7` names `Contact.mood`, which does not exist",
      (contract) =>
        (contract["x-invariants"].gsm7 = { Contact: { field: "mood", while: { name: ["Ana"] } } }),
    ),
    refuses(
      "a history of unknown steps",
      "`history` names the field of the response `steps`, which does not exist",
      (contract) =>
        (create(contract)["x-invariants"].history = { steps: "steps", status: "name", at: "occurred_at" }),
    ),
    accepts(
      "invariants with known names",
      lists(() => undefined),
    ),
    accepts("a sum of known fields", (contract) => {
      contract["x-invariants"].sums = { Contact: { name: ["tags", "attributes"] } };
    }),
  ],
  "invariants-given": [
    refuses(
      "a contract without the general invariants",
      "The contract does not have the general invariant `own_account`",
      (contract) => delete contract["x-invariants"].own_account,
    ),
    refuses(
      "a list without an order",
      "The list does not state its order",
      lists((invariants) => delete invariants.newest_first),
    ),
    refuses(
      "a filter without a field",
      "The list does not state the field of the filter `tag_name`",
      lists((invariants) => delete invariants.filters),
    ),
    refuses(
      "a created resource that nothing returns",
      "The operation does not state where to find what it creates",
      (contract) => delete create(contract)["x-invariants"],
    ),
    refuses(
      "a change that nothing returns",
      "The operation does not state where its change shows",
      withMethod("patch"),
    ),
    refuses(
      "a condition without a tag",
      "The operation does not state the tag for `If-Match`",
      (contract) =>
        (create(contract).parameters = [
          { name: "If-Match", in: "header", description: "A tag.", example: "1", schema: aString },
        ]),
    ),
    refuses(
      "a deletion that nothing shows",
      "The operation does not state what it changes",
      withMethod("delete"),
    ),
    refuses(
      "an id that nothing returns",
      "The operation does not state which field returns `contact_id`",
      withId,
    ),
    accepts(
      "a complete list",
      lists(() => undefined),
    ),
  ],
  limits: [
    refuses(
      "a string without a maximum length",
      "This string has no maxLength",
      (contract) => delete contact(contract).properties.name.maxLength,
    ),
    refuses("a nullable string without a maximum length", "This string has no maxLength", (contract) => {
      contact(contract).properties.name = { type: ["string", "null"] };
    }),
    refuses("an integer without bounds", "This integer has no minimum and no maximum", (contract) => {
      contact(contract).properties.age = { type: "integer" };
    }),
    refuses(
      "an array without a maximum",
      "This array has no maxItems",
      (contract) => delete tagFilter(contract).schema.maxItems,
    ),
    refuses(
      "a map without a maximum",
      "This map has no maxProperties",
      (contract) => delete contact(contract).properties.attributes.maxProperties,
    ),
    refuses("an array with room for fewer values than its enumeration has", "has 2 values", (contract) => {
      tagFilter(contract).schema = {
        type: "array",
        maxItems: 1,
        items: { type: "string", enum: ["a", "b"] },
      };
    }),
    accepts("an int64 without a maximum", (contract) => {
      contact(contract).properties.name = { type: "integer", format: "int64", minimum: 1, examples: [7] };
    }),
    accepts("an enumeration", (contract) => {
      contact(contract).properties.name = { type: "string", enum: ["João"] };
    }),
  ],
  "operation-id": [
    refuses("a missing name", "The operation has no name", (contract) => delete list(contract).operationId),
    refuses("a name in snake case", "`operationId: listContacts`", (contract) => {
      list(contract).operationId = "list_contacts";
    }),
    refuses("an unknown verb", "redocly.yaml", (contract) => (list(contract).operationId = "fetchContacts")),
    refuses("a name that is already used", "is taken by", (contract) => {
      create(contract).operationId = "listContacts";
    }),
    accepts("another noun", (contract) => (list(contract).operationId = "listContactsOfAccount")),
  ],
  "operation-scope": [
    refuses("a missing scope", 'ApiKeyHeader: ["contacts:read"]', (contract) => {
      list(contract).security = [{ ApiKeyHeader: [] }, { BearerKey: [] }];
    }),
    refuses(
      "no scope of an operation that is not for any key",
      "The operation does not require one scope",
      (contract) => (list(contract).security = anyKey()),
    ),
    refuses(
      "an operation for any key that does not accept every form",
      "The operation does not require one scope",
      (contract) => openAccount(contract).security.pop(),
    ),
    refuses("a scope for only one form of the key", "the same for each form", (contract) =>
      list(contract).security.pop(),
    ),
    refuses("different scopes", "the same for each form", (contract) => {
      list(contract).security[1].BearerKey = ["contacts:write"];
    }),
    refuses("both forms together", "the same for each form", (contract) => {
      list(contract).security = [{ ApiKeyHeader: ["contacts:read"], BearerKey: ["contacts:read"] }];
    }),
    refuses(
      "a read with a scope for writing",
      "The operation only reads, but requires the scope `contacts:write`",
      (contract) => (list(contract).security = create(contract).security),
    ),
    refuses(
      "a change with a scope for reading",
      "The operation changes something, but requires the scope `contacts:read`",
      (contract) => (create(contract).security = list(contract).security),
    ),
    accepts("another order", (contract) => list(contract).security.reverse()),
    accepts("an operation for any key", (contract) => openAccount(contract)),
  ],
  "operation-tag": [
    refuses("a missing tag", "has no tag", (contract) => delete list(contract).tags),
    refuses("two tags", "has 2 tags", (contract) => list(contract).tags.push("Contacts")),
    refuses("an undeclared tag", "Write: `- name: People`", (contract) => (list(contract).tags = ["People"])),
    accepts("another declared tag", (contract) => {
      contract.tags.push({ name: "People", description: "People." });
      list(contract).tags = ["People"];
    }),
  ],
  "operation-texts": [
    refuses("a missing summary", "has no summary", (contract) => delete list(contract).summary),
    refuses("an empty description", "has no description", (contract) => (list(contract).description = " ")),
    refuses("a copied summary", "The summary is the same as that of `listContacts`", (contract) => {
      list(contract).summary = "create a contact";
    }),
    accepts("a short description", (contract) => (list(contract).description = "All of them.")),
  ],
  "path-name": [
    refuses("a path with an underscore", "`/contact-cards`", (contract) =>
      rename(contract, "/contacts", "/contact_cards"),
    ),
    refuses("a path with a capital", "`/contact-cards`", (contract) =>
      rename(contract, "/contacts", "/contactCards"),
    ),
    refuses("an id with a hyphen", "`/contacts/{contact_id}`", (contract) => {
      rename(contract, "/contacts/{contact_id}", "/contacts/{contact-id}");
      contract.components.parameters.ContactId.name = "contact-id";
    }),
    accepts("words with hyphens", (contract) => rename(contract, "/contacts", "/contact-cards")),
  ],
  "query-parameter": [
    refuses(
      "reserved characters not allowed",
      "Write: `allowReserved: true`",
      (contract) => delete tagFilter(contract).allowReserved,
    ),
    refuses("an array that cannot be repeated", "`style: form` and `explode: true`", (contract) => {
      tagFilter(contract).explode = false;
    }),
    accepts("a single value", (contract) =>
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
    ),
  ],
  "required-statuses": [
    refuses(
      "a missing 503",
      '`"503": {$ref: ../../responses/ServiceUnavailable.yaml}`',
      (contract) => delete list(contract).responses["503"],
    ),
    refuses(
      "a missing 403 for a scope",
      "403 is not declared",
      (contract) => delete list(contract).responses["403"],
    ),
    refuses(
      "a missing 413 for a body",
      "413 is not declared",
      (contract) => delete create(contract).responses["413"],
    ),
    refuses(
      "a missing 404 for an id",
      "404 is not declared",
      (contract) => delete contract.paths["/contacts/{contact_id}"].get.responses["404"],
    ),
    refuses("a default response", "instead of `default`", (contract) => {
      list(contract).responses.default = ref("responses/BadRequest");
    }),
    refuses(
      "a missing success",
      "No success is declared",
      (contract) => delete list(contract).responses["200"],
    ),
    accepts("an additional status", (contract) => {
      list(contract).responses["404"] = ref("responses/NotFound");
    }),
    accepts("no 403 without a scope", (contract) => delete openAccount(contract).responses["403"]),
  ],
  "reserved-name": [
    refuses("a schema called Error", "already has a type called Error", (contract) => {
      contract.components.schemas.Error = aString;
      contact(contract).properties.error = ref("schemas/Error");
    }),
    refuses("a file called Error", "already has a type called Error", inFile("schemas/Error.yaml"), {
      "schemas/Error.yaml": aString,
    }),
    accepts("a longer name", inFile("schemas/ErrorText.yaml"), { "schemas/ErrorText.yaml": aString }),
  ],
  "response-headers": [
    refuses(
      "a response without a request id",
      "{X-Request-Id: {$ref: ../../headers/X-Request-Id.yaml}}",
      (contract) => delete contract.components.responses.Unauthorized.headers["X-Request-Id"],
    ),
    refuses(
      "a success without the rate limit",
      "{RateLimit-Reset:",
      (contract) => delete list(contract).responses["200"].headers["RateLimit-Reset"],
    ),
    refuses(
      "a 429 without Retry-After",
      "{Retry-After:",
      (contract) => delete contract.components.responses.TooManyRequests.headers["Retry-After"],
    ),
    accepts("an additional header", (contract) => {
      contract.components.responses.NotFound.headers["Retry-After"] = ref("headers/Retry-After");
    }),
  ],
  "schema-examples": [
    refuses(
      "a string without an example",
      "This value has no example",
      (contract) => delete contact(contract).properties.name.examples,
    ),
    refuses("a nullable number without an example", "This value has no example", (contract) => {
      contact(contract).properties.age = { type: ["integer", "null"], minimum: 0, maximum: 150 };
    }),
    refuses(
      "items of a list without an example",
      "This value has no example",
      (contract) => delete contact(contract).properties.tags.items.examples,
    ),
    refuses("values of a map without an example", "This value has no example", (contract) => {
      contact(contract).properties.attributes.additionalProperties.examples = [];
    }),
    accepts("an enumeration and a boolean", (contract) => {
      contact(contract).properties.kind = { type: "string", enum: ["person", "shop"] };
      contact(contract).properties.is_known = { type: "boolean" };
      contact(contract).required.push("kind", "is_known");
    }),
  ],
  "scopes-offered": [
    refuses("a scope that no key can have", "No key can have the scope `contacts:write`", (contract) =>
      contract.components.schemas.ApiKeyScope.enum.pop(),
    ),
    refuses("a scope that no operation requires", "No operation requires `contacts:launch`", (contract) =>
      contract.components.schemas.ApiKeyScope.enum.push("contacts:launch"),
    ),
    accepts("another order", (contract) => contract.components.schemas.ApiKeyScope.enum.reverse()),
  ],
  "snake-case": [
    refuses("a property in camelCase", "Write: `first_name`", (contract) => {
      contact(contract).properties.firstName = aString;
    }),
    refuses("a parameter with a hyphen", "Write: `tag_name`", (contract) => {
      tagFilter(contract).name = "tag-name";
    }),
    accepts("a header", (contract) =>
      list(contract).parameters.push({
        name: "Idempotency-Key",
        description: "A key.",
        in: "header",
        schema: aString,
        example: "pedido-1",
      }),
    ),
  ],
};

const failing = (cases: Case[]) =>
  cases.filter((each): each is Case & { says: string } => each.says !== undefined);
const passing = (cases: Case[]) => cases.filter(({ says }) => says === undefined);

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
async function inFolder<T>(work: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "recado-contract-rules-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs the linter once over all documents and returns the problems by the document's index. */
const lint = (cases: Case[]): Promise<Problem[][]> =>
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

/** A file with the replacement of a part, and the line and column that the linter reports. */
type Edit = readonly [path: string, right: string | RegExp, wrong: string, place: string];

/** Runs `npm run contract:lint` in a copy of the project with edited files. Returns its failure as text. */
const lintCommand = (...edits: readonly Edit[]) =>
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
    for (const [path, right, wrong] of edits) {
      const file = join(folder, path);
      writeFileSync(file, readFileSync(file, "utf8").replace(right, wrong));
    }
    const command = ["--import", "tsx", "scripts/contract/lint.ts"];
    return new Promise<string>((done) => {
      execFile(process.execPath, command, { cwd: folder }, (error, stdout, stderr) =>
        done(error?.code === 1 ? stdout + stderr : `ended with ${error?.code ?? 0}`),
      );
    });
  });

describe("lint rules of the contract", () => {
  const negated: Case = {
    name: "a negated schema",
    change: (contract) => (contact(contract).properties.name.not = { const: "" }),
  };
  const cases = [negated, ...Object.values(rules).flat()];
  const results = new Map<Case, Problem[]>();
  let sound: Problem[] = [];

  beforeAll(async () => {
    const [first = [], ...others] = await lint([accepts("sound", () => undefined), ...cases]);
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
    expect(Object.keys(rules).sort()).toEqual([...plugin].sort());
    expect(plugin.filter((rule) => severity(rule) !== "error")).toEqual([]);
    expect(
      Object.entries(rules).filter(([, cases]) => failing(cases).length === 0 || passing(cases).length === 0),
    ).toEqual([]);
  });

  it("reports nothing in a sound contract", () => {
    expect(sound.filter(({ rule }) => rule.startsWith("recado/"))).toEqual([]);
  });

  it("refuses the keyword `not`", () => {
    const found = results.get(negated)?.filter(({ rule }) => rule === "rule/no-negation");
    expect(found).toMatchObject([{ message: expect.stringContaining("A schema uses `not`.") }]);
  });

  it.concurrent.each<[string, string, ...Edit]>([
    [
      "the contract",
      "`list_templates` is not a known verb",
      "openapi/paths/templates/templates.yaml",
      "operationId: listTemplates",
      "operationId: list_templates",
      ":2:16",
    ],
    ["a carrier's document", "summery", "openapi/carriers/http.yaml", "summary:", "summery:", ":"],
  ])("reports both results, and nothing as valid if %s is invalid", async (_, problem, ...edit) => {
    const output = await lintCommand(edit);
    expect(output).toContain(edit[0] + edit[3]);
    expect(output).toContain(problem);
    expect(output.trim().split("\n").at(-1)).toBe(
      "The contract or a carrier's document is invalid: see the problems above.",
    );
    expect(output).not.toMatch(/descriptions? (are|is) valid/);
  });

  // The contract and the carriers' documents have separate runs, so that one command can try both.
  it.concurrent.each<[string, ...Edit[]]>([
    [
      "a schema and of a carrier's document",
      ["openapi/schemas/CreateTemplateRequest.yaml", /properties:[^]*/, "properties:\n", ":5:1"],
      ["openapi/carriers/http.yaml", /security:\n( +-.*\n)+/, "security:\n", ":"],
    ],
    [
      "an operation",
      ["openapi/paths/templates/templates.yaml", /security:\n( {4}.*\n)+/, "security:\n", ":14:3"],
    ],
  ])("names file and line of an empty part of %s, on which a rule crashes", async (_, ...edits) => {
    const output = await lintCommand(...edits);
    for (const [path, , , place] of edits) expect(output).toContain(path + place);
    expect(output.match(/Expected type `\w+` \(\w+\) but got `null`/g)).toHaveLength(edits.length);
  });

  it("names the place of a syntax error, with advice for it and without the files that it hides", async () => {
    const path = "openapi/paths/templates/templates.yaml";
    const output = await lintCommand([path, "operationId: listTemplates", "operationId: [", ""]);
    expect(output).toContain(`${path}:3:3`);
    expect(output).toContain("Write: valid YAML at this line or just above it");
    expect(output).not.toContain("the path of a file that exists");
    expect(output).not.toContain("Nothing refers to");
  });

  it("lists a wrong example once, with all of its uses", async () => {
    const output = await lintCommand([
      "openapi/examples/SmsTemplate.yaml",
      "channel: sms",
      "channel: fax",
      "",
    ]);
    expect(output.match(/^\[\d+\] .*$/gm)).toEqual([
      expect.stringContaining("openapi/examples/SmsTemplate.yaml:5:12"),
    ]);
    expect(output.match(/^referenced from openapi\/paths\/templates\/.*$/gm)).toHaveLength(2);
    expect(output).toContain("Validation failed with 1 error.");
  });

  describe.each(Object.entries(rules))("%s", (rule, cases) => {
    it.each(failing(cases))("refuses $name with a place, a reason and a correction", (each) => {
      const found = results.get(each)?.filter((problem) => problem.rule === `recado/${rule}`) ?? [];
      expect(found.map(({ message }) => message)).toContainEqual(expect.stringContaining(each.says));
      for (const { message, place } of found) {
        expect(message).toMatch(/^\S.+\.\n {2}Why: \S.+\.\n {2}Write: \S.+$/);
        expect(place).toMatch(/\.yaml:\d+:\d+$/);
      }
    });

    it.each(passing(cases))("accepts $name", (each) => {
      expect(results.get(each)?.filter((problem) => problem.rule.startsWith("recado/"))).toEqual([]);
    });
  });
});
