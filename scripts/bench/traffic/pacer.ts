// Sends single messages on schedule, whatever the answers do, from a process of its own.
import { setTimeout as pause } from "node:timers/promises";
import { Pool } from "undici";
import { perform } from "../processes";
import { numberOf } from "../seed";

export interface Pace {
  origin: string;
  key: string;
  perSecond: number;
  /** Ends after so many; without, when `end` is called. */
  count?: number;
}

/** One request: when it was due, in milliseconds since 1970, and how long after that it was answered. */
export interface Sent {
  at: number;
  milliseconds: number;
}

/** Far more than are needed as long as answers come soon. */
const CONNECTIONS = 256;

interface Sending {
  stop: boolean;
  done: Promise<Sent[]>;
}

let sending: Sending | null = null;

const bodyOf = (index: number) =>
  JSON.stringify({
    channel: "sms",
    content: { type: "text", text: `Seu código de acesso é ${100_000 + index}. Não o informe a ninguém.` },
    recipients: [{ to: numberOf(21, index) }],
  });

async function keepPace({ origin, key, perSecond, count = Infinity }: Pace, state: { stop: boolean }) {
  const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1 });
  const headers = { "content-type": "application/json", "x-api-key": key };
  const post = async (index: number, due: number): Promise<Sent> => {
    const request = { path: "/v3/messages", method: "POST", headers, body: bodyOf(index) } as const;
    const answer = await pool.request(request);
    const text = await answer.body.text();
    if (answer.statusCode !== 202) throw new Error(`${answer.statusCode}: ${text}`);
    // From when it was due: a sender that is held up does not make the service look faster.
    return { at: performance.timeOrigin + due, milliseconds: performance.now() - due };
  };
  const posts: Promise<Sent>[] = [];
  const begin = performance.now();
  for (let index = 0; index < count && !state.stop; index += 1) {
    const due = begin + (index * 1_000) / perSecond;
    if (due > performance.now()) await pause(due - performance.now());
    const posted = post(index, due);
    // What failed is told at the end.
    posted.catch(() => {});
    posts.push(posted);
  }
  const sent = await Promise.all(posts);
  await pool.close();
  return sent;
}

export const pacerTasks = {
  async begin(pace: Pace): Promise<void> {
    const state = { stop: false };
    const done = keepPace(pace, state);
    done.catch(() => {});
    sending = Object.assign(state, { done });
  },

  /** Sends nothing more; answers when all answers are there. Any answer but 202 ends the benchmark. */
  async end(): Promise<Sent[]> {
    if (sending === null) throw new Error("begin first");
    sending.stop = true;
    return sending.done;
  },

  /** Sends all of them. */
  run: (pace: Pace & { count: number }): Promise<Sent[]> => keepPace(pace, { stop: false }),
};

perform(pacerTasks);
