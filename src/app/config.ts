import type { KeyObject } from "node:crypto";
import { isIP } from "node:net";
import { join, resolve } from "node:path";
import ipaddr from "ipaddr.js";
import { ConfigError } from "../platform/config-error";
import { InvalidPostgresUrl, parsePostgresUrl, type UrlPurpose } from "../platform/db/postgres-url";
import { readSecretKey } from "../platform/secrets/secret-key";
import type { OtlpSettings } from "../platform/tracing/otlp";
import type { S3Options } from "../storage/s3-options";
import {
  type Environment,
  flag,
  integer,
  matching,
  oneOf,
  refuseUnknown,
  type Setting,
  share,
  text,
  url,
  withCurrentNames,
  withoutServiceLinks,
} from "./settings";

type Role = "api" | "worker";

export interface Config {
  host: string;
  port: number;
  /** Port for metrics and health checks; null to serve them on the API's port. */
  adminPort: number | null;
  /**
   * Bearer token for reading metrics. If null, the API's port serves metrics only to direct requests from
   * this machine.
   */
  metricsToken: string | null;
  /** Base of the service's public URLs, without a trailing slash. */
  /** Whether RECADO_PUBLIC_URL is set. Without it, `publicUrl` consists of HOST and PORT. */
  hasPublicUrl: boolean;
  publicUrl: string;
  dataDir: string;
  /** Bucket for files; null to store them in the data directory. */
  s3: S3Options | null;
  /** URL of PostgreSQL, with one or several hosts; null for SQLite. */
  databaseUrl: string | null;
  /** URL of PostgreSQL that bypasses a connection pooler, for notifications; null to use `databaseUrl`. */
  databaseDirectUrl: string | null;
  databasePool: number;
  /** URL of a PostgreSQL standby for reads that may be stale; null to read everything from `databaseUrl`. */
  databaseReadUrl: string | null;
  databaseReadPool: number;
  roles: readonly Role[];
  firstApiKey: string | null;
  /** Key that encrypts secrets in the database; null to use the key file in the data directory. */
  secretKey: KeyObject | null;
  /** Previous key. The next start re-encrypts the secrets that use the previous key. */
  previousSecretKey: KeyObject | null;
  rateLimit: number;
  webhookAllowPrivate: boolean;
  importRetentionDays: number;
  /** Retention of messages, inbound records and webhook deliveries in days; 0 keeps them for ever. */
  retainMessagesDays: number;
  retainInboundDays: number;
  retainEventsDays: number;
  /** Retention of the content of sent and inbound messages in days; 0 keeps it as long as the message. */
  retainContentDays: number;
  handset: boolean;
  console: boolean;
  /** Whether every response is validated against the contract. Meant for tests and staging. */
  validateResponses: boolean;
  /** Share of responses, 0 to 1, that are checked against the contract. An invalid response is still sent. */
  validateSample: number;
  logLevel: string;
  /** Seconds after SIGTERM during which requests are still served. */
  drainSeconds: number;
  /** Number of reverse proxies whose X-Forwarded-* headers are trusted. */
  trustedProxies: number;
  sandboxDelayMs: number;
  /** Seconds that a sent message waits for a delivery report before it counts as settled. */
  deliveryReportTimeoutSeconds: number;
  /** Seconds that a pending message waits for its submission before it expires. */
  submissionTimeoutSeconds: number;
  /** Seconds that a scheduled launch waits for a running import into its contact list, before it fails. */
  importWaitSeconds: number;
  /** Maximum delay in seconds of a scheduled launch. After a longer outage the campaign does not start. */
  missedScheduleSeconds: number;
  /** Whether to resend or fail a message that may have reached the carrier when its worker died. */
  ambiguousSubmission: "resend" | "fail";
  /** Collector of traces; null without tracing. */
  traces: OtlpSettings | null;
}

