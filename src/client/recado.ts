import {
  type CallOptions,
  type OperationId,
  type OperationShape,
  type Page,
  shapes,
} from "../../generated/client/operations";
import { type FilesResource, type Resources, resources } from "../../generated/client/resources";
import type { StoredFile } from "../../generated/client/types";
import { type Call, callsOf } from "./call";
import type { Environment } from "./environment";
import type { RecadoOptions } from "./options";
import { pagedList } from "./pages";
import { uploader, type UploadFileParams, type UploadOptions } from "./upload";

/** The files resource, with an upload in one call. */
export interface Files extends FilesResource {
  /** Requests a URL, uploads the bytes and confirms the file; returns the confirmed file. */
  upload(params: UploadFileParams, options?: UploadOptions): Promise<StoredFile>;
}

/**
 * The service by resource: `recado.messages.send(…)`. A method takes path, query and body parameters by name,
 * and resolves with the body of the response. Lists can be iterated.
 *
 * Errors are thrown: a RecadoError if the service rejects the call or fails, a RecadoConnectionError without
 * a response. A call is retried first if that is safe and useful. After 429 and 503 every call is retried. An
 * idempotent call, or one with an idempotency key, is also retried after 500, 502, 504 and without a
 * response.
 */
export interface Recado extends Resources {
  files: Files;
}

type Params = Readonly<Record<string, unknown>>;
type Method = (params?: Params, options?: CallOptions) => unknown;

export function recadoIn(environment: Environment, options: RecadoOptions): Recado {
  checkAddress(options.baseUrl);
  const call = callsOf(options, environment);
  const recado: Record<string, Record<string, unknown>> = {};
  for (const [resource, methods] of Object.entries(resources)) {
    const bound = Object.entries(methods).map(([method, id]) => [method, methodOf(id, call)] as const);
    recado[resource] = Object.fromEntries(bound);
  }
  recado.files = { ...recado.files, upload: uploader(call, options, environment) };
  return recado as unknown as Recado;
}

function methodOf(id: OperationId, call: Call): Method {
  const shape: OperationShape = shapes[id];
  if (!shape.query?.includes("offset")) return (params = {}, options) => call(id, params, options);
  return (params = {}, options) =>
    pagedList((window) => call(id, { ...params, ...window }, options) as Promise<Page<unknown>>, params);
}

function checkAddress(baseUrl: string): void {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (url?.protocol === "https:" || url?.protocol === "http:") return;
  throw new TypeError(`baseUrl is no http address: ${baseUrl}`);
}
