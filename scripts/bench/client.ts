// Posts messages from a separate process. A load sends as fast as responses arrive; a schedule sends at a
// fixed rate.
import { setTimeout as pause } from "node:timers/promises";
import { Pool } from "undici";
import { type BodyPlan, passwordBody, sendBodies } from "./bodies";
import { perform } from "./processes";
import { inLanes, now, secondsOf, tailOf } from "./stats";

export interface Target {
  origin: string;
  key: string;
}

export interface Load extends Target {
  connections: number;
  plan: BodyPlan;
}

interface LoadResult {
  seconds: number;
  p50: number;
  p99: number;
}

/** Sends at a fixed rate, each to one recipient. */
interface Schedule extends Target {
  perSecond: number;
  /** Number of sends. Undefined: the schedule runs until `end` is called. */
  count?: number;
  /** Time limit of a response in milliseconds. A slower response stops the schedule. */
  timeoutMs?: number;
}

/** A send. `at` is the due time in milliseconds since 1970; `milliseconds` is the time until the response. */
export interface Sent {
  id: string;
  at: number;
  milliseconds: number;
}

/** Maximum connections of a schedule. Responses that arrive in time need far fewer. */
const SCHEDULE_CONNECTIONS = 256;

interface Connection {
  pool: Pool;
  key: string;
}

let loading: (Connection & { connections: number; bodies: string[] }) | null = null;
let sending: { stop: boolean; done: Promise<Sent[]> } | null = null;

/** Posts a body and returns the response body. Throws on any status but 202. */
async function post({ pool, key }: Connection, body: string) {
  const headers = { "content-type": "application/json", "x-api-key": key };
  const response = await pool.request({ path: "/v3/messages", method: "POST", headers, body });
  if (response.statusCode !== 202) throw new Error(`${response.statusCode}: ${await response.body.text()}`);
  return response.body;
}

async function sendOnSchedule(schedule: Schedule, state: { stop: boolean }): Promise<Sent[]> {
  const { origin, key, perSecond, count = Infinity, timeoutMs = Infinity } = schedule;
  const pool = new Pool(origin, { connections: SCHEDULE_CONNECTIONS, pipelining: 1 });
  const outstanding = new Set<number>();
  const send = async (index: number, due: number): Promise<Sent> => {
    outstanding.add(due);
    const body = await post({ pool, key }, passwordBody(index));
    const { data } = (await body.json()) as { data: { message_id: string }[] };
    outstanding.delete(due);
    // Measures from the due time, so that a delay of this client does not shorten the measured time.
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
    // `Promise.all` below throws the failure. Until then, this handler prevents an unhandled rejection.
    sent.catch(() => {});
    sends.push(sent);
  }
  const all = await Promise.all(sends);
  await pool.close();
  return all;
}

export const clientTasks = {
  async aim({ origin, key, connections, plan }: Load): Promise<void> {
    const pool = new Pool(origin, { connections, pipelining: 1 });
    loading = { pool, key, connections, bodies: sendBodies(plan) };
  },

  /** Posts `requests` requests, starting with the body at index `first`. */
  async load({ first, requests }: { first: number; requests: number }): Promise<LoadResult> {
    if (!loading) throw new Error("call aim() before load()");
    const { connections, bodies } = loading;
    const target = loading;
    const latencies: number[] = [];
    const send = async (index: number) => {
      const body = bodies[(first + index) % bodies.length] ?? "";
      const started = performance.now();
      // Discards the response body, because the benchmark checks the database instead.
      await (await post(target, body)).dump({ limit: Infinity });
      latencies.push(performance.now() - started);
    };
    const seconds = await secondsOf(() => inLanes(Array.from({ length: connections }), requests, send));
    return { seconds, ...tailOf(latencies) };
  },

  async begin(schedule: Schedule): Promise<void> {
    const state = { stop: false };
    const done = sendOnSchedule(schedule, state);
    done.catch(() => {});
    sending = Object.assign(state, { done });
  },

  /** Stops sending. Resolves once all responses have arrived. */
  async end(): Promise<Sent[]> {
    if (sending === null) throw new Error("call begin() before end()");
    sending.stop = true;
    return sending.done;
  },

  run: (schedule: Schedule & { count: number }): Promise<Sent[]> => sendOnSchedule(schedule, { stop: false }),
};

perform(clientTasks);