/** Maximum delay of the sandbox carrier, which must be shorter than the lease of a submission job. */
const MAX_SANDBOX_DELAY_MS = 20_000;

const MAX_RETENTION_DAYS = 36_500;

export function readConfig(given: Environment): Config {
  const env = withoutServiceLinks(withCurrentNames(given));
  refuseUnknown(env);
  const host = hostOf(env);
  const port = integer(env, "PORT", 3000, 0, 65_535);
  return Object.freeze({
    host,
    port,
    adminPort: adminPort(env, port),
    metricsToken: metricsToken(env),
    hasPublicUrl: Boolean(env.RECADO_PUBLIC_URL),
    publicUrl: baseUrl(env, "RECADO_PUBLIC_URL", `http://${inUrl(host)}:${port}`),
    dataDir: resolve(text(env, "RECADO_DATA_DIR", "data")),
    s3: s3Settings(env),
    databaseUrl: postgresUrl(env, "DATABASE_URL"),
    databaseDirectUrl: urlBesideDatabase(env, "RECADO_DATABASE_DIRECT_URL"),
    databasePool: integer(env, "RECADO_DATABASE_POOL", 10, 2, 200),
    databaseReadUrl: urlBesideDatabase(env, "RECADO_DATABASE_READ_URL", "replica"),
    databaseReadPool: integer(env, "RECADO_DATABASE_READ_POOL", 5, 2, 200),
    roles: roles(env),
    firstApiKey: apiKey(env),
    secretKey: secretKey(env, "RECADO_SECRET_KEY"),
    previousSecretKey: secretKey(env, "RECADO_SECRET_KEY_PREVIOUS"),
    rateLimit: integer(env, "RECADO_RATE_LIMIT", 600, 1, 1_000_000_000),
    webhookAllowPrivate: flag(env, "RECADO_WEBHOOK_ALLOW_PRIVATE"),
    retainMessagesDays: integer(env, "RECADO_RETAIN_MESSAGES_DAYS", 400, 0, MAX_RETENTION_DAYS),
    retainInboundDays: integer(env, "RECADO_RETAIN_INBOUND_DAYS", 400, 0, MAX_RETENTION_DAYS),
    retainEventsDays: integer(env, "RECADO_RETAIN_EVENTS_DAYS", 30, 0, MAX_RETENTION_DAYS),
    retainContentDays: integer(env, "RECADO_RETAIN_CONTENT_DAYS", 0, 0, MAX_RETENTION_DAYS),
    importRetentionDays: integer(env, "RECADO_IMPORT_RETENTION_DAYS", 30, 1, 3_650),
    handset: flag(env, "RECADO_HANDSET", isForOneself(env, host)),
    console: oneOf(env, "RECADO_CONSOLE", "on", ["on", "off"]) === "on",
    validateResponses: flag(env, "RECADO_VALIDATE_RESPONSES"),
    validateSample: share(env, "RECADO_VALIDATE_SAMPLE", 0.01),
    logLevel: oneOf(env, "RECADO_LOG_LEVEL", "info", [
      "trace",
      "debug",
      "info",
      "warn",
      "error",
      "fatal",
      "silent",
    ]),
    drainSeconds: integer(env, "RECADO_DRAIN_SECONDS", 5, 0, 300),
    trustedProxies: integer(env, "RECADO_TRUSTED_PROXIES", 0, 0, 10),
    sandboxDelayMs: integer(env, "RECADO_SANDBOX_DELAY_MS", 5, 0, MAX_SANDBOX_DELAY_MS),
    deliveryReportTimeoutSeconds: integer(
      env,
      "RECADO_DELIVERY_REPORT_TIMEOUT_SECONDS",
      72 * 3600,
      1,
      30 * 86_400,
    ),
    submissionTimeoutSeconds: integer(env, "RECADO_SUBMISSION_TIMEOUT_SECONDS", 24 * 3600, 1, 30 * 86_400),
    importWaitSeconds: integer(env, "RECADO_IMPORT_WAIT_SECONDS", 30 * 60, 1, 7 * 86_400),
    missedScheduleSeconds: integer(env, "RECADO_MISSED_SCHEDULE_SECONDS", 24 * 3600, 1, 30 * 86_400),
    ambiguousSubmission: oneOf(env, "RECADO_AMBIGUOUS_SUBMISSION", "resend", ["resend", "fail"]),
    traces: traces(env),
  });
}

