import { Argument, Command, InvalidArgumentError, Option } from "commander";
import type { DatabaseKind } from "./databases";

export const BENCHES = [
  "send",
  "single",
  "http",
  "dispatch",
  "campaign",
  "import",
  "lists",
  "life",
  "latency",
  "window",
  "smpp",
  "fair",
  "share",
  "flow",
  "webhooks",
  "console",
  "retention",
  "purge",
] as const;
type BenchName = (typeof BENCHES)[number];

export interface Options {
  benches: readonly BenchName[];
  databases: readonly DatabaseKind[];
  /** Whether to use small sizes and few turns, to check that the benchmarks run. Their figures are rough. */
  quick: boolean;
  million: boolean;
  /** Number of turns of the service, and of each baseline. */
  pairs: number;
  /** Words in the names of the selected cases. Null selects all cases. */
  only: string | null;
  /** Folder for CPU profiles of the service. Null: no profiles. */
  profileDir: string | null;
}

interface Given {
  db: DatabaseKind | "both";
  quick: boolean;
  million: boolean;
  pairs?: number;
  only?: string;
  profile?: string;
}

function pairCount(text: string): number {
  const pairs = Number(text);
  if (!Number.isInteger(pairs) || pairs < 1 || pairs > 50)
    throw new InvalidArgumentError("It must be a number from 1 to 50.");
  return pairs;
}

const command = () =>
  new Command("npm run bench --")
    .description("runs benchmarks; scripts/bench/README.md explains their results")
    .addArgument(new Argument("[benchmark...]", "benchmarks to run; all by default").choices(BENCHES))
    .addOption(new Option("--db <kind>", "database").choices(["sqlite", "postgres", "both"]).default("both"))
    .option("--quick", "small sizes and few turns; figures are rough", false)
    .option("--million", "also the largest sizes", false)
    .option(
      "--pairs <n>",
      "turns of the service and of each baseline (default: 5; 3 with --quick)",
      pairCount,
    )
    .option("--only <text>", "cases whose name has these words")
    .option("--profile <folder>", "write CPU profiles of the service into the folder")
    .exitOverride();

/**
 * Parses the arguments. For `--help` and invalid arguments, prints the usage or the error and throws a
 * `CommanderError` with the exit code.
 */
export function parseOptions(args: readonly string[]): Options {
  const parsed = command().parse(args, { from: "user" });
  const [benches = []] = parsed.processedArgs as [BenchName[]?];
  const { db, quick, million, pairs, only, profile } = parsed.opts<Given>();
  return {
    benches: benches.length === 0 ? BENCHES : benches,
    databases: db === "both" ? ["sqlite", "postgres"] : [db],
    quick,
    million,
    pairs: pairs ?? (quick ? 3 : 5),
    only: only ?? null,
    profileDir: profile ?? null,
  };
}
