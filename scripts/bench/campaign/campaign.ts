import { type Bench, chosen, inTurn, progress } from "../bench";
import type { DatabaseKind } from "../databases";
import type { Options } from "../options";
import type { Aim, Result } from "../report";
import { compare, growthExponent, median, percentile } from "../stats";
import { CampaignRuns, type Launch, type Run } from "./runs";
import { type CaseName, CASES, TEXTS } from "./texts";

const SIZE = 200_000;
const QUICK_SIZE = 20_000;
const MILLION = 1_000_000;
/** What launches at full size are compared with. */
const FEW = 1_000;
/** From here on the growth of time and memory is looked at. */
const SMALL = 10_000;
/** Launches at either size whose answers are timed. */
const LAUNCHES = 20;
/** How long the service is watched at rest, in milliseconds. */
const REST = 2_000;

const AIMS: Readonly<Record<DatabaseKind, Aim>> = {
  postgres: { atLeast: 0.6 },
  sqlite: { atLeast: 0.45 },
};

/** A campaign's messages, from the launch on, against one statement that inserts them. */
export const benchCampaign: Bench = async (databases, options, report) => {
  const size = options.million ? MILLION : options.quick ? QUICK_SIZE : SIZE;
  for (const kind of options.databases) {
    progress(`campaign, ${kind}: ${size} contacts`);
    const sizes = [FEW, SMALL, size / 2, size];
    const runs = await CampaignRuns.start(databases, kind, sizes, options.profileDir);
    const bench = new CampaignBench(runs, kind, size, options, (result) =>
      report({ ...NOTHING, ...result, db: kind, n: size }),
    );
    try {
      for (const name of chosen(CASES, options, (name) => `campaign ${name}`)) await bench.expansion(name);
      if (options.only === null) await bench.launches();
    } finally {
      await runs.stop();
    }
  }
};

const NOTHING = { p50: null, p99: null, cpuMsPerRow: null, rssMb: null, exponent: null };
type Figures = Omit<Result, "db" | "n" | keyof typeof NOTHING> & Partial<Result>;

class CampaignBench {
  constructor(
    private readonly runs: CampaignRuns,
    private readonly kind: DatabaseKind,
    private readonly size: number,
    private readonly options: Options,
    private readonly report: (figures: Figures) => void,
  ) {}

  /** Launch to last message, at several sizes and then in turn with the floor. */
  async expansion(name: CaseName): Promise<void> {
    const { runs, kind, size, options } = this;
    const bench = `campaign ${name}`;
    const text = TEXTS[name];
    const templateId = await runs.template(bench, text);
    progress(`${bench}, ${kind}: warm-up and growth`);
    await runs.run(templateId, SMALL);
    const small = await runs.run(templateId, SMALL);
    const half = await runs.run(templateId, size / 2);
    const done: Run[] = [];
    const [comparison] = await inTurn(
      options.pairs,
      async (turn) => {
        progress(`${bench}, ${kind}: turn ${turn + 1} of ${options.pairs}`);
        const run = await runs.run(templateId, size);
        done.push(run);
        return size / run.seconds;
      },
      [async () => size / (await runs.floor(templateId, text, size, done.at(-1)?.characters))],
      () => runs.clear(),
    );
    if (!comparison) throw new Error("nothing was compared");
    const full = { n: size, seconds: median(done.map(({ seconds }) => seconds)) };
    this.report({
      ...{ ...comparison, bench, unit: "messages/s", aim: AIMS[kind] },
      cpuMsPerRow: median(done.map(({ cpuSeconds }) => (cpuSeconds * 1_000) / size)),
      rssMb: Math.max(...done.map(({ peaks }) => peaks[1] ?? NaN)) / 1e6,
      exponent: growthExponent([small, half, full]),
    });
    if (kind === "sqlite") await this.holds(bench, done);
    this.memory(bench, small, done);
  }

  /** How long one piece of work held everything else up, against the same service at rest. */
  private async holds(bench: string, done: readonly Run[]): Promise<void> {
    const rest = await this.runs.atRest(REST);
    const probes = done.map(({ probe }) => probe);
    this.report({
      ...compare(probes.map(({ slowest }) => ({ ours: slowest, floor: rest.slowest }))),
      ...{ bench: `${bench}, slowest GET /healthz, against rest`, unit: "ms" },
      p50: median(probes.map(({ p50 }) => p50)),
      p99: median(probes.map(({ p99 }) => p99)),
      aim: { atMost: 50, of: "p99" },
    });
  }

  /** The most memory that was used, against that of a small campaign. */
  private memory(bench: string, small: Run, done: readonly Run[]): void {
    const names = this.kind === "sqlite" ? ["process"] : ["api", "worker"];
    for (const [index, name] of names.entries()) {
      const ours = Math.max(...done.map(({ peaks }) => peaks[index] ?? NaN)) / 1e6;
      this.report({
        ...compare([{ ours, floor: (small.peaks[index] ?? NaN) / 1e6 }]),
        ...{ bench: `${bench}, memory of the ${name}, against ${SMALL} contacts`, unit: "MB" },
        aim: { atMost: name === "worker" ? 160 : 300, of: "ours" },
      });
    }
  }

  /** What a launch takes at full size, against a launch at a small one: its answer, and its first messages. */
  async launches(): Promise<void> {
    progress(`campaign, ${this.kind}: launches`);
    const templateId = await this.runs.template("launches", TEXTS.variables);
    await this.runs.clear();
    const [few, full]: [Launch[], Launch[]] = [[], []];
    for (let turn = 0; turn < LAUNCHES; turn += 1) {
      for (const [n, launches] of [[FEW, few] as const, [this.size, full] as const]) {
        const launch = await this.runs.launch(templateId, n);
        await this.runs.stopCampaign(launch.id);
        launches.push(launch);
      }
    }
    const aims = {
      answered: { name: "answer", ms: 50 },
      first: { name: "first messages", ms: 200 },
    } as const;
    for (const what of ["answered", "first"] as const) {
      const [ours, floor] = [full.map((launch) => launch[what]), few.map((launch) => launch[what])];
      this.report({
        ...compare([{ ours: median(ours), floor: median(floor) }]),
        ...{ bench: `campaign, launch to ${aims[what].name}, against ${FEW} contacts`, unit: "ms" },
        ...{ p50: median(ours), p99: percentile(ours, 0.99), aim: { atMost: aims[what].ms, of: "p99" } },
      });
    }
    await this.runs.clear();
  }
}