/**
 * Returns the collector of traces; null if no collector is set or traces are off. OpenTelemetry defines the
 * names and the precedence of the environment variables.
 */
function traces(env: Environment): OtlpSettings | null {
  const isOff =
    flag(env, "OTEL_SDK_DISABLED") || oneOf(env, "OTEL_TRACES_EXPORTER", "otlp", ["otlp", "none"]) === "none";
  const own = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  if (isOff || !(own || env.OTEL_EXPORTER_OTLP_ENDPOINT)) return null;
  const endpoint = url(env, own ? "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT" : "OTEL_EXPORTER_OTLP_ENDPOINT", "", [
    "http:",
    "https:",
  ]);
  const protocol = oneOf(
    env,
    env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL
      ? "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"
      : "OTEL_EXPORTER_OTLP_PROTOCOL",
    "http/protobuf",
    ["http/protobuf", "http/json"],
  );
  return { url: own ? endpoint : `${endpoint.replace(/\/+$/, "")}/v1/traces`, protocol };
}

export const isLoopback = (host: string) =>
  host.toLowerCase() === "localhost" || (ipaddr.isValid(host) && ipaddr.process(host).range() === "loopback");

/** Returns whether the settings suggest a local trial: no public URL, no PostgreSQL, and a loopback host. */
const isForOneself = (env: Environment, host: string) =>
  isLoopback(host) && !env.RECADO_PUBLIC_URL && !env.DATABASE_URL;

function adminPort(env: Environment, port: number): number | null {
  if (!env.RECADO_ADMIN_PORT) return null;
  const given = integer(env, "RECADO_ADMIN_PORT", 0, 1, 65_535);
  if (given === port) throw new ConfigError(`RECADO_ADMIN_PORT must be another port than PORT, not ${given}`);
  return given;
}

// The error message omits the value, because the token is secret.
function metricsToken(env: Environment): string | null {
  const given = env.RECADO_METRICS_TOKEN;
  if (!given) return null;
  if (!/^[\x21-\x7e]{1,4096}$/.test(given)) {
    throw new ConfigError(
      "RECADO_METRICS_TOKEN must be 1 to 4,096 characters of printable ASCII without spaces",
    );
  }
  return given;
}

/** Returns the host for a URL, without the zone of a link-local address, which only this machine knows. */
const inUrl = (host: string) => (host.includes(":") ? `[${host.replace(/%.*/, "")}]` : host);

function hostOf(env: Environment): string {
  const host = text(env, "HOST", "127.0.0.1");
  const isName = /^[\w.-]+$/.test(host) && URL.canParse(`http://${host}`);
  if (isIP(host) === 0 && !isName) {
    throw new ConfigError(`HOST must be an IP address or the name of a host, not "${host}"`);
  }
  return host;
}

export const sqliteFile = (config: Pick<Config, "dataDir">) => join(config.dataDir, "recado.sqlite");

// The error message omits the value, which may contain a password.
function postgresUrl(env: Environment, name: Setting, purpose?: UrlPurpose): string | null {
  const given = env[name];
  if (!given) return null;
  try {
    parsePostgresUrl(given, purpose);
  } catch (error) {
    if (!(error instanceof InvalidPostgresUrl)) throw error;
    throw new ConfigError(`${name} ${error.message}`);
  }
  return given;
}

