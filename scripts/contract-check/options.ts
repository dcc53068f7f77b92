import { type Command, InvalidArgumentError } from "commander";
import { randomInt } from "node:crypto";
import { join } from "node:path";
import type { InvariantOptions, ReceiverOptions } from "./check-options";

export interface CommandOptions {
  /** Null if the check starts a temporary service. */
  url: string | null;
  key: string | null;
  limitedKey: string | null;
  readOnly: boolean;
  only: readonly string[];
  timeoutMs: number;
  runTimeoutMs: number;
  receiver: ReceiverOptions;
  html: string;
  junit: string;
  /** Null if the check skips the invariants. */
  invariants: InvariantOptions | null;
  invariantsOnly: boolean;
  /** Minimum share of documented statuses that must be hit, from 0 to 1. */
  minShare: number;
}

const number = (min: number, max: number) => (text: string) => {
  const value = Number(text);
  if (text.trim() === "" || !(value >= min && value <= max)) {
    throw new InvalidArgumentError(`It must be a number from ${min} to ${max}.`);
  }
  return value;
};

interface Given {
  url?: string;
  key?: string;
  limitedKey?: string;
  readOnly?: boolean;
  only?: string[];
  timeout: number;
  runTimeout: number;
  receiverUrl?: string;
  receiverPort?: number;
  report: string;
  html?: string;
  junit?: string;
  minCoverage?: number;
  invariants: boolean;
  invariantsOnly?: boolean;
  seed?: number;
  invariantsSeconds: number;
  otherKey?: string;
}

/** Maximum number of repetitions that shorten a sequence; 16 shorten thirty steps to three or four. */
const TRIES = 16;

const MAX_SEED = 2_147_483_647;

function invariantsOf(
  given: Given,
  env: Readonly<Record<string, string | undefined>>,
): InvariantOptions | null {
  if (!given.invariants) return null;
  return {
    seed: given.seed ?? randomInt(MAX_SEED),
    seconds: given.invariantsSeconds,
    tries: TRIES,
    otherKey: given.otherKey ?? env.RECADO_OTHER_KEY ?? null,
  };
}

/** Minimum share, in percent, for a service that the check starts, where all statuses occur. */
const MIN_OF_TEMPORARY_SERVICE = 90;

const HELP = `
Examples:
  $ RECADO_API_KEY=st_… NAME --url https://staging.example.com
  $ RECADO_API_KEY=st_… NAME --url https://messages.example.com --read-only
  $ RECADO_API_KEY=st_… NAME --url https://staging.example.com \\
      --receiver-url https://tunnel.example.net/hook --receiver-port 8787

Webhooks: a deployment on this machine posts them to a receiver on the loopback address, which
the check starts and registers by itself. One elsewhere needs --receiver-url, an address that
you forward to --receiver-port; without it, they are reported as not tried.

It exits with 0 if the contract is kept, 1 on a violation, 2 if it could not check.`;

export interface CommandLine {
  name: string;
  /** Whether the check starts a service when no URL is given. */
  canStartService: boolean;
}

export function withOptions(command: Command, { name, canStartService }: CommandLine): Command {
  const without = canStartService ? "; without it, the check starts a temporary service" : "";
  const alone = canStartService ? "90 for a temporary service, else 0" : "0";
  return command
    .description("checks a deployment against the contract, operation by operation and status by status")
    .option("--url <url>", `the deployment, such as https://messages.example.com${without}`)
    .option(
      "--key <key>",
      "an API key of all scopes; or set RECADO_API_KEY, which other users of the machine do not see",
    )
    .option("--read-only", "send nothing but GET: for production")
    .option("--only <tag or operation...>", "check these only")
    .option(
      "--limited-key <key>",
      "a key of an account with at most 300 requests a minute, which are used up to provoke 429; at most 3 minutes",
    )
    .option(
      "--receiver-url <url>",
      "a public address that is forwarded to the webhook receiver, for a deployment on another machine",
    )
    .option(
      "--receiver-port <port>",
      "the port on 127.0.0.1 that the webhook receiver listens on (default: a free one)",
      number(1, 65_535),
    )
    .option("--timeout <seconds>", "maximum time for a response, body included", number(1, 600), 30)
    .option(
      "--run-timeout <minutes>",
      "maximum time for the run; its findings are reported even then",
      number(1, 24 * 60),
      60,
    )
    .option(
      "--min-coverage <percent>",
      `fail below this share of operation × documented status (default: ${alone})`,
      number(0, 100),
    )
    .option("--no-invariants", "do not try the contract's invariants")
    .option("--invariants-only", "try the invariants and nothing else")
    .option(
      "--seed <number>",
      "repeat the random sequences of an earlier run (default: new ones)",
      number(0, MAX_SEED),
    )
    .option("--invariants-seconds <seconds>", "maximum time for all random sequences", number(1, 3_600), 30)
    .option(
      "--other-key <key>",
      "a key of another account, whose resources must stay out of reach; or set RECADO_OTHER_KEY",
    )
    .option("--report <dir>", "folder for the reports", "contract-report")
    .option("--html <file>", "the report as a page (default: index.html in the folder)")
    .option("--junit <file>", "the report for CI (default: junit.xml in the folder)")
    .addHelpText("after", HELP.replaceAll("NAME", name))
    .exitOverride();
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the options of a parsed command. Contradictions end the command with a message. */
export function optionsOf(command: Command, env: Environment, canStartService: boolean): CommandOptions {
  const given = command.opts<Given>();
  const url = given.url ?? null;
  const key = given.key ?? env.RECADO_KEY ?? env.RECADO_API_KEY ?? null;
  const refuse = (why: string) => command.error(`error: ${why}`);
  if (url === null && !canStartService) {
    refuse(
      "--url is required: the deployment to check, such as --url https://messages.example.com " +
        "(only the command in the service's repository can start one)",
    );
  }
  if (url !== null && key === null) refuse("--url needs --key, or RECADO_API_KEY in the environment");
  if (url === null && given.readOnly === true) refuse("--read-only needs --url");
  if (given.receiverUrl !== undefined && !/^https?:\/\//.test(given.receiverUrl)) {
    refuse("--receiver-url must begin with http:// or https://");
  }
  if (given.receiverUrl !== undefined && given.receiverPort === undefined) {
    refuse("--receiver-url needs --receiver-port, the port that it is forwarded to");
  }
  const isWhole = url === null && given.only === undefined && given.invariantsOnly !== true;
  const percent = given.minCoverage ?? (isWhole ? MIN_OF_TEMPORARY_SERVICE : 0);
  return {
    url,
    key,
    limitedKey: given.limitedKey ?? null,
    readOnly: given.readOnly ?? false,
    only: given.only ?? [],
    timeoutMs: given.timeout * 1_000,
    runTimeoutMs: given.runTimeout * 60_000,
    receiver: { url: given.receiverUrl ?? null, port: given.receiverPort ?? null },
    invariants: invariantsOf(given, env),
    invariantsOnly: given.invariantsOnly ?? false,
    html: given.html ?? join(given.report, "index.html"),
    junit: given.junit ?? join(given.report, "junit.xml"),
    minShare: percent / 100,
  };
}
