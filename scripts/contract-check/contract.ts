import type { OperationId } from "../../generated/server/binding";
import bundle from "../../generated/openapi.json";
import type { Schema } from "../../src/web/docs/contract";
import type { GeneralInvariants, OperationInvariants } from "../../src/web/docs/invariants";

export type { Schema };

export interface Parameter {
  in: "path" | "query" | "header";
  name: string;
  schema: Schema;
}

export interface DocumentedResponse {
  headers: readonly { name: string; required: boolean; schema: Schema }[];
  /** Null if the response has no body. */
  contentType: string | null;
  /** JSON pointer into the bundle; null if the response has no body. */
  schemaPointer: string | null;
}

export interface Operation {
  id: OperationId;
  method: string;
  /** Path without the version prefix; parameters are in braces. */
  path: string;
  tag: string;
  /** Null if any key may call the operation. */
  scope: string | null;
  parameters: readonly Parameter[];
  body: { required: boolean; schema: Schema; pointer: string; example: unknown } | null;
  responses: ReadonlyMap<number, DocumentedResponse>;
  invariants: OperationInvariants;
}

type Json = Readonly<Record<string, unknown>>;

const root = bundle as unknown as Json;

export const document: object = root;

/** Path of the bundled contract, for external programs. */
export const contractFile = require.resolve("../../generated/openapi.json");

export const version = (root.info as { version: string }).version;

export const generalInvariants = (root["x-invariants"] ?? {}) as GeneralInvariants;

const isReference = (node: unknown): node is { $ref: string } =>
  typeof node === "object" && node !== null && typeof (node as { $ref?: unknown }).$ref === "string";

export const nodeAt = (pointer: string): unknown =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replace(/~1/g, "/").replace(/~0/g, "~"))
    .reduce<unknown>((node, step) => (node as Json)[step], root);

export function resolved<T>(node: T): T {
  return isReference(node) ? resolved(nodeAt(node.$ref) as T) : node;
}

const step = (name: string | number) => String(name).replace(/~/g, "~0").replace(/\//g, "~1");

interface RawResponse {
  headers?: Readonly<Record<string, { required?: boolean; schema: Schema }>>;
  content?: Readonly<Record<string, { schema: Schema }>>;
}

function responseOf(raw: RawResponse | { $ref: string }, pointer: string): DocumentedResponse {
  const at = isReference(raw) ? raw.$ref : pointer;
  const { headers = {}, content = {} } = resolved(raw) as RawResponse;
  const contentType = Object.keys(content)[0] ?? null;
  return {
    headers: Object.entries(headers).map(([name, header]) => {
      const { required = false, schema } = resolved(header);
      return { name, required, schema: resolved(schema) };
    }),
    contentType,
    schemaPointer: contentType === null ? null : `${at}/content/${step(contentType)}/schema`,
  };
}

interface RawOperation {
  operationId: OperationId;
  tags: readonly string[];
  parameters?: readonly Parameter[];
  security?: readonly Readonly<Record<string, readonly string[]>>[];
  requestBody?: {
    required?: boolean;
    content: Readonly<Record<string, { schema: Schema; examples?: Readonly<Record<string, unknown>> }>>;
  };
  responses: Readonly<Record<string, RawResponse>>;
  "x-invariants"?: OperationInvariants;
}

function operationOf(kind: "paths" | "webhooks", path: string, method: string, raw: RawOperation): Operation {
  const pointer = `#/${kind}/${step(path)}/${method}`;
  const content = raw.requestBody?.content["application/json"];
  const [example] = Object.values(content?.examples ?? {});
  return {
    id: raw.operationId,
    method: method.toUpperCase(),
    path,
    tag: raw.tags[0] ?? "",
    scope: raw.security?.flatMap((one) => Object.values(one).flat())[0] ?? null,
    parameters: (raw.parameters ?? []).map((one) => {
      const parameter = resolved(one);
      return { ...parameter, schema: resolved(parameter.schema) };
    }),
    body: content
      ? {
          required: raw.requestBody?.required === true,
          schema: resolved(content.schema),
          pointer: `${pointer}/requestBody/content/application~1json/schema`,
          example: (resolved(example) as { value?: unknown } | undefined)?.value,
        }
      : null,
    responses: new Map(
      Object.entries(raw.responses).map(([status, response]) => [
        Number(status),
        responseOf(response, `${pointer}/responses/${status}`),
      ]),
    ),
    invariants: raw["x-invariants"] ?? {},
  };
}

/** Returns whether the path has an id, instead of values that the contract enumerates. */
export const hasIdInPath = ({ parameters }: Pick<Operation, "parameters">): boolean =>
  parameters.some((one) => one.in === "path" && one.schema.enum === undefined);

const METHODS = ["get", "post", "put", "patch", "delete"];

export const operations: readonly Operation[] = Object.entries(
  root.paths as Readonly<Record<string, Readonly<Record<string, RawOperation>>>>,
).flatMap(([path, item]) =>
  METHODS.flatMap((method) => {
    const raw = item[method];
    return raw ? [operationOf("paths", path, method, raw)] : [];
  }),
);

export const tags: readonly string[] = [...new Set(operations.map(({ tag }) => tag))];

/** A webhook: a request that a deployment sends to registered endpoints. */
export interface EventOperation extends Operation {
  eventType: string;
  body: NonNullable<Operation["body"]>;
}

/** Response of the webhook receiver: 204 stands for the contract's `2XX`. */
const RECEIVED = new Map<number, DocumentedResponse>([
  [204, { headers: [], contentType: null, schemaPointer: null }],
]);

export const events: readonly EventOperation[] = Object.entries(
  root.webhooks as Readonly<Record<string, { post: RawOperation }>>,
).map(([eventType, { post }]) => {
  const operation = operationOf("webhooks", eventType, "post", post) as EventOperation;
  const path = `to an endpoint, ${eventType}`;
  return { ...operation, path, eventType, parameters: [], responses: RECEIVED };
});

/** Operations and webhooks, grouped by tag. */
export const everything: readonly Operation[] = tags.flatMap((tag) =>
  [...operations, ...events].filter((one) => one.tag === tag),
);

const byId = new Map<string, Operation>(
  [...operations, ...events].map((operation) => [operation.id, operation]),
);

export function operationOfId(id: OperationId): Operation {
  const operation = byId.get(id);
  if (!operation) throw new Error(`The contract has no operation ${id}`);
  return operation;
}

/** The version prefix of the contract's server, such as `/v3`. */
export const prefix = (root.servers as readonly { url: string }[])[0]?.url ?? "";
