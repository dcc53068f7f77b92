import { type Command, InvalidArgumentError } from "commander";
import { randomInt } from "node:crypto";
import { join } from "node:path";
import type { InvariantOptions, ReceiverOptions } from "./check-options";

export interface CommandOptions {
  /** Null: a throw-away service is started. */
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
  /** How the invariants are tried; null: not at all. */
  invariants: InvariantOptions | null;
  invariantsOnly: boolean;
  /** The share of operation × documented status that has to be hit, from 0 to 1. */
  leastShare: number;
}

const number = (least: number, most: number) => (text: string) => {
  const value = Number(text);
  if (text.trim() === "" || !(value >= least && value <= most)) {
    throw new InvalidArgumentError(`It must be a number from ${least} to ${most}.`);
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

/** Each takes as many requests as the sequence has: enough to make thirty steps three or four. */
const TRIES = 16;

const MOST_SEED = 2_147_483_647;

function invariantsOf(
  given: Given,
  env: Readonly<Record<string, string | undefined>>,
): InvariantOptions | null {
  if (!given.invariants) return null;
  return {
    seed: given.seed ?? randomInt(MOST_SEED),
    seconds: given.invariantsSeconds,
    tries: TRIES,
    otherKey: given.otherKey ?? env.RECADO_OTHER_KEY ?? null,
  };
}

/** What has to be hit of our own service, where everything can be provoked. */
const LEAST_ON_OUR_OWN = 90;

const HELP = `
Examples:
  $ RECADO_API_KEY=st_… NAME --url https://staging.example.com
  $ RECADO_API_KEY=st_… NAME --url https://messages.example.com --read-only
  $ RECADO_API_KEY=st_… NAME --url https://staging.example.com \\
      --receiver-url https://tunnel.example.net/hook --receiver-port 8787

Webhooks: a deployment on this machine posts them to a receiver on the loopback address, which
the check starts and registers by itself. One elsewhere needs --receiver-url, an address that
you forward to --receiver-port; without it, they are reported as not tried.

It ends with 0 where all is well, 1 on a violation, 2 where it could not check at all.`;

export interface CommandLine {
  /** As it is typed. */
  name: string;
  /** Whether a service is started where no URL is given. */
  canStartService: boolean;
}

/** The options of the check, for a command that has another around it, or none. */
export function withOptions(command: Command, { name, canStartService }: CommandLine): Command {
  const without = canStartService ? "; without it a throw-away service is started" : "";
  const alone = canStartService ? "90 for a throw-away service, else 0" : "0";
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
      "a key of an account of at most 300 requests a minute, which are used up to provoke 429; takes 3 minutes at most",
    )
    .option(
      "--receiver-url <url>",
      "a public address that leads to the webhook receiver, for a deployment elsewhere",
    )
    .option(
      "--receiver-port <port>",
      "the port on 127.0.0.1 that the webhook receiver listens on (default: a free one)",
      number(1, 65_535),
    )
    .option("--timeout <seconds>", "how long an answer may take, body included", number(1, 600), 30)
    .option(
      "--run-timeout <minutes>",
      "after so long nothing is asked any more, and what was found is reported",
      number(1, 24 * 60),
      60,
    )
    .option(
      "--min-coverage <percent>",
      `fail below this share of operation × documented status (default: ${alone})`,
      number(0, 100),
    )
    .option("--no-invariants", "do not try what the contract says that answers mean")
    .option("--invariants-only", "try that and nothing else")
    .option(
      "--seed <number>",
      "the random sequences of an earlier run (default: others each time)",
      number(0, MOST_SEED),
    )
    .option(
      "--invariants-seconds <seconds>",
      "what the random sequences may take in all",
      number(1, 3_600),
      30,
    )
    .option(
      "--other-key <key>",
      "a key of another account, whose things have to stay out of reach; or set RECADO_OTHER_KEY",
    )
    .option("--report <dir>", "where the reports go", "contract-report")
    .option("--html <file>", "the report to read (default: index.html in there)")
    .option("--junit <file>", "the report for CI (default: junit.xml in there)")
    .addHelpText("after", HELP.replaceAll("NAME", name))
    .exitOverride();
}

type Environment = Readonly<Record<string, string | undefined>>;

/** What was given, after `command` parsed it. Ends the command with a sentence where it makes no sense. */
export function optionsOf(command: Command, env: Environment, canStartService: boolean): CommandOptions {
  const given = command.opts<Given>();
  const url = given.url ?? null;
  const key = given.key ?? env.RECADO_KEY ?? env.RECADO_API_KEY ?? null;
  const refuse = (why: string) => command.error(`error: ${why}`);
  if (url === null && !canStartService) {
    refuse(
      "--url is needed: which deployment to check, such as --url https://messages.example.com " +
        "(only the command of the service's own repository starts one by itself)",
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
  const percent = given.minCoverage ?? (isWhole ? LEAST_ON_OUR_OWN : 0);
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
    leastShare: percent / 100,
  };
}
