import { setTimeout as pause } from "node:timers/promises";
import { Api } from "./api";
import { type DatabaseAddress, serviceEnv } from "./databases";
import { Service, type Usage } from "./processes";

export interface DeployOptions {
  env?: Readonly<Record<string, string>>;
  /** Number of worker processes. 0 starts only one process with the role `api`. */
  workers?: number;
  /**
   * Script to start instead of the service's entry point; `apiScript` replaces it in a process with the role
   * `api` alone.
   */
  script?: string;
  apiScript?: string;
}

/**
 * The processes of the service on one database: one process on SQLite; one with the role `api` and the
 * workers on PostgreSQL.
 */
export class Deployed {
  private readonly apis: Api[] = [];

  constructor(
    /** The first process serves the API. */
    readonly services: readonly Service[],
  ) {}

  get serving(): Service {
    return this.services[0] as Service;
  }

  /** The first worker; on SQLite the only process. */
  get working(): Service {
    return this.services[1] ?? this.serving;
  }

  get origin(): string {
    return this.serving.origin;
  }

  api(key: string): Api {
    const api = new Api(this.origin, key);
    this.apis.push(api);
    return api;
  }

  async stop(): Promise<void> {
    await Promise.all(this.apis.splice(0).map((api) => api.close()));
    await Promise.all(this.services.map((service) => service.stop()));
  }
}

export async function deploy(
  dir: string,
  address: DatabaseAddress,
  { env, workers = 1, script, apiScript, profileDir }: DeployOptions & { profileDir: string | null },
): Promise<Deployed> {
  const services: Service[] = [];
  const start = async (roles: string, entry: string | undefined) => {
    const all = { ...serviceEnv(address), RECADO_ROLES: roles, ...env };
    services.push(await Service.start(dir, { env: all, script: entry, profileDir }));
  };
  try {
    if (workers === 0) await start("api", apiScript);
    else if (address.kind === "sqlite") await start("api,worker", script);
    else {
      await start("api", apiScript);
      for (let worker = 0; worker < workers; worker += 1) await start("worker", script);
    }
  } catch (error) {
    await Promise.all(services.map((service) => service.stop()));
    throw error;
  }
  return new Deployed(services);
}

/** Returns the total CPU time of the processes, and the memory of the largest. */
export async function usageOf(services: readonly Service[]): Promise<Usage> {
  const usages = await Promise.all(services.map((service) => service.usage()));
  return {
    cpuSeconds: usages.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
    rssBytes: Math.max(...usages.map(({ rssBytes }) => rssBytes)),
  };
}

export interface Spent extends Usage {
  seconds: number;
}

/** Returns the rate of a turn of `n` rows, with its cost. */
export const rateOf = (n: number, { seconds, cpuSeconds, rssBytes }: Spent) => ({
  ...{ value: n / seconds, cpuMsPerRow: (cpuSeconds * 1_000) / n, rssBytes },
});

/** Measures the time of `work`, and the usage of the processes during it, which `usage` reads. */
export async function spentOn<T>(
  usage: () => Promise<Usage>,
  work: () => Promise<T>,
): Promise<Spent & { result: T }> {
  const before = await usage();
  const started = performance.now();
  const result = await work();
  const seconds = (performance.now() - started) / 1_000;
  const { cpuSeconds, rssBytes } = await usage();
  return { seconds, cpuSeconds: cpuSeconds - before.cpuSeconds, rssBytes, result };
}

/** Milliseconds between two readings of the memory. */
const READ_EVERY = 250;

/** Reads the memory of the processes until `end`, which returns the peak of each, in bytes. */
export function watchMemory(services: readonly Service[]): { end(): Promise<number[]> } {
  const peaks = services.map(() => 0);
  let on = true;
  const watching = (async () => {
    while (on) {
      await pause(READ_EVERY);
      for (const [index, service] of services.entries()) {
        const { rssBytes } = await service.usage();
        peaks[index] = Math.max(peaks[index] ?? 0, rssBytes);
      }
    }
  })();
  return {
    async end() {
      on = false;
      await watching;
      return peaks;
    },
  };
}

/** Waits until `holds` resolves to true; returns whether it did within the time. */
export async function holdsWithin(
  withinMs: number,
  everyMs: number,
  holds: () => Promise<boolean>,
): Promise<boolean> {
  for (const deadline = performance.now() + withinMs; ;) {
    if (await holds()) return true;
    if (performance.now() > deadline) return false;
    await pause(everyMs);
  }
}

const AT_MOST_MS = 15 * 60_000;

/** Waits until `holds` resolves to true; throws after a quarter of an hour. */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  if (!(await holdsWithin(AT_MOST_MS, 2, holds))) throw new Error(`not in time: ${what}`);
}
