// Receives webhooks in a separate process. Verifies each signature, counts the events and keeps their ids.
import { createHmac, timingSafeEqual } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { serve } from "../tools/listening";
import { holdsWithin } from "./deployment";
import { perform } from "./processes";
import { now } from "./stats";

interface Received {
  requests: number;
  /** Number of requests whose signature is wrong or more than five minutes old. */
  invalid: number;
  events: number;
  /** Number of distinct event ids. */
  ids: number;
  byStatus: Record<string, number>;
}

/** Maximum age of a signature, in seconds. */
const TOLERANCE = 300;

/** Maximum wait for expected events, and the interval of checks, in milliseconds. */
const WITHIN_MS = 15 * 60_000;
const CHECK_EVERY_MS = 5;

class Inbox {
  requests = 0;
  invalid = 0;
  events = 0;
  readonly byStatus = new Map<string, number>();
  private readonly ids: string[] = [];
  /** Arrival time of the `delivered` event by message id. Null if the benchmark does not need the times. */
  private readonly finalAt: Map<string, number> | null;
  private readonly key: Buffer;
  /** Time when the latest request was complete. */
  private latest = NaN;

  constructor(secret: string, timed: boolean) {
    this.finalAt = timed ? new Map() : null;
    this.key = Buffer.from(secret.slice("whsec_".length), "base64");
  }

  take(body: Buffer, signature: string): void {
    this.latest = now();
    this.requests += 1;
    if (!this.isGenuine(body, signature)) this.invalid += 1;
    this.scan(body);
  }

  private isGenuine(body: Buffer, signature: string): boolean {
    const [, time = "", hex = ""] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
    if (!(Math.abs(Date.now() / 1_000 - Number(time)) < TOLERANCE)) return false;
    const expected = createHmac("sha256", this.key).update(`${time}.`).update(body).digest();
    return timingSafeEqual(expected, Buffer.from(hex, "hex"));
  }

  /** Finds ids and statuses in the bytes. Parsing the JSON would take longer than the rest of the request. */
  private scan(body: Buffer): void {
    for (let at = body.indexOf(ID); at >= 0; at = body.indexOf(ID, at)) {
      at += ID.length;
      this.ids.push(body.toString("latin1", at, at + UUID_LENGTH));
      const message = body.indexOf(MESSAGE_ID, at) + MESSAGE_ID.length;
      const status = body.indexOf(STATUS, at) + STATUS.length;
      const name = body.toString("latin1", status, body.indexOf(QUOTE, status));
      this.byStatus.set(name, (this.byStatus.get(name) ?? 0) + 1);
      this.events += 1;
      if (name === "delivered")
        this.finalAt?.set(body.toString("latin1", message, message + UUID_LENGTH), now());
    }
  }

  /** Waits until `events` events have arrived, and returns the time of the latest request. */
  async received(events: number): Promise<number> {
    const isComplete = async () => this.events >= events;
    if (await holdsWithin(WITHIN_MS, CHECK_EVERY_MS, isComplete)) return this.latest;
    throw new Error(`${this.events} of ${events} events arrived in time`);
  }

  /** Returns and forgets the arrival times of `delivered` events, by message id. */
  takeFinals(): [string, number][] {
    const finals = [...(this.finalAt ?? [])];
    this.finalAt?.clear();
    return finals;
  }

  report(): Received {
    const { requests, invalid, events } = this;
    const byStatus = Object.fromEntries([...this.byStatus].sort());
    return { requests, invalid, events, ids: new Set(this.ids).size, byStatus };
  }
}

/** Start of an event in the body. No other object in a body has an `id`. */
const ID = Buffer.from('{"id":"');
const UUID_LENGTH = 36;
const MESSAGE_ID = Buffer.from('"message_id":"');
const STATUS = Buffer.from('"status":"');
const QUOTE = Buffer.from('"');

interface Expected {
  path: string;
  secret: string;
  timed?: boolean;
}

const inboxes = new Map<string, Inbox>();

function inboxAt(path: string): Inbox {
  const inbox = inboxes.get(path);
  if (!inbox) throw new Error(`no inbox is registered for ${path}`);
  return inbox;
}

export const receiverTasks = {
  async listen(): Promise<string> {
    const { origin } = await serve((request, response) => {
      void buffer(request).then((body) => {
        inboxes.get(request.url ?? "")?.take(body, String(request.headers["x-service-signature"]));
        response.writeHead(204).end();
      });
    });
    return origin;
  },

  /** Starts to count events at a path. `timed` also keeps the arrival time of each `delivered` event. */
  async expect({ path, secret, timed = false }: Expected): Promise<void> {
    inboxes.set(path, new Inbox(secret, timed));
  },

  async finals(path: string): Promise<[message: string, at: number][]> {
    return inboxAt(path).takeFinals();
  },

  received: ({ path, events }: { path: string; events: number }): Promise<number> =>
    inboxAt(path).received(events),

  async report(path: string): Promise<Received> {
    return inboxAt(path).report();
  },
};

perform(receiverTasks);
