import { join } from "node:path";
import { ConfigError } from "../platform/config-error";
import { nearest } from "../platform/did-you-mean";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Names of all settings. An unknown `RECADO_*` variable aborts the start. */
export const SETTINGS = [
  "PORT",
  "HOST",
  "RECADO_ADMIN_PORT",
  "RECADO_METRICS_TOKEN",
  "DATABASE_URL",
  "RECADO_DATABASE_DIRECT_URL",
  "RECADO_DATABASE_READ_URL",
  "RECADO_DATABASE_READ_POOL",
  "RECADO_PUBLIC_URL",
  "RECADO_DATA_DIR",
  "RECADO_STORAGE",
  "RECADO_S3_BUCKET",
  "RECADO_S3_ENDPOINT",
  "RECADO_S3_REGION",
  "RECADO_S3_PREFIX",
  "RECADO_S3_FORCE_PATH_STYLE",
  "RECADO_DATABASE_POOL",
  "RECADO_ROLES",
  "RECADO_API_KEY",
  "RECADO_SECRET_KEY",
  "RECADO_SECRET_KEY_PREVIOUS",
  "RECADO_RATE_LIMIT",
  "RECADO_WEBHOOK_ALLOW_PRIVATE",
  "RECADO_RETAIN_MESSAGES_DAYS",
  "RECADO_RETAIN_INBOUND_DAYS",
  "RECADO_RETAIN_CONTENT_DAYS",
  "RECADO_RETAIN_EVENTS_DAYS",
  "RECADO_IMPORT_RETENTION_DAYS",
  "RECADO_HANDSET",
  "RECADO_CONSOLE",
  "RECADO_VALIDATE_RESPONSES",
  "RECADO_VALIDATE_SAMPLE",
  "RECADO_LOG_LEVEL",
  "RECADO_DRAIN_SECONDS",
  "RECADO_TRUSTED_PROXIES",
  "RECADO_SANDBOX_DELAY_MS",
  "RECADO_DELIVERY_REPORT_TIMEOUT_SECONDS",
  "RECADO_SUBMISSION_TIMEOUT_SECONDS",
  "RECADO_IMPORT_WAIT_SECONDS",
  "RECADO_MISSED_SCHEDULE_SECONDS",
  "RECADO_AMBIGUOUS_SUBMISSION",
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
  "OTEL_EXPORTER_OTLP_PROTOCOL",
  "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL",
  "OTEL_TRACES_EXPORTER",
  "OTEL_SDK_DISABLED",
] as const;
export type Setting = (typeof SETTINGS)[number];

/** Current setting names by their former names, which are still accepted. */
const RENAMED: Readonly<Record<string, Setting>> = {
  RECADO_RECEIPT_WINDOW_SECONDS: "RECADO_DELIVERY_REPORT_TIMEOUT_SECONDS",
  RECADO_PENDING_WINDOW_SECONDS: "RECADO_SUBMISSION_TIMEOUT_SECONDS",
};

export const earlierNames = (env: Environment): { setting: string; current: Setting }[] =>
  Object.entries(RENAMED).flatMap(([setting, current]) => (env[setting] ? { setting, current } : []));

/** Returns the environment with former names replaced. If both names are set, the current name wins. */
export function withCurrentNames(env: Environment): Environment {
  const current: Record<string, string | undefined> = { ...env };
  for (const { setting, current: name } of earlierNames(env)) {
    current[name] = env[name] || env[setting];
    delete current[setting];
  }
  return current;
}

/** Matches `RECADO_*` variables of clients and tests, which the service ignores. */
const FOREIGN = /^RECADO_(KEY$|TEST_)/;
const PREFIX = /^RECADO_/;
const MAX_EDIT_DISTANCE = 5;

/** Matches most variables that Kubernetes sets in every pod for a Service named `recado` or `recado-…`. */
const SERVICE_LINK = /^RECADO_(.+_)?(SERVICE_(HOST|PORT)|PORT_\d+_(TCP|UDP|SCTP))(_|$)/;
/** Matches the variable with the Service's address, and also `RECADO_ADMIN_PORT`: only the value differs. */
const SERVICE_ADDRESS = /^RECADO_(.+_)?PORT$/;

