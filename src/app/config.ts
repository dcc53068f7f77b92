import type { KeyObject } from "node:crypto";
import { isIP } from "node:net";
import { join, resolve } from "node:path";
import ipaddr from "ipaddr.js";
import { ConfigError } from "../platform/config-error";
import { readSecretKey } from "../platform/secrets/secret-key";
import {
  type Environment,
  flag,
  integer,
  matching,
  oneOf,
  refuseUnknown,
  type Setting,
  text,
  url,
  withCurrentNames,
} from "./settings";

export type Role = "api" | "worker";

export interface Config {
  host: string;
  port: number;
  /** Port of metrics and health; null to serve them on the API's port. */
  adminPort: number | null;
  /**
   * Bearer token of metrics. Null: without an admin port, only direct requests from this machine can read
   * them.
   */
  metricsToken: string | null;
  /** Base of the service's public URLs, without a trailing slash. */
  publicUrl: string;
  dataDir: string;
  /** Bucket for files; null to store them in the data directory. */
  s3: S3Settings | null;
  databaseUrl: string | null;
  /** Maximum PostgreSQL connections of this process. */
  databasePool: number;
  roles: readonly Role[];
  firstApiKey: string | null;
  /** Key that encrypts secrets in the database; null to use the one in the data directory. */
  secretKey: KeyObject | null;
  /** Previous key. The next start encrypts its secrets with the new key. */
  previousSecretKey: KeyObject | null;
  /** Requests per minute of an account without its own limit. */
  rateLimit: number;
  webhookAllowPrivate: boolean;
  /** Retention of imported files and rejected rows after the import, in days. */
  importRetentionDays: number;
  /** Whether the simulated phone is served at /sandbox. */
  handset: boolean;
  /** Whether the console is served at /console. */
  console: boolean;
  /** Whether every response is validated against the contract, for tests and staging. */
  validateResponses: boolean;
  logLevel: string;
  /** Time after SIGTERM during which requests are still served, in seconds. */
  drainSeconds: number;
  /** Number of reverse proxies whose X-Forwarded-* headers are trusted. */
  trustedProxies: number;
  /** Delay of the sandbox carrier before each response, in milliseconds. */
  sandboxDelayMs: number;
  /**
   * Longest wait of a sent message for a delivery report, in seconds; after it the message counts as settled.
   */
  deliveryReportTimeoutSeconds: number;
  /** Longest wait of a pending message for its submission, in seconds; after it the message expires. */
  submissionTimeoutSeconds: number;
  /** Longest wait of a scheduled launch for an import into its list, in seconds. */
  importWaitSeconds: number;
  /** Maximum delay of a launch that was missed because the service was down, in seconds. */
  missedScheduleSeconds: number;
  /** Handling of messages that may have reached a carrier when their worker died. */
  ambiguousSubmission: "resend" | "fail";
}

export interface S3Settings {
  bucket: string;
  /** Endpoint URL; null for Amazon's endpoint of the region. */
  endpoint: string | null;
  /** Region; null to use the AWS settings of this machine. */
  region: string | null;
  /** Prefix of every key: empty, or ending in a slash. */
  prefix: string;
  forcePathStyle: boolean;
}

/** Shorter than the lease of a submission. */
const MAX_SANDBOX_DELAY_MS = 20_000;

