import type { Reason } from "./operation";

export interface Document {
  servers?: { url: string }[];
  schemes?: Record<string, object>;
  path?: string;
  version?: string;
  invariants?: object;
  schemas?: Record<string, object>;
}

interface DocumentCase {
  name: string;
  before: Document;
  after: Document;
  because: Reason | null;
  says: string | null;
}

const key = { type: "apiKey", in: "header", name: "X-API-Key" };
const bearer = { type: "http", scheme: "bearer" };
const servers = (...urls: string[]) => ({ servers: urls.map((url) => ({ url })) });
const scheme = (value: object) => ({ schemes: { ApiKeyHeader: value, BearerKey: bearer } });

const document = (
  name: string,
  before: Document,
  after: Document,
  because: Reason | null,
  says: string | null,
) => ({
  name: `contract: ${name}`,
  before,
  after,
  because,
  says,
});

const invariants = (value: object) => ({ invariants: { own_account: { status: 404 }, ...value } });
const forms = (...required: string[]) => ({
  schemas: {
    Note: {
      type: "object",
      properties: {},
      additionalProperties: false,
      "x-forms": required.map((name) => ({ required: [name] })),
    },
    Other: { type: "object", additionalProperties: false, "x-forms": [{ required: ["text"] }] },
  },
});
const colours = (mark: object) => ({ schemas: { Colour: { type: "string", enum: ["red"], ...mark } } });

export const documents: DocumentCase[] = [
  document(
    "an invariant is removed",
    invariants({ pages: { limit: "limit" } }),
    invariants({}),
    "promise",
    "removed the invariant `pages`",
  ),
  document(
    "an invariant changes",
    invariants({ sums: { Progress: { total: ["sent"] } } }),
    invariants({ sums: { Progress: { total: ["sent", "read"] } } }),
    "promise",
    "the invariant `sums.Progress.total` has changed",
  ),
  document(
    "an invariant is added",
    invariants({}),
    invariants({ pages: { limit: "limit" } }),
    null,
    "`pages`",
  ),
  document(
    "a further sum of a schema is stated",
    invariants({ sums: { Progress: { total: ["sent"] } } }),
    invariants({ sums: { Progress: { total: ["sent"], done: ["read"] } } }),
    null,
    "added the invariant `sums.Progress.done`",
  ),
  document(
    "one limit of a schema is no longer promised",
    invariants({ at_most: { Progress: { read: "sent", sent: "total" } } }),
    invariants({ at_most: { Progress: { read: "sent" } } }),
    "promise",
    "removed the invariant `at_most.Progress.sent`",
  ),
  document("the first invariant is added", {}, invariants({}), null, "the contract states `x-invariants`"),
  ...["zero", "null_unless", "gsm7"].map((kind) =>
    document(
      `${kind} is stated for a further schema`,
      invariants({ [kind]: { Note: { field: "text", while: { status: ["sent"] } } } }),
      invariants({
        [kind]: {
          Note: { field: "text", while: { status: ["sent"] } },
          Other: { field: "text", while: { status: ["sent"] } },
        },
      }),
      null,
      `added the invariant \`${kind}.Other\``,
    ),
  ),
  document(
    "a form is removed",
    forms("text", "file"),
    forms("text"),
    "refused",
    "`Note` allows other combinations",
  ),
  document("a form is added", forms("text"), forms("text", "file"), null, "`Note` allows other combinations"),
  document("forms come in another order", forms("text", "file"), forms("file", "text"), null, null),
  document(
    "a list may now grow",
    colours({}),
    colours({ "x-may-grow": true }),
    "unexpected",
    "the list `Colour` may now grow",
  ),
  document(
    "a list no longer grows",
    colours({ "x-may-grow": true }),
    colours({}),
    null,
    "the list `Colour` no longer grows",
  ),
  document(
    "a schema of the client is renamed",
    { schemas: { Sender: { type: "object" } } },
    { schemas: { Origin: { type: "object" } } },
    "name",
    "the client no longer exports the type `Sender`",
  ),
  document(
    "a schema of the client is added",
    colours({}),
    { schemas: { ...colours({}).schemas, Sender: { type: "object" } } },
    null,
    null,
  ),
  document("the server changes", servers("/v3"), servers("/v4"), "address", "`/v3`"),
  document(
    "a server is removed",
    servers("/v3", "https://eu.example/v3"),
    servers("/v3"),
    "address",
    "`https://eu.example/v3`",
  ),
  document(
    "a server is added",
    servers("/v3"),
    servers("/v3", "https://eu.example/v3"),
    null,
    "`https://eu.example/v3`",
  ),
  document(
    "another server comes first",
    servers("/v3", "/v4"),
    servers("/v4", "/v3"),
    "address",
    "first server",
  ),
  document(
    "the key's header is renamed",
    scheme(key),
    scheme({ ...key, name: "X-Key" }),
    "keyPlace",
    "`X-Key`",
  ),
  document(
    "the key's header differs in case alone",
    scheme(key),
    scheme({ ...key, name: "x-api-key" }),
    null,
    null,
  ),
  document("the key moves to the query", scheme(key), scheme({ ...key, in: "query" }), "keyPlace", "`query`"),
  document(
    "the key becomes another kind",
    scheme(key),
    scheme({ type: "http", scheme: "basic" }),
    "keyPlace",
    "`http`",
  ),
  document(
    "the scheme of HTTP changes",
    { schemes: { K: bearer } },
    { schemes: { K: { ...bearer, scheme: "basic" } } },
    "keyPlace",
    "`basic`",
  ),
  document(
    "a scheme is removed",
    scheme(key),
    { schemes: { BearerKey: bearer } },
    "keyPlace",
    "`ApiKeyHeader`",
  ),
  document("a scheme is added", { schemes: { BearerKey: bearer } }, scheme(key), null, null),
  document("a scheme gets another text", scheme(key), scheme({ ...key, description: "New." }), null, null),
  document(
    "an id in a path is renamed",
    { path: "/notes/{id}" },
    { path: "/notes/{note_id}" },
    "name",
    "`note_id`",
  ),
  document("the version is raised", {}, { version: "1.1.0" }, null, null),
];
