import { valueAt } from "../../platform/json-pointer";
import type { GeneralInvariants, OperationInvariants } from "./invariants";

/** Schema in the OpenAPI 3.1 document, with the keywords that the documentation uses. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  enum?: readonly unknown[];
  /** Whether later versions of the contract may add enum values. */
  "x-may-grow"?: boolean;
  const?: unknown;
  format?: string;
  pattern?: string;
  default?: unknown;
  examples?: readonly unknown[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  maxProperties?: number;
  uniqueItems?: boolean;
  deprecated?: boolean;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  oneOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  allOf?: readonly Schema[];
  discriminator?: { propertyName: string; mapping?: Readonly<Record<string, string>> };
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header" | "cookie";
  description?: string;
  required?: boolean;
  schema?: Schema;
  example?: unknown;
}

interface Example {
  summary?: string;
  value?: unknown;
}

interface Media {
  schema?: Schema;
  example?: unknown;
  examples?: Readonly<Record<string, Example | Ref>>;
}

/** Link of a response to an operation that takes values of the response as parameters. */
interface Link {
  operationId?: string;
  parameters?: Readonly<Record<string, unknown>>;
}

interface Body {
  description?: string;
  links?: Readonly<Record<string, Link | Ref>>;
  required?: boolean;
  content?: Readonly<Record<string, Media>>;
}

export interface Ref {
  $ref: string;
}

interface PathOperation {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: readonly string[];
  deprecated?: boolean;
  security?: readonly Readonly<Record<string, readonly string[]>>[];
  parameters?: readonly (Parameter | Ref)[];
  requestBody?: Body | Ref;
  responses: Readonly<Record<string, Body | Ref>>;
  "x-invariants"?: OperationInvariants;
}

type PathItem = Readonly<Record<string, unknown>>;

export interface ContractDocument {
  info: { title: string; version: string; summary?: string; description?: string };
  tags?: readonly { name: string; description?: string }[];
  paths: Readonly<Record<string, PathItem>>;
  webhooks?: Readonly<Record<string, PathItem>>;
  components?: unknown;
  "x-invariants"?: GeneralInvariants;
}

interface ShownBody {
  description: string;
  schema: Schema | null;
  examples: { name: string; summary: string | null; value: unknown }[];
}

/** Response with links to operations, each with the names of the parameters that the response provides. */
export interface Response extends ShownBody {
  status: string;
  links: { operationId: string; parameters: string[] }[];
}

/** Operation of the contract with resolved references, except references within schemas. */
export interface Operation {
  id: string;
  /** HTTP method in upper case. */
  method: string;
  /** Path without the version prefix, with placeholders such as `{message_id}`. */
  path: string;
  tag: string;
  summary: string;
  description: string;
  deprecated: boolean;
  /** Scope that the API key needs; null for a webhook, and if any key may call the operation. */
  scope: string | null;
  parameters: readonly Parameter[];
  body: (ShownBody & { required: boolean }) | null;
  responses: readonly Response[];
  /** Whether the operation is a webhook, which the service sends instead of receiving. */
  isEvent: boolean;
  invariants: OperationInvariants;
}

const METHODS = ["get", "post", "put", "patch", "delete"];

/**
 * Returns the target of a reference within the document, or any other value unchanged. Throws for a broken
 * reference.
 */
export function resolve<T extends object>(document: ContractDocument, thing: T | Ref): T {
  if (!("$ref" in thing) || typeof thing.$ref !== "string") return thing as T;
  const found = valueAt(document, thing.$ref);
  if (typeof found !== "object" || found === null) throw new Error(`the contract has no ${thing.$ref}`);
  return resolve(document, found as T | Ref);
}

export const nameOfRef = (ref: string) => ref.split("/").at(-1) ?? ref;

/** Returns all operations in the contract's order, followed by the webhooks. */
export function operationsOf(document: ContractDocument): Operation[] {
  const read = (items: Readonly<Record<string, PathItem>>, isEvent: boolean) =>
    Object.entries(items).flatMap(([path, item]) =>
      METHODS.filter((method) => item[method] !== undefined).map((method) =>
        operation(document, { path, method, isEvent }, item[method] as PathOperation),
      ),
    );
  return [...read(document.paths, false), ...read(document.webhooks ?? {}, true)];
}

function operation(
  document: ContractDocument,
  { path, method, isEvent }: { path: string; method: string; isEvent: boolean },
  given: PathOperation,
): Operation {
  const body = given.requestBody && resolve<Body>(document, given.requestBody);
  return {
    id: given.operationId,
    method: method.toUpperCase(),
    path,
    tag: given.tags?.[0] ?? "",
    summary: given.summary ?? given.operationId,
    description: given.description ?? "",
    deprecated: given.deprecated ?? false,
    scope: Object.values(given.security?.[0] ?? {})[0]?.[0] ?? null,
    parameters: (given.parameters ?? []).map((one) => resolve<Parameter>(document, one)),
    body: body ? { ...shown(document, body), required: body.required ?? false } : null,
    responses: Object.entries(given.responses).map(([status, response]) =>
      shownResponse(document, status, resolve<Body>(document, response)),
    ),
    isEvent,
    invariants: given["x-invariants"] ?? {},
  };
}

function shown(document: ContractDocument, body: Body): ShownBody {
  const media = body.content?.["application/json"];
  const examples = Object.entries(media?.examples ?? {}).map(([name, example]) => {
    const { summary = null, value } = resolve<Example>(document, example);
    return { name, summary, value };
  });
  if (media?.example !== undefined)
    examples.unshift({ name: "example", summary: null, value: media.example });
  return { description: body.description ?? "", schema: media?.schema ?? null, examples };
}

function shownResponse(document: ContractDocument, status: string, response: Body): Response {
  const links = Object.values(response.links ?? {})
    .map((link) => resolve<Link>(document, link))
    .map(({ operationId = "", parameters = {} }) => ({ operationId, parameters: Object.keys(parameters) }));
  return { status, ...shown(document, response), links };
}
