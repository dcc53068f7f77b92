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

/** The resource of files, with uploads in one call. */
export interface Files extends FilesResource {
  /** Asks for a URL, puts the bytes there and confirms the file; gives the confirmed file. */
  upload(params: UploadFileParams, options?: UploadOptions): Promise<StoredFile>;
}

/**
 * The service, by its resources: `recado.messages.send(…)`. A method takes the parameters of its path and query and the
 * fields of its body by their names, and gives the body of the success. Lists can be iterated.
 *
 * What goes wrong is thrown: a RecadoError where the service refuses or fails, a RecadoConnectionError where no
 * answer comes. Before that, a call is tried again where it is safe and of use: after 429 and 503, and if it is
 * idempotent or carries an idempotency key also after 500, 502, 504 and where no answer came.
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
