import {
  type CallOptions,
  type OperationId,
  type Operations,
  type OperationShape,
  type Page,
  shapes,
} from "../../generated/client/operations";
import { type Call, callsOf } from "./call";
import type { Environment } from "./environment";
import type { RecadoOptions } from "./options";
import { pagedList } from "./pages";
import type { Schemas } from "./schemas";
import { uploader, type UploadFileParams, type UploadOptions } from "./upload";

/**
 * The service: one method an operation, which takes the parameters of its path and query and the fields of its body
 * by their names, and gives the body of the success. Lists can be iterated.
 *
 * What goes wrong is thrown: a RecadoError where the service refuses or fails, a RecadoConnectionError where no
 * answer comes. Before that, a call is tried again where it is safe and of use: after 429 and 503, and if it is
 * idempotent or carries an idempotency key also after 500, 502, 504 and where no answer came.
 */
export interface Recado extends Operations {
  /** Asks for a URL, puts the bytes there and confirms the file; gives the confirmed file. */
  uploadFile(file: UploadFileParams, options?: UploadOptions): Promise<Schemas["StoredFile"]>;
}

export function recadoIn(environment: Environment, options: RecadoOptions): Recado {
  checkAddress(options.baseUrl);
  const call = callsOf(options, environment);
  const methods = (Object.keys(shapes) as OperationId[]).map((id) => [id, methodOf(id, call)] as const);
  const uploadFile = uploader(call, options, environment);
  return { ...(Object.fromEntries(methods) as unknown as Operations), uploadFile };
}

type Params = Readonly<Record<string, unknown>>;

function methodOf(id: OperationId, call: Call): (params?: Params, options?: CallOptions) => unknown {
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
