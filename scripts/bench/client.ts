// Posts messages from a separate process: as fast as responses arrive, or on a schedule that ignores them.
import { setTimeout as pause } from "node:timers/promises";
import { Pool } from "undici";
import { type BodyPlan, passwordBody, sendBodies } from "./bodies";
import { perform } from "./processes";
import { now, percentile } from "./stats";

export interface Target {
  origin: string;
  key: string;
}

export interface Load extends Target {
  /** Requests in flight at a time. */
  connections: number;
  plan: BodyPlan;
}

export interface LoadResult {
  seconds: number;
  p50: number;
  p99: number;
}

/** Single sends on schedule. */
export interface Schedule extends Target {
  perSecond: number;
  /** Ends after this many sends; without it, when `end` is called. */
  count?: number;
  /** Stops sending once a response has been outstanding for this time, in milliseconds. */
  timeoutMs?: number;
}

/** A scheduled send: its due time, in milliseconds since 1970, and the time from then to its response. */
export interface Sent {
  id: string;
  at: number;
  milliseconds: number;
}

/** Far more connections than needed while responses arrive in time. */
const SCHEDULE_CONNECTIONS = 256;

interface Connection {
  pool: Pool;
  key: string;
}

let loading: (Connection & { connections: number; bodies: string[] }) | null = null;
let sending: { stop: boolean; done: Promise<Sent[]> } | null = null;

/** Posts a body. Any response but 202 ends the benchmark. */
async function post({ pool, key }: Connection, body: string) {
  const headers = { "content-type": "application/json", "x-api-key": key };
  const answer = await pool.request({ path: "/v3/messages", method: "POST", headers, body });
  if (answer.statusCode !== 202) throw new Error(`${answer.statusCode}: ${await answer.body.text()}`);
  return answer.body;
}

async function keepSchedule(schedule: Schedule, state: { stop: boolean }): Promise<Sent[]> {
  const { origin, key, perSecond, count = Infinity, timeoutMs = Infinity } = schedule;
  const pool = new Pool(origin, { connections: SCHEDULE_CONNECTIONS, pipelining: 1 });
  const outstanding = new Set<number>();
  const send = async (index: number, due: number): Promise<Sent> => {
    outstanding.add(due);
    const body = await post({ pool, key }, passwordBody(index));
    const { data } = (await body.json()) as { data: { message_id: string }[] };
    outstanding.delete(due);
    // Measured from the due time, so that a delay of this client does not flatter the service.
    const at = performance.timeOrigin + due;
    return { id: data[0]?.message_id ?? "", at, milliseconds: now() - at };
  };
  const sends: Promise<Sent>[] = [];
  const begin = performance.now();
  for (let index = 0; index < count && !state.stop; index += 1) {
    const due = begin + (index * 1_000) / perSecond;
    if (due > performance.now()) await pause(due - performance.now());
    const [oldest = Infinity] = outstanding;
    if (performance.now() - oldest > timeoutMs) break;
    const sent = send(index, due);
    // `Promise.all` below throws the failure; this handler only prevents an unhandled rejection until then.
    sent.catch(() => {});
    sends.push(sent);
  }
  const all = await Promise.all(sends);
  await pool.close();
  return all;
}

export const clientTasks = {
  /** Prepares a load. */
  async aim({ origin, key, connections, plan }: Load): Promise<void> {
    await loading?.pool.close();
    const pool = new Pool(origin, { connections, pipelining: 1 });
    loading = { pool, key, connections, bodies: sendBodies(plan) };
  },

  /** Posts `requests` requests, beginning with the body at `first`. */
  async load({ first, requests }: { first: number; requests: number }): Promise<LoadResult> {
    if (!loading) throw new Error("aim first");
    const { connections, bodies } = loading;
    const target = loading;
    const latencies: number[] = [];
    let next = 0;
    const lane = async () => {
      while (next < requests) {
        const body = bodies[(first + next++) % bodies.length] ?? "";
        const started = performance.now();
        // The body is dropped: the check reads the database instead.
        await (await post(target, body)).dump({ limit: Infinity });
        latencies.push(performance.now() - started);
      }
    };
    const started = performance.now();
    await Promise.all(Array.from({ length: connections }, lane));
    const seconds = (performance.now() - started) / 1_000;
    return { seconds, p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) };
  },

  /** Starts a schedule that `end` ends. */
  async begin(schedule: Schedule): Promise<void> {
    const state = { stop: false };
    const done = keepSchedule(schedule, state);
    done.catch(() => {});
    sending = Object.assign(state, { done });
  },

  /** Stops sending, and returns when all responses have arrived. */
  async end(): Promise<Sent[]> {
    if (sending === null) throw new Error("begin first");
    sending.stop = true;
    return sending.done;
  },

  /** Sends a whole schedule. */
  run: (schedule: Schedule & { count: number }): Promise<Sent[]> => keepSchedule(schedule, { stop: false }),
};

perform(clientTasks);
