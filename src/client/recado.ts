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

export interface Files extends FilesResource {
  /** Uploads a file: requests a URL, sends the bytes and confirms the file. Returns the confirmed file. */
  upload(params: UploadFileParams, options?: UploadOptions): Promise<StoredFile>;
}

/**
 * Client of the service, by resource: `recado.messages.send(…)`. Methods take path, query and body parameters
 * by name and resolve with the response body. Paged lists can be iterated.
 *
 * A method throws a RecadoError if the service returns an error, and a RecadoConnectionError if no response
 * arrives.
 *
 * Before a method throws, it retries where a retry is safe. It retries every call after 429, 503 or a 409
 * with `Retry-After`, and if no connection was made. It also retries idempotent calls without `ifMatch` and
 * calls with an idempotency key after 500, 502, 504 or no response.
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
  throw new TypeError(`baseUrl is not an http URL: ${baseUrl}`);
}
