import type { Knex } from "knex";
import { type DatabaseAddress, type DatabaseKind, type Databases, openAddress } from "./databases";
import { type Deployed, deploy, type DeployOptions } from "./deployment";
import type { Options } from "./options";
import { Helper, type Tasks } from "./processes";
import type { Aim, Result } from "./report";
import { analyze } from "./seed";
import { compare, median, type Pair } from "./stats";

/** Runs a benchmark on the selected databases and passes each result to `report` at once. */
export type Bench = (
  databases: Databases,
  options: Options,
  report: (result: Result) => void,
) => Promise<void>;

/** Returns the selected cases. `only` matches whole words: "send 1" does not select "send 1000". */
export function chosen<T>(
  cases: readonly T[],
  { only }: Pick<Options, "only">,
  name: (one: T) => string,
): T[] {
  return cases.filter((one) => only === null || ` ${name(one)} `.includes(` ${only} `));
}

interface Selection {
  /** The only database that the benchmark supports. If absent, it supports both. */
  on?: DatabaseKind;
  /** Whether the benchmark itself selects the cases, because they share a database. */
  selects?: boolean;
}

export function benchmark<T>(
  cases: readonly T[],
  name: (one: T) => string,
  work: (run: Run, one: T) => Promise<void>,
  { on, selects = false }: Selection = {},
): Bench {
  return async (databases, options, report) => {
    for (const kind of options.databases.filter((one) => on === undefined || one === on)) {
      for (const one of selects ? cases : chosen(cases, options, name)) {
        const run = new Run(databases, options, kind, name(one), report);
        try {
          await work(run, one);
        } finally {
          await run.end();
        }
      }
    }
  };
}

/** Measurements of one turn. Only `value` is compared with the baseline. */
export interface Measured {
  value: number;
  p50?: number;
  p95?: number;
  p99?: number;
  cpuMsPerRow?: number;
  rssBytes?: number;
}

export interface Baseline {
  name?: string;
  aim: Aim | null;
  turn: (turn: number) => Promise<number>;
}

interface Comparing<M extends Measured> {
  n: number;
  unit: string;
  ours: (turn: number) => Promise<M>;
  baselines: readonly Baseline[];
  /** Runs before each turn, including the turns of the baselines. */
  before?: () => Promise<void>;
  /** Returns figures that need the measurements of all turns. */
  more?: (turns: readonly M[]) => Promise<Partial<Result>>;
  name?: string;
}

export interface Sizes<T> {
  quick: T;
  usual: T;
  million?: T;
}

/** Resources of a benchmark or turn. `end` stops processes first and then drops the databases. */
export class Scope {
  private readonly ends: (() => Promise<unknown>)[] = [];
  private readonly made: DatabaseAddress[] = [];

  constructor(
    readonly databases: Databases,
    readonly options: Options,
    readonly kind: DatabaseKind,
  ) {}

  /** Returns the value for the run's size: `--quick`, the usual one or `--million`. */
  pick<T>({ quick, usual, million }: Sizes<T>): T {
    if (this.options.million && million !== undefined) return million;
    return this.options.quick ? quick : usual;
  }

  defer(end: () => Promise<unknown>): void {
    this.ends.push(end);
  }

  async end(): Promise<void> {
    for (let end = this.ends.pop(); end; end = this.ends.pop()) await end();
    // All processes have ended, so no connection blocks the drop.
    for (const address of this.made.splice(0)) await this.databases.drop(address);
  }

  async turn<T>(work: (scope: Scope) => Promise<T>): Promise<T> {
    const scope = new Scope(this.databases, this.options, this.kind);
    try {
      return await work(scope);
    } finally {
      await scope.end();
    }
  }

  async database(): Promise<DatabaseAddress> {
    const address = await this.databases.create(this.kind);
    this.made.push(address);
    return address;
  }

  open(address: DatabaseAddress): Knex {
    const db = openAddress(address, 2);
    this.defer(() => db.destroy());
    return db;
  }

  /** Creates and seeds a database. Adds its address to the result of `seed`. */
  async seeded<T extends object>(
    seed: (db: Knex, address: DatabaseAddress) => Promise<T>,
  ): Promise<T & { address: DatabaseAddress }> {
    const address = await this.database();
    const result = await this.using(address, (db) => seed(db, address));
    await this.settle(address);
    return { ...result, address };
  }

  /** Seeds a database and starts the service on it. `api` has the key of the seeded tenant. */
  async service<T extends { key: string }>(
    seed: (db: Knex, address: DatabaseAddress) => Promise<T>,
    options?: DeployOptions,
  ) {
    const seeded = await this.seeded(seed);
    const deployed = await this.deploy(seeded.address, options);
    return { ...seeded, deployed, origin: deployed.origin, api: deployed.api(seeded.key) };
  }