/** Returns the setting's URL or null. Throws `ConfigError` if it is set and `DATABASE_URL` is not. */
function urlBesideDatabase(env: Environment, name: Setting, purpose?: UrlPurpose): string | null {
  const given = postgresUrl(env, name, purpose);
  if (given !== null && !env.DATABASE_URL) {
    throw new ConfigError(`${name} is for PostgreSQL, and DATABASE_URL is not set`);
  }
  return given;
}

function roles(env: Environment): readonly Role[] {
  const known: readonly Role[] = ["api", "worker"];
  const given = text(env, "RECADO_ROLES", "api,worker")
    .split(",")
    .map((role) => role.trim());
  const unknown = given.find((role) => !known.some((one) => one === role));
  if (unknown !== undefined) {
    throw new ConfigError(
      `RECADO_ROLES must be a comma-separated list of ${known.join(", ")}, not "${unknown}"`,
    );
  }
  return known.filter((role) => given.includes(role));
}

function apiKey(env: Environment): string | null {
  const given = env.RECADO_API_KEY;
  if (!given) return null;
  if (!/^st_[0-9a-f]{64}$/.test(given)) {
    throw new ConfigError("RECADO_API_KEY must be st_ followed by 64 hexadecimal characters in lower case");
  }
  return given;
}

/** Region for stores that are not Amazon's. They ignore the value, but the SDK requires one. */
const ANY_REGION = "us-east-1";

function s3Settings(env: Environment): S3Options | null {
  const bucket = matching(
    env,
    "RECADO_S3_BUCKET",
    /^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/,
    "the name of a bucket",
  );
  const endpoint = s3Endpoint(env);
  const region = matching(env, "RECADO_S3_REGION", /^[A-Za-z0-9-]{1,64}$/, "the name of a region");
  const folders = matching(
    env,
    "RECADO_S3_PREFIX",
    /^(?!.{201})\/?[A-Za-z0-9_-][\w.-]*(\/[A-Za-z0-9_-][\w.-]*)*\/?$/,
    "names of letters, digits, _, . and - with a / between them, 200 characters at most",
  );
  const forcePathStyle = flag(env, "RECADO_S3_FORCE_PATH_STYLE");
  if (oneOf(env, "RECADO_STORAGE", "disk", ["disk", "s3"]) === "disk") {
    // A bucket without RECADO_STORAGE=s3 is probably a mistake: files would silently go to the disk.
    if (bucket !== null && !env.RECADO_STORAGE) {
      throw new ConfigError("RECADO_S3_BUCKET is for RECADO_STORAGE=s3, and RECADO_STORAGE is not set");
    }
    return null;
  }
  if (bucket === null) {
    throw new ConfigError("RECADO_S3_BUCKET must be the name of a bucket where RECADO_STORAGE is s3");
  }
  return {
    bucket,
    endpoint,
    region: region ?? (endpoint === null || env.AWS_REGION ? null : ANY_REGION),
    prefix: folders === null ? "" : `${folders.replace(/^\/|\/$/g, "")}/`,
    forcePathStyle,
  };
}

function s3Endpoint(env: Environment): string | null {
  if (!env.RECADO_S3_ENDPOINT) return null;
  return baseUrl(env, "RECADO_S3_ENDPOINT", "");
}

/** Returns a URL without a trailing slash, to which paths are appended. */
function baseUrl(env: Environment, name: Setting, fallback: string): string {
  const given = url(env, name, fallback, ["http:", "https:"]).trim();
  const { username, password } = new URL(given);
  if (username || password || /[\s?#]/.test(given)) {
    throw new ConfigError(`${name} must be a URL of host, port and path alone`);
  }
  return given.replace(/\/+$/, "");
}

// The error message omits the value, because the key is secret.
function secretKey(env: Environment, name: Setting): KeyObject | null {
  const given = env[name];
  if (!given) return null;
  const key = readSecretKey(given.trim());
  if (key === null)
    throw new ConfigError(`${name} must be 32 bytes in base64: openssl rand -base64 32 makes such a key`);
  return key;
}
