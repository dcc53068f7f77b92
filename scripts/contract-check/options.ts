import { type Command, InvalidArgumentError, Option } from "commander";
import { randomInt } from "node:crypto";
import type { CheckOptions, InvariantOptions } from "./check-options";

type Passed =
  "readOnly" | "only" | "timeoutMs" | "runTimeoutMs" | "receiver" | "limitedKey" | "invariantsOnly";

export interface CommandOptions extends Pick<CheckOptions, Passed> {
  /** URL of the checked deployment; null if the check starts a temporary service. */
  url: string | null;
  key: string | null;
  /** Settings for trying the invariants; null skips the invariants. */
  invariants: InvariantOptions | null;
  /** Folder of the reports. */
  report: string;
  /** Minimum share of documented statuses that must be hit, from 0 to 1. */
  minShare: number;
  /** Minimum share of invariants that must be tried, from 0 to 1. */
  minInvariants: number;
}

const number =
  ([min, max]: readonly [number, number]) =>
  (text: string) => {
    const value = Number(text);
    if (text.trim() === "" || !(value >= min && value <= max)) {
      throw new InvalidArgumentError(`It must be a number from ${min} to ${max}.`);
    }
    return value;
  };

const wholeNumber = (range: readonly [number, number]) => (text: string) => {
  const value = number(range)(text);
  if (Number.isInteger(value)) return value;
  throw new InvalidArgumentError(`It must be a whole number from ${range.join(" to ")}.`);
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
  minCoverage?: number;
  invariants: boolean;
  invariantsOnly?: boolean;
  seed?: number;
  invariantsSeconds: number;
  minInvariants: number;
  otherKey?: string;
}

/** Maximum number of repetitions that shorten a sequence; 16 shorten thirty steps to three or four. */
const TRIES = 16;

const MAX_SEED = 2_147_483_647;

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

interface CommandLine {
  name: string;
  /** Whether the check starts a service when no URL is given. */
  canStartService: boolean;
}

export function withOptions(command: Command, { name, canStartService }: CommandLine): Command {
  const without = canStartService ? "; without it, the check starts a temporary service" : "";
  const alone = canStartService ? "90 for a temporary service, else 0" : "0";
  const add = (flags: string, description: string, variable?: string) => {
    const option = new Option(flags, description);
    command.addOption(variable === undefined ? option : option.env(variable));
  };
  const addNumber = (flags: string, description: string, range: readonly [number, number], value?: number) =>
    command.option(flags, description, number(range), value);
  command
    .description("checks a deployment against the contract, operation by operation and status by status")
    .addHelpText("after", HELP.replaceAll("NAME", name))
    .exitOverride();
  add("--url <url>", `the deployment, such as https://messages.example.com${without}`);
  const keyVariable = process.env.RECADO_KEY ? "RECADO_KEY" : "RECADO_API_KEY";
  add(
    "--key <key>",
    "an API key of all scopes; prefer the environment variable, which other users of the machine do not see",
    keyVariable,
  );
  add("--read-only", "send nothing but GET: for production");
  add("--only <tag or operation...>", "check these only");
  add(
    "--limited-key <key>",
    "a key of an account with at most 300 requests a minute, which are used up to provoke 429; at most 3 minutes",
  );
  add(
    "--receiver-url <url>",
    "a public address of the webhook receiver, for a deployment on another machine",
  );
  const port = "the receiver's port on 127.0.0.1 (default: a free one)";
  command.option("--receiver-port <port>", port, wholeNumber([1, 65_535]));
  addNumber("--timeout <seconds>", "maximum time for a response, body included", [1, 600], 30);
  const findings = "maximum time for the run; its findings are reported even then";
  addNumber("--run-timeout <minutes>", findings, [1, 24 * 60], 60);
  const share = `fail below this share of operation × documented status (default: ${alone})`;
  addNumber("--min-coverage <percent>", share, [0, 100]);
  add("--no-invariants", "do not try the contract's invariants");
  add("--invariants-only", "try the invariants and nothing else");
  const again = "repeat the random sequences of an earlier run (default: new ones)";
  command.option("--seed <number>", again, wholeNumber([0, MAX_SEED]));
  addNumber("--invariants-seconds <seconds>", "maximum time for all random sequences", [1, 3_600], 30);
  addNumber("--min-invariants <percent>", "fail if a smaller share of the invariants was tried", [0, 100], 0);
  add(
    "--other-key <key>",
    "a key of another account, whose resources must stay out of reach",
    "RECADO_OTHER_KEY",
  );
  return command.option("--report <dir>", "folder for index.html and junit.xml", "contract-report");
}

/** Returns the options of a parsed command. Contradictions end the command with a message. */
export function optionsOf(command: Command, canStartService: boolean): CommandOptions {
  const given = command.opts<Given>();
  const { url = null, receiverUrl = null, receiverPort = null } = given;
  // An empty variable counts as unset.
  const [key, otherKey] = [given.key || null, given.otherKey || null];
  const { readOnly = false, only = [], invariantsOnly = false } = given;
  const refuse = (why: string) => command.error(`error: ${why}`);
  if (url === null && !canStartService) {
    refuse(
      "--url is required: the deployment to check, such as --url https://messages.example.com " +
        "(only the command in the service's repository can start one)",
    );
  }
  if (url !== null && key === null) refuse("--url needs --key, or RECADO_API_KEY in the environment");
  if (url === null && readOnly) refuse("--read-only needs --url");
  if (invariantsOnly && !given.invariants)
    refuse("--invariants-only and --no-invariants leave nothing to try");
  if (receiverUrl !== null && !/^https?:\/\//.test(receiverUrl))
    refuse("--receiver-url must begin with http:// or https://");
  if (receiverUrl !== null && receiverPort === null)
    refuse("--receiver-url needs --receiver-port, the port that it is forwarded to");
  const { seed = randomInt(MAX_SEED), invariantsSeconds: seconds } = given;
  const isWhole = url === null && only.length === 0 && !invariantsOnly;
  return {
    url,
    key,
    readOnly,
    only,
    report: given.report,
    invariantsOnly,
    limitedKey: given.limitedKey ?? null,
    timeoutMs: given.timeout * 1_000,
    runTimeoutMs: given.runTimeout * 60_000,
    receiver: { url: receiverUrl, port: receiverPort },
    invariants: given.invariants ? { seed, seconds, tries: TRIES, otherKey } : null,
    minShare: (given.minCoverage ?? (isWhole ? MIN_OF_TEMPORARY_SERVICE : 0)) / 100,
    minInvariants: given.minInvariants / 100,
  };
}
