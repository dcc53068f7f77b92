import { systemEnvironment } from "./environment";
import type { RecadoOptions } from "./options";
import { type Recado, recadoIn } from "./recado";

export type {
  CallOptions,
  ConditionalCallOptions,
  ErrorCodeOf,
  KeyedCallOptions,
  OperationId,
  Page,
  PagedList,
} from "../../generated/client/operations";
export * from "../../generated/client/types";
export {
  type ErrorCode,
  isRecadoError,
  type KnownErrorCode,
  RecadoConnectionError,
  RecadoError,
} from "./errors";
export { etagOf } from "./etag";
export type { RecadoOptions } from "./options";
export type { Files, Recado } from "./recado";
export type { Retry } from "./retry";
export type { FileData, UploadFileParams, UploadOptions, UploadProgress } from "./upload";
export {
  SIGNATURE_HEADER,
  signWebhook,
  verifyWebhook,
  type VerifyWebhookOptions,
  WebhookVerificationError,
  type WebhookVerificationReason,
} from "./webhook";

/** Creates a client for one account of the service. */
export const createRecado = (options: RecadoOptions): Recado => recadoIn(systemEnvironment, options);
