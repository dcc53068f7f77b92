import { ConfigError } from "../../platform/config-error";
import { type Problem, serviceUnavailable } from "../../platform/problem";

/** Parts of an SDK error. `name` is the store's error code; without a response, the network error's code. */
interface Failure {
  name: string;
  message: string;
  status: number | undefined;
  requestId: string | undefined;
}

function failureOf(error: unknown): Failure {
  const { name, code, message, $metadata } = (error ?? {}) as {
    name?: string;
    code?: string;
    message?: string;
    $metadata?: { httpStatusCode?: number; requestId?: string };
  };
  const status = $metadata?.httpStatusCode;
  return {
    name: (status === undefined ? (code ?? name) : name) ?? "Error",
    message: message ?? String(error),
    status,
    requestId: $metadata?.requestId,
  };
}

/**
 * Returns whether the error has one of the codes. The response to a HEAD request has no code, so the SDK
 * derives the code from its status.
 */
export const isRefusal = (error: unknown, ...codes: readonly string[]) =>
  codes.includes(failureOf(error).name);

/** Returns whether the object is missing. After a HEAD request the bucket may be missing instead. */
export const isAbsent = (error: unknown) => isRefusal(error, "NoSuchKey", "NotFound");

/** Returns whether a condition such as `IfNoneMatch` failed, or a concurrent request conflicted. */
export const isConditionUnmet = (error: unknown) =>
  isRefusal(error, "PreconditionFailed", "ConditionalRequestConflict");

/** Error for an endpoint that is no S3 store: it responds, but does not return the stored data. */
export class InvalidStoreError extends Error {
  override readonly name = "InvalidStoreError";
}

const RETRY_AFTER_SECONDS = 5;

/** Returns the 503 for callers. The logged cause omits the request, the signature and the key id. */
export function storeUnavailable(operation: string, error: unknown): Problem {
  const problem = serviceUnavailable("The file storage cannot be used at the moment", RETRY_AFTER_SECONDS);
  problem.cause = new Error(`S3 ${operation}: ${reasonOf(error)}`);
  return problem;
}

function reasonOf(error: unknown): string {
  const { name, message, status, requestId } = failureOf(error);
  const where = [status, requestId && `request ${requestId}`].filter(Boolean).join(", ");
  return `${name}: ${oneLine(message)}${where && ` (${where})`}`;
}

const oneLine = (text: string) => text.replace(/\s+/g, " ").slice(0, 300);

interface Whereabouts {
  bucket: string;
  endpoint: string | null;
}

const REGION = [
  "PermanentRedirect",
  "AuthorizationHeaderMalformed",
  "IllegalLocationConstraintException",
  "301",
];
const CREDENTIALS = [
  "CredentialsProviderError",
  "InvalidAccessKeyId",
  "SignatureDoesNotMatch",
  "ExpiredToken",
  "InvalidToken",
  "InvalidSecurity",
  // Code of versitygw for an unknown access key.
  "XAdminUserNotFound",
];
const NETWORK =
  /^(E[A-Z]+|TimeoutError|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|CERT_|ERR_TLS|ERR_SSL|EPROTO|SyntaxError|InvalidStoreError)/;

/** Returns the startup error for a bucket: one line that begins with the setting to check. */
export function startFailure({ bucket, endpoint }: Whereabouts, error: unknown): ConfigError {
  const { name, message, status } = failureOf(error);
  const at = endpoint === null ? "" : ` at ${endpoint}`;
  const reason = reasonOf(error);
  if (isRefusal(error, "NoSuchBucket", "InvalidBucketName")) {
    return new ConfigError(`RECADO_S3_BUCKET: there is no bucket "${bucket}"${at}`);
  }
  if (REGION.includes(name) || message.startsWith("Region is missing")) {
    return new ConfigError(`RECADO_S3_REGION does not fit the bucket "${bucket}"${at}: ${reason}`);
  }
  if (CREDENTIALS.includes(name)) {
    return new ConfigError(
      `AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the other source of credentials: the S3 store${at} rejects the credentials: ${reason}`,
    );
  }
  if (status === 403) {
    return new ConfigError(
      `RECADO_S3_BUCKET: the credentials may not list, read, write and delete in the bucket "${bucket}"${at}: ${reason}`,
    );
  }
  if (NETWORK.test(name)) {
    const hint =
      name === "ENOTFOUND" ? "; RECADO_S3_FORCE_PATH_STYLE=1 keeps the bucket out of the host's name" : "";
    return new ConfigError(
      `RECADO_S3_ENDPOINT: the store of the bucket "${bucket}"${at} does not respond as an S3 store: ${reason}${hint}`,
    );
  }
  return new ConfigError(`RECADO_STORAGE=s3: the bucket "${bucket}"${at} cannot be used: ${reason}`);
}
