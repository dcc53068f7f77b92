import { Command, InvalidArgumentError } from "commander";
import { join } from "node:path";

export interface CommandOptions {
  /** Null: a throw-away service is started. */
  url: string | null;
  key: string | null;
  limitedKey: string | null;
  readOnly: boolean;
  only: readonly string[];
  timeoutMs: number;
  html: string;
  junit: string;
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
  report: string;
  html?: string;
  junit?: string;
  minCoverage?: number;
}

/** What has to be hit of our own service, where everything can be provoked. */
const LEAST_ON_OUR_OWN = 90;

export function readOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): CommandOptions {
  const program = new Command("contract:check")
    .description("checks a deployment against the contract, operation by operation and status by status")
    .option(
      "--url <url>",
      "the deployment, such as https://messages.example.com; without it a throw-away service is started",
    )
    .option(
      "--key <key>",
      "an API key of all scopes; or set RECADO_KEY, which other users of the machine do not see",
    )
    .option("--read-only", "send nothing but GET: for production")
    .option("--only <tag or operation...>", "check these only")
    .option("--limited-key <key>", "a key of an account whose requests may be used up, to provoke 429")
    .option("--timeout <seconds>", "how long an answer may take", number(1, 600), 30)
    .option(
      "--min-coverage <percent>",
      "fail below this share of operation × documented status (default: 90 for a throw-away service, else 0)",
      number(0, 100),
    )
    .option("--report <dir>", "where the reports go", "contract-report")
    .option("--html <file>", "the report to read (default: index.html in there)")
    .option("--junit <file>", "the report for CI (default: junit.xml in there)")
    .addHelpText(
      "after",
      "\nIt ends with 0 where all is well, 1 on a violation, 2 where it could not check at all.",
    )
    .exitOverride();
  program.parse(args, { from: "user" });
  const given = program.opts<Given>();
  const url = given.url ?? null;
  const key = given.key ?? env.RECADO_KEY ?? null;
  if (url !== null && key === null)
    program.error("error: --url needs --key, or RECADO_KEY in the environment");
  if (url === null && given.readOnly === true) program.error("error: --read-only needs --url");
  const percent = given.minCoverage ?? (url === null && given.only === undefined ? LEAST_ON_OUR_OWN : 0);
  return {
    url,
    key,
    limitedKey: given.limitedKey ?? null,
    readOnly: given.readOnly ?? false,
    only: given.only ?? [],
    timeoutMs: given.timeout * 1_000,
    html: given.html ?? join(given.report, "index.html"),
    junit: given.junit ?? join(given.report, "junit.xml"),
    leastShare: percent / 100,
  };
}
