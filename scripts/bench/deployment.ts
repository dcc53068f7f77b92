import { setTimeout as pause } from "node:timers/promises";
import { poll } from "../tools/poll";
import { Api } from "./api";
import { type DatabaseAddress, serviceEnv } from "./databases";
import { Service, type Usage } from "./processes";

export interface DeployOptions {
  env?: Readonly<Record<string, string>>;
  /**
   * Number of worker processes; 0 starts none. On SQLite, any other number makes the API process a worker
   * too.
   */
  workers?: number;
  /** Entry point instead of src/main.ts. */
  script?: string;
}

/** Processes of the service: one on SQLite; an API process and workers on PostgreSQL. */
export class Deployed {
  private readonly apis: Api[] = [];

  constructor(readonly services: readonly Service[]) {}

  get serving(): Service {
    return this.services[0] as Service;
  }

  /** The first worker, or the only process if there is no worker. */
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
  { env, workers = 1, script, profileDir }: DeployOptions & { profileDir: string | null },
): Promise<Deployed> {
  const services: Service[] = [];
  const separate = ["api", ...Array.from({ length: workers }, () => "worker")];
  try {
    for (const roles of address.kind === "sqlite" ? [separate.slice(0, 2).join()] : separate) {
      const all = { ...serviceEnv(address), RECADO_ROLES: roles, ...env };
      services.push(await Service.start(dir, { env: all, script, profileDir }));
    }
  } catch (error) {
    await Promise.all(services.map((service) => service.stop()));
    throw error;
  }
  return new Deployed(services);
}

/** Returns the sum of the processes' CPU times, and the memory of the largest process. */
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

export const rateOf = (n: number, { seconds, cpuSeconds, rssBytes }: Spent) => ({
  value: n / seconds,
  cpuMsPerRow: (cpuSeconds * 1_000) / n,
  rssBytes,
});

/** Measures the duration of `work` and the CPU time of the processes that `usage` reads. */
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

const READ_EVERY = 250;

/** Reads the memory of the processes at intervals until `end`, which returns each process's peak in bytes. */
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

/** Waits until `holds` resolves to true. Returns false if the time limit is reached first. */
export const holdsWithin = (
  withinMs: number,
  everyMs: number,
  holds: () => Promise<boolean>,
): Promise<boolean> => poll(holds, Boolean, { withinMs, everyMs });

const MAX_MS = 15 * 60_000;

/** Waits until `holds` resolves to true. Throws after 15 minutes. */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  if (!(await holdsWithin(MAX_MS, 2, holds))) throw new Error(`timed out: ${what}`);
}