const isServiceLink = (name: string, value: string | undefined): boolean =>
  SERVICE_LINK.test(name) || (SERVICE_ADDRESS.test(name) && /^(tcp|udp|sctp):\/\//.test(value ?? ""));

/**
 * Returns the environment without Kubernetes' service links. A Service named `recado-admin` sets the variable
 * RECADO_ADMIN_PORT only in pods that do not set it, so an address there counts as an unset port.
 */
export const withoutServiceLinks = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name, value]) => !isServiceLink(name, value)));

/** Path of the guide in the sources, a build or the archive. */
const GUIDE = join(__dirname, "..", "web", "docs", "guides", "settings.md");
export const ALL_SETTINGS = `the guide ${GUIDE} lists all settings`;

/** Returns the setting that, without the prefix, differs in at most a third of the letters. */
function meantBy(unknown: string): Setting | undefined {
  const bare = (name: string) => name.replace(PREFIX, "");
  const maxDistance = Math.min(MAX_EDIT_DISTANCE, Math.ceil(bare(unknown).length / 3));
  const found = nearest(bare(unknown), SETTINGS.map(bare), maxDistance);
  return SETTINGS.find((name) => bare(name) === found);
}

/** Throws `ConfigError` for an unknown setting, because a misspelt one would silently keep its default. */
export function refuseUnknown(env: Environment): void {
  const unknown = Object.keys(env).find(
    (name) =>
      name.startsWith("RECADO_") &&
      Boolean(env[name]) &&
      !FOREIGN.test(name) &&
      !SETTINGS.some((setting) => setting === name),
  );
  if (unknown === undefined) return;
  const meant = meantBy(unknown);
  throw new ConfigError(
    `${unknown} is not a setting; ${meant === undefined ? ALL_SETTINGS : `did you mean ${meant}?`}`,
  );
}

export function text(env: Environment, name: Setting, fallback: string): string {
  return env[name] || fallback;
}

export function integer(env: Environment, name: Setting, fallback: number, min: number, max: number): number {
  const given = env[name];
  if (!given) return fallback;
  const value = /^\d{1,15}$/.test(given) ? Number(given) : NaN;
  if (!(value >= min && value <= max)) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${given}"`);
  }
  return value;
}

export function share(env: Environment, name: Setting, fallback: number): number {
  const given = env[name];
  if (!given) return fallback;
  const value = /^\d(\.\d{1,9})?$/.test(given) ? Number(given) : NaN;
  if (!(value <= 1)) throw new ConfigError(`${name} must be a number from 0 to 1, not "${given}"`);
  return value;
}

export function flag(env: Environment, name: Setting, fallback = false): boolean {
  return (
    oneOf(env, name, fallback ? "1" : "0", ["0", "1", "off", "on", "false", "true"]).match(
      /^(1|on|true)$/,
    ) !== null
  );
}

export function oneOf<T extends string>(
  env: Environment,
  name: Setting,
  fallback: T,
  allowed: readonly T[],
): T {
  const given = env[name];
  if (!given) return fallback;
  const found = allowed.find((value) => value === given.toLowerCase());
  if (!found) throw new ConfigError(`${name} must be one of ${allowed.join(", ")}, not "${given}"`);
  return found;
}

// The error message omits the value, which may contain a password.
export function url(env: Environment, name: Setting, fallback: string, protocols: readonly string[]): string {
  const given = env[name] || fallback;
  const parsed = URL.canParse(given) ? new URL(given) : null;
  if (!parsed || !protocols.includes(parsed.protocol)) {
    throw new ConfigError(
      `${name} must be a URL beginning with ${protocols.map((p) => `${p}//`).join(" or ")}`,
    );
  }
  return given;
}

export function matching(env: Environment, name: Setting, form: RegExp, what: string): string | null {
  const given = env[name];
  if (!given) return null;
  if (!form.test(given)) throw new ConfigError(`${name} must be ${what}, not "${given}"`);
  return given;
}
