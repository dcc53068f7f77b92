// The baseline of `webhooks`: a pool of connections that posts the same bodies, without a database.
import { Pool } from "undici";
import { systemClock } from "../../../src/platform/time";
import { SIGNATURE_HEADER, signatureOf } from "../../../src/features/webhooks/signature";
import { perform } from "../processes";
import { EVENTS_PER_REQUEST, someEvents } from "../events";
import { inLanes, secondsOf } from "../stats";

interface Posts {
  origin: string;
  path: string;
  secret: string;
  /** Number of events, sent 100 per request. */
  events: number;
}

/** Requests in flight: the service's limit per endpoint. */
const CONNECTIONS = 16;
/** Number of different request bodies, used in rotation. */
const BODIES = 100;

export const postTasks = {
  /** Posts `events` events. Returns the duration in seconds, without the signing of the bodies. */
  async post({ origin, path, secret, events }: Posts): Promise<number> {
    const requests = Array.from({ length: BODIES }, () => {
      const body = Buffer.from(JSON.stringify(someEvents(EVENTS_PER_REQUEST)));
      const signature = signatureOf([secret], body, systemClock.now());
      return { body, headers: { "content-type": "application/json", [SIGNATURE_HEADER]: signature } };
    });
    const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1 });
    const count = Math.ceil(events / EVENTS_PER_REQUEST);
    const post = async (index: number) => {
      const response = await pool.request({ path, method: "POST", ...requests[index % BODIES] });
      if (response.statusCode !== 204) throw new Error(`the receiver returned ${response.statusCode}`);
      await response.body.dump();
    };
    const seconds = await secondsOf(() => inLanes(Array.from({ length: CONNECTIONS }), count, post));
    await pool.close();
    return seconds;
  },
};

perform(postTasks);
