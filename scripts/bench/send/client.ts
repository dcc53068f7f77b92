// The load client of `send` and `http`: a process of its own, so that its work is on nobody else's bill.
import { Pool } from "undici";
import { perform } from "../processes";
import { percentile } from "../stats";
import { type BodyPlan, sendBodies } from "./bodies";

export interface Target {
  origin: string;
  key: string;
  connections: number;
  plan: BodyPlan;
}

export interface Load {
  /** Index of the first request; the bodies are gone round from there. */
  first: number;
  requests: number;
}

export interface LoadResult {
  seconds: number;
  p50: number;
  p99: number;
}

let pool: Pool | null = null;
let headers: Record<string, string> = {};
let bodies: string[] = [];
let connections = 0;

export const clientTasks = {
  async aim(target: Target): Promise<void> {
    await pool?.close();
    pool = new Pool(target.origin, { connections: target.connections, pipelining: 1 });
    headers = { "content-type": "application/json", "x-api-key": target.key };
    bodies = sendBodies(target.plan);
    connections = target.connections;
  },

  /** Posts that many requests, as many at a time as there are connections. Every answer must be 202. */
  async load({ first, requests }: Load): Promise<LoadResult> {
    const latencies: number[] = [];
    let next = 0;
    const lane = async () => {
      while (next < requests) {
        const body = bodies[(first + next++) % bodies.length] ?? "";
        const started = performance.now();
        await post(body);
        latencies.push(performance.now() - started);
      }
    };
    const started = performance.now();
    await Promise.all(Array.from({ length: connections }, lane));
    const seconds = (performance.now() - started) / 1_000;
    return { seconds, p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) };
  },
};

async function post(body: string): Promise<void> {
  if (!pool) throw new Error("aim first");
  const answer = await pool.request({ path: "/v3/messages", method: "POST", headers, body });
  if (answer.statusCode !== 202) throw new Error(`${answer.statusCode}: ${await answer.body.text()}`);
  // Read and thrown away: what the service wrote is checked in its database.
  await answer.body.dump({ limit: Infinity });
}

perform(clientTasks);
