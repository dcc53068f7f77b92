import { existsSync } from "node:fs";
import { type Config, isLoopback } from "../app/config";
import { earlierNames, type Environment, SETTINGS } from "../app/settings";
import { secretKeyFile } from "../platform/secrets/unlock";
import { type Finding, ok, warning } from "./doctor-check";

/**
 * Returns a warning for each setting that is valid but insecure, slow, contradictory, without effect or under
 * a former name. If there is no warning, returns one finding that the settings are valid.
 */
export function settingsFindings(env: Environment, config: Config, isFile = existsSync): Finding[] {
  const found = [
    ...earlierNames(env).map(({ setting, current }) =>
      warning(`${setting} is a former name`, `rename it to ${current}`),
    ),
    ...addressWarnings(config),
    ...secretWarnings(config, isFile(secretKeyFile(config.dataDir))),
    ...exposureWarnings(config),
    ...withoutEffect(env, config),
  ];
  return found.length === 0 ? [ok("The settings are valid")] : found;
}

const hostOf = ({ publicUrl }: Pick<Config, "publicUrl">) =>
  new URL(publicUrl).hostname.replace(/^\[|\]$/g, "");

/** Returns whether the settings suggest that clients on other machines use the service. */
const isPublic = (config: Pick<Config, "publicUrl" | "databaseUrl" | "host">): boolean =>
  config.databaseUrl !== null || !isLoopback(config.host) || !isLoopback(hostOf(config));

function addressWarnings(config: Config): Finding[] {
  if (!isPublic(config)) return [];
  const { publicUrl, trustedProxies } = config;
  if (isLoopback(hostOf(config))) {
    return [
      warning(
        `The public address is ${publicUrl}, which only this machine can reach`,
        "set RECADO_PUBLIC_URL to the https address of the service",
      ),
    ];
  }
  if (new URL(publicUrl).protocol !== "https:") {
    return [
      warning(
        "RECADO_PUBLIC_URL has no https: keys and messages travel unencrypted",
        "put a proxy with TLS in front, and set RECADO_PUBLIC_URL to its https address",
      ),
    ];
  }
  return trustedProxies > 0
    ? []
    : [
        warning(
          "RECADO_PUBLIC_URL has https, so a proxy is in front, but RECADO_TRUSTED_PROXIES is 0: all clients share the proxy's address",
          "set RECADO_TRUSTED_PROXIES to the number of proxies",
        ),
      ];
}

function keyWarning(hasKeyFile: boolean): Finding {
  const risk = "anyone who copies that directory can read the secrets";
  return hasKeyFile
    ? warning(
        `The key of the secrets is in the data directory: ${risk}`,
        "move the content of the file secret-key to RECADO_SECRET_KEY, and keep it apart from backups",
      )
    : warning(
        `Without RECADO_SECRET_KEY the service keeps the key of the secrets in the data directory: ${risk}`,
        'set RECADO_SECRET_KEY, to the output of "openssl rand -base64 32" for a new service, and keep it apart from backups',
      );
}

function secretWarnings(config: Config, hasKeyFile: boolean): Finding[] {
  const kept = config.secretKey === null && isPublic(config) ? [keyWarning(hasKeyFile)] : [];
  const previous =
    config.previousSecretKey === null
      ? []
      : [
          warning(
            "RECADO_SECRET_KEY_PREVIOUS is set: the former key still opens the secrets",
            "remove it once all processes have started with the current key",
          ),
        ];
  return [...kept, ...previous];
}

function exposureWarnings(config: Config): Finding[] {
  if (!isPublic(config)) return [];
  const allowed: [boolean, string, string][] = [
    [
      config.webhookAllowPrivate,
      "RECADO_WEBHOOK_ALLOW_PRIVATE lets accounts send requests into your network",
      "remove it unless all accounts are yours",
    ],
    [
      config.handset,
      "RECADO_HANDSET offers the sandbox's phone at a public address",
      "remove it in production",
    ],
    [
      config.validateResponses,
      "RECADO_VALIDATE_RESPONSES slows down every response",
      "remove it in production",
    ],
  ];
  return allowed.flatMap(([isOn, message, advice]) => (isOn ? [warning(message, advice)] : []));
}

function withoutEffect(env: Environment, config: Config): Finding[] {
  const unused = [
    ...(config.s3 === null ? SETTINGS.filter((name) => name.startsWith("RECADO_S3_")) : []),
    ...(config.databaseUrl === null ? ["RECADO_DATABASE_POOL"] : []),
    ...(config.databaseReadUrl === null ? ["RECADO_DATABASE_READ_POOL"] : []),
  ].filter((name) => Boolean(env[name]));
  const needs: Readonly<Record<string, string>> = {
    RECADO_DATABASE_POOL: "DATABASE_URL",
    RECADO_DATABASE_READ_POOL: "RECADO_DATABASE_READ_URL",
  };
  const found = unused.map((name) =>
    warning(`${name} has no effect`, `remove it, or set ${needs[name] ?? "RECADO_STORAGE=s3"}`),
  );
  const isOneRole = config.databaseUrl === null && config.roles.length === 1;
  const other = config.roles.includes("api") ? "submits no messages" : "serves no requests";
  return isOneRole
    ? [
        ...found,
        warning(
          `RECADO_ROLES is ${config.roles.join(",")} with SQLite, whose only process then ${other}`,
          "remove RECADO_ROLES, or move to PostgreSQL",
        ),
      ]
    : found;
}