  async using<T>(address: DatabaseAddress, work: (db: Knex) => Promise<T>): Promise<T> {
    const db = openAddress(address, 2);
    try {
      return await work(db);
    } finally {
      await db.destroy();
    }
  }

  /** Updates PostgreSQL's planner statistics and writes its buffers to disk. SQLite needs neither. */
  async settle(address: DatabaseAddress): Promise<void> {
    await this.using(address, analyze);
    await this.databases.settle();
  }

  helper<T extends Tasks<T>>(script: string, { profiled = false } = {}): Helper<T> {
    const helper = Helper.start<T>(script, profiled ? this.options.profileDir : null);
    this.defer(() => helper.stop());
    return helper;
  }

  async deploy(address: DatabaseAddress, options: DeployOptions = {}): Promise<Deployed> {
    const deployed = await deploy(this.databases.scratch, address, {
      ...options,
      profileDir: this.options.profileDir,
    });
    this.defer(() => deployed.stop());
    return deployed;
  }
}

export class Run extends Scope {
  constructor(
    databases: Databases,
    options: Options,
    kind: DatabaseKind,
    readonly name: string,
    private readonly onResult: (result: Result) => void,
  ) {
    super(databases, options, kind);
  }

  /** Runs the work `--pairs` times, one turn after another. Returns the results. */
  async turns<T>(work: (turn: number) => Promise<T>, name = ""): Promise<T[]> {
    const { pairs } = this.options;
    const results: T[] = [];
    for (let turn = 0; turn < pairs; turn += 1) {
      this.say(`${name} turn ${turn + 1} of ${pairs}`.trim());
      results.push(await work(turn));
    }
    return results;
  }

  say(text: string): void {
    progress(`${this.name}, ${this.kind}: ${text}`);
  }

  /**
   * Alternates turns of the service and the baselines (A B A B …), so that the load of the machine affects
   * both. Reports a result per baseline and returns the service's measurements.
   */
  async compare<M extends Measured>(plan: Comparing<M>): Promise<M[]> {
    const floors: number[][] = [];
    const turns = await this.turns(async (turn) => {
      await plan.before?.();
      const ours = await plan.ours(turn);
      const floor: number[] = [];
      for (const baseline of plan.baselines) {
        await plan.before?.();
        floor.push(await baseline.turn(turn));
      }
      floors.push(floor);
      return ours;
    }, plan.name);
    const more = { ...figuresOf(turns), ...(await plan.more?.(turns)) };
    const { n, unit } = plan;
    for (const [index, { name, aim }] of plan.baselines.entries()) {
      const bench = [plan.name ?? this.name, ...(name === undefined ? [] : [name])].join(", ");
      const pairsOf = turns.map(({ value }, turn) => ({ ours: value, floor: floors[turn]?.[index] ?? NaN }));
      this.report({ bench, n, unit, aim }, pairsOf, more);
    }
    return turns;
  }

  /** Reports the comparison of the pairs. Omitted figures become null, except `p95`. */
  report(
    what: Pick<Result, "bench" | "n" | "unit" | "aim">,
    pairs: readonly Pair[],
    figures: Partial<Result> = {},
  ): void {
    const none = { p50: null, p99: null, cpuMsPerRow: null, rssMb: null, exponent: null };
    this.onResult({ db: this.kind, ...what, ...compare(pairs), ...none, ...figures });
  }
}

/** Returns the median of each figure over the turns, and the largest memory. */
export function figuresOf(turns: readonly Measured[]): Partial<Result> {
  const known = (name: keyof Measured) => turns.flatMap((turn) => turn[name] ?? []);
  const middle = (name: keyof Measured) => (known(name).length === 0 ? null : median(known(name)));
  const rss = known("rssBytes");
  return {
    p50: middle("p50"),
    p99: middle("p99"),
    cpuMsPerRow: middle("cpuMsPerRow"),
    ...(known("p95").length === 0 ? {} : { p95: middle("p95") }),
    rssMb: rss.length === 0 ? null : Math.max(...rss) / 1e6,
  };
}

/** Throws if a result is wrong: without the expected work, the figures mean nothing. */
export function assertEqual(what: string, actual: unknown, expected: unknown): void {
  const [found, expectedJson] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (found !== expectedJson)
    throw new Error(`The work was not done: ${what} is ${found}, not ${expectedJson}`);
}

export const progress = (text: string) => void process.stderr.write(`· ${text}\n`);