export function readConfig(given: Environment): Config {
  const env = withCurrentNames(given);
  refuseUnknown(env);
  const host = hostOf(env);
  const port = integer(env, "PORT", 3000, 0, 65_535);
  return Object.freeze({
    host,
    port,
    adminPort: adminPort(env, port),
    metricsToken: metricsToken(env),
    publicUrl: url(env, "RECADO_PUBLIC_URL", `http://${inUrl(host)}:${port}`, ["http:", "https:"]).replace(
      /\/+$/,
      "",
    ),
    dataDir: resolve(text(env, "RECADO_DATA_DIR", "data")),
    s3: s3Settings(env),
    databaseUrl: databaseUrl(env),
    databasePool: integer(env, "RECADO_DATABASE_POOL", 10, 2, 200),
    roles: roles(env),
    firstApiKey: apiKey(env),
    secretKey: secretKey(env, "RECADO_SECRET_KEY"),
    previousSecretKey: secretKey(env, "RECADO_SECRET_KEY_PREVIOUS"),
    rateLimit: integer(env, "RECADO_RATE_LIMIT", 600, 1, 1_000_000_000),
    webhookAllowPrivate: flag(env, "RECADO_WEBHOOK_ALLOW_PRIVATE"),
    importRetentionDays: integer(env, "RECADO_IMPORT_RETENTION_DAYS", 30, 1, 3_650),
    handset: flag(env, "RECADO_HANDSET", isForOneself(env, host)),
    console: oneOf(env, "RECADO_CONSOLE", "on", ["on", "off"]) === "on",
    validateResponses: flag(env, "RECADO_VALIDATE_RESPONSES"),
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
  });
}

/** Returns whether a listener at the host is reachable only from this machine. */
const isLoopback = (host: string) =>
  host.toLowerCase() === "localhost" || (ipaddr.isValid(host) && ipaddr.process(host).range() === "loopback");

/**
 * Returns whether the settings suggest a local trial. A public URL or a database server suggests a shared
 * service.
 */
const isForOneself = (env: Environment, host: string) =>
  isLoopback(host) && !env.RECADO_PUBLIC_URL && !env.DATABASE_URL;

function adminPort(env: Environment, port: number): number | null {
  if (!env.RECADO_ADMIN_PORT) return null;
  const given = integer(env, "RECADO_ADMIN_PORT", 0, 1, 65_535);
  if (given === port) throw new ConfigError(`RECADO_ADMIN_PORT must be another port than PORT, not ${given}`);
  return given;
}

// The message does not repeat the value, which is secret.
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

/**
 * Returns the host as part of a URL, without the zone of a link-local address, which is valid only on this
 * machine.
 */
const inUrl = (host: string) => (host.includes(":") ? `[${host.replace(/%.*/, "")}]` : host);

function hostOf(env: Environment): string {
  const host = text(env, "HOST", "127.0.0.1");
  const isName = /^[\w.-]+$/.test(host) && URL.canParse(`http://${host}`);
  if (isIP(host) === 0 && !isName) {
    throw new ConfigError(`HOST must be an IP address or the name of a host, not "${host}"`);
  }
  return host;
}

export const sqliteFile = (config: Config) => join(config.dataDir, "recado.sqlite");

/** Matches a comma in the host part: after user and password, before the path or options. */
const SEVERAL_HOSTS = /^\w+:\/\/(?:[^/?#]*@)?(?![^/?#]*@)[^/?#]*,|[?&]host=[^&#]*(?:,|%2c)/i;

function databaseUrl(env: Environment): string | null {
  if (!env.DATABASE_URL) return null;
  if (SEVERAL_HOSTS.test(env.DATABASE_URL)) {
    throw new ConfigError(
      "DATABASE_URL must name one host, and names several: give it an address that always leads to the primary server, such as a virtual IP address or PgBouncer",
    );
  }
  return url(env, "DATABASE_URL", "", ["postgres:", "postgresql:"]);
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

/** Default region for stores other than Amazon's, which ignore it. */
const ANY_REGION = "us-east-1";

function s3Settings(env: Environment): S3Settings | null {
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
    // Otherwise files would silently go to the disk.
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
  const given = url(env, "RECADO_S3_ENDPOINT", "", ["http:", "https:"]);
  const { username, password, search, hash } = new URL(given);
  if (username || password || search || hash) {
    throw new ConfigError("RECADO_S3_ENDPOINT must be a URL of host, port and path alone");
  }
  return given.replace(/\/+$/, "");
}

// The message does not repeat the value, which is secret.
function secretKey(env: Environment, name: Setting): KeyObject | null {
  const given = env[name];
  if (!given) return null;
  const key = readSecretKey(given.trim());
  if (key === null)
    throw new ConfigError(`${name} must be 32 bytes in base64: openssl rand -base64 32 makes such a key`);
  return key;
}
