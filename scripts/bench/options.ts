import { parseArgs } from "node:util";
import type { DatabaseKind } from "./databases";

export const BENCHES = [
  "send",
  "rules",
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

const USAGE = `npm run bench -- [${BENCHES.join("|")} …] [--db sqlite|postgres|both] [--quick] [--million]
                 [--pairs N] [--only TEXT] [--profile DIR]`;

export function parseOptions(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      db: { type: "string", default: "both" },
      quick: { type: "boolean", default: false },
      million: { type: "boolean", default: false },
      pairs: { type: "string" },
      only: { type: "string" },
      profile: { type: "string" },
    },
  });
  const unknown = positionals.find((name) => !BENCHES.some((bench) => bench === name));
  if (unknown !== undefined) throw new Error(`Unknown benchmark: ${unknown}.\n${USAGE}`);
  if (!["sqlite", "postgres", "both"].includes(values.db))
    throw new Error(`--db must be sqlite, postgres or both, not ${values.db}.\n${USAGE}`);
  const pairs = Number(values.pairs ?? (values.quick ? 3 : 5));
  if (!Number.isInteger(pairs) || pairs < 1 || pairs > 50)
    throw new Error(`--pairs must be a number from 1 to 50.\n${USAGE}`);
  return {
    benches: positionals.length === 0 ? BENCHES : (positionals as BenchName[]),
    databases: values.db === "both" ? ["sqlite", "postgres"] : [values.db as DatabaseKind],
    quick: values.quick,
    million: values.million,
    pairs,
    only: values.only ?? null,
    profileDir: values.profile ?? null,
  };
}
