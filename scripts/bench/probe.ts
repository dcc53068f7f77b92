// Asks a service for its health over and over while it works: what holds up its event loop holds up the answer.
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "undici";
import { perform } from "./processes";
import { percentile } from "./stats";

/** Milliseconds from question to answer. The slowest is about as long as the event loop was held in one piece. */
export interface ProbeResult {
  p50: number;
  p99: number;
  slowest: number;
}

/** Milliseconds between an answer and the next question. */
const PAUSE = 2;

let asking: { stop: boolean; done: Promise<number[]> } | null = null;

async function ask(client: Client, state: { stop: boolean }): Promise<number[]> {
  const latencies: number[] = [];
  while (!state.stop) {
    const started = performance.now();
    const answer = await client.request({ method: "GET", path: "/healthz" });
    await answer.body.dump();
    latencies.push(performance.now() - started);
    await pause(PAUSE);
  }
  await client.close();
  return latencies;
}

export const probeTasks = {
  async begin(origin: string): Promise<void> {
    const state = { stop: false };
    asking = Object.assign(state, { done: ask(new Client(origin), state) });
  },

  async end(): Promise<ProbeResult> {
    if (asking === null) throw new Error("begin first");
    asking.stop = true;
    const latencies = await asking.done;
    return {
      p50: percentile(latencies, 0.5),
      p99: percentile(latencies, 0.99),
      slowest: percentile(latencies, 1),
    };
  },
};

perform(probeTasks);
