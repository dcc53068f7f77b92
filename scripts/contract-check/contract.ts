import type { OperationId } from "../../generated/server/binding";
import bundle from "../../generated/openapi.json";
import {
  type ContractDocument,
  type Operation as ShownOperation,
  operationsOf,
  type Ref,
  resolve,
  type Schema,
} from "../../src/web/docs/contract";
import { escapedStep, valueAt } from "../../src/platform/json-pointer";
import type { GeneralInvariants } from "../../src/web/docs/invariants";

export type { Schema };

export interface Parameter {
  in: "path" | "query" | "header";
  name: string;
  schema: Schema;
}

interface DocumentedResponse {
  headers: readonly { name: string; required: boolean; schema: Schema }[];
  /** Media type of the response; null if the response has no body. */
  contentType: string | null;
  /** JSON pointer to the body's schema in the bundled contract; null if the response has no body. */
  schemaPointer: string | null;
}

export interface Operation extends Pick<ShownOperation, "method" | "path" | "tag" | "scope" | "invariants"> {
  id: OperationId;
  parameters: readonly Parameter[];
  body: { required: boolean; schema: Schema; pointer: string; example: unknown } | null;
  responses: ReadonlyMap<number, DocumentedResponse>;
}

const root = bundle as unknown as ContractDocument & { servers: readonly { url: string }[] };

export const document: object = root;

/** Path of the bundled contract, for external programs. */
export const contractFile = require.resolve("../../generated/openapi.json");

export const { version } = root.info;

export const generalInvariants: GeneralInvariants = root["x-invariants"] ?? {};

export const nodeAt = (pointer: string): unknown => valueAt(root, pointer);

export const resolved = <T extends object>(node: T | Ref): T => resolve<T>(root, node);

interface RawResponse {
  headers?: Readonly<Record<string, { required?: boolean; schema: Schema }>>;
  content?: Readonly<Record<string, object>>;
}

function responseAt(pointer: string): DocumentedResponse {
  const raw = nodeAt(pointer) as RawResponse | Ref;
  const at = "$ref" in raw ? raw.$ref : pointer;
  const { headers = {}, content = {} } = resolved<RawResponse>(raw);
  const contentType = Object.keys(content)[0] ?? null;
  return {
    headers: Object.entries(headers).map(([name, header]) => {
      const { required = false, schema } = resolved(header);
      return { name, required, schema: resolved(schema) };
    }),
    contentType,
    schemaPointer: contentType === null ? null : `${at}/content/${escapedStep(contentType)}/schema`,
  };
}

function checkedOperation({ isEvent, body, parameters, responses, ...shown }: ShownOperation): Operation {
  const { id, method, path, tag, scope, invariants } = shown;
  const pointer = `#/${isEvent ? "webhooks" : "paths"}/${escapedStep(path)}/${method.toLowerCase()}`;
  return {
    id: id as OperationId,
    method,
    path,
    tag,
    scope,
    invariants,
    parameters: parameters.map((one) => ({ ...(one as Parameter), schema: resolved(one.schema ?? {}) })),
    body: body && {
      required: body.required,
      schema: resolved(body.schema ?? {}),
      pointer: `${pointer}/requestBody/content/application~1json/schema`,
      example: body.examples[0]?.value,
    },
    responses: new Map(
      responses.map(({ status }) => [Number(status), responseAt(`${pointer}/responses/${status}`)]),
    ),
  };
}

/** Returns whether the path has an id, instead of values that the contract enumerates. */
export const hasIdInPath = ({ parameters }: Pick<Operation, "parameters">): boolean =>
  parameters.some((one) => one.in === "path" && one.schema.enum === undefined);

const shownOperations = operationsOf(root);

export const operations: readonly Operation[] = shownOperations
  .filter((one) => !one.isEvent)
  .map(checkedOperation);

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

export const events = shownOperations
  .filter((one) => one.isEvent)
  .map((shown) => {
    const path = `to an endpoint, ${shown.path}`;
    const operation = checkedOperation(shown) as EventOperation;
    return { ...operation, path, eventType: shown.path, parameters: [], responses: RECEIVED };
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
export const prefix = root.servers[0]?.url ?? "";
