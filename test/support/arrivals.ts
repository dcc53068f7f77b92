import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { listening } from "./listening";

/** A message at the carrier. */
export interface Arrival {
  id: string;
  to: string;
  text: string;
  /** Time of the submission by the carrier's clock, in milliseconds since 1970. */
  at: number;
}

/** A carrier that accepts all messages and records each of them with its time. */
export interface ArrivalPeer {
  url: string;
  arrivals: Arrival[];
  /** Sets how long the carrier takes for each submission from now on, in milliseconds. */
  takes(ms: number): void;
  close(): Promise<void>;
}

interface Submitted {
  messages: { id: string; to: string; content: { text: string } }[];
}

export async function arrivalPeer(firstMs: number): Promise<ArrivalPeer> {
  const arrivals: Arrival[] = [];
  let responseMs = firstMs;
  const server = createServer((request, response) => {
    const at = Date.now();
    void json(request).then(
      async (body) => {
        const { messages } = body as Submitted;
        for (const { id, to, content } of messages) arrivals.push({ id, to, text: content.text, at });
        await pause(responseMs);
        const results = messages.map(({ id }) => ({ id, outcome: "accepted", reference: id }));
        response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify({ results }));
      },
      // A process that was killed while it wrote the request has not submitted the messages.
      () => response.destroy(),
    );
  });
  const { url, stop } = await listening(server);
  return { url, arrivals, takes: (ms) => void (responseMs = ms), close: stop };
}
