// Requests GET /healthz of a service repeatedly. A blocked event loop delays the response.
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "undici";
import { perform } from "./processes";
import { percentile, tailOf } from "./stats";

/** Response times in milliseconds. `slowest` approximates the longest block of the event loop. */
export interface ProbeResult {
  p50: number;
  p99: number;
  slowest: number;
}

const PAUSE = 2;

let probing: { stop: boolean; done: Promise<number[]> } | null = null;

async function probe(client: Client, state: { stop: boolean }): Promise<number[]> {
  const latencies: number[] = [];
  while (!state.stop) {
    const started = performance.now();
    const response = await client.request({ method: "GET", path: "/healthz" });
    await response.body.dump();
    latencies.push(performance.now() - started);
    await pause(PAUSE);
  }
  await client.close();
  return latencies;
}

export const probeTasks = {
  async begin(origin: string): Promise<void> {
    const state = { stop: false };
    probing = Object.assign(state, { done: probe(new Client(origin), state) });
  },

  async end(): Promise<ProbeResult> {
    if (probing === null) throw new Error("call begin() before end()");
    probing.stop = true;
    const latencies = await probing.done;
    return { ...tailOf(latencies), slowest: percentile(latencies, 1) };
  },
};

perform(probeTasks);
