// Receives events without duplicates, and prints the statuses of messages (of each message in order), replies, and the
// statuses of campaigns.
//
//   SECRET=whsec_… PORT=4000 node webhook-receiver.mts
//
// Node 22.18 and newer run TypeScript; with an older Node, write `npx tsx` instead of `node`.
//
// While you change a secret, give both, separated by a comma. The program forgets ids when it ends: store ids and
// sequences in your database, in the transaction that processes the event.
import { createServer, type IncomingMessage } from "node:http";
import { SIGNATURE_HEADER, verifyWebhook, type WebhookEvent, WebhookVerificationError } from "recado/client";

const secrets = (process.env.SECRET ?? "").split(",");
/** Maximum body size in bytes. A request of the service has at most 100 events, which need less. */
const MAX_BYTES = 1024 * 1024;
const REMEMBERED = 100_000;

const seen = new Set<string>();
const latest = new Map<string, number>();

/** Returns whether the event is new: neither a duplicate nor older than a processed one. */
const isNew = ({ id, type, data }: WebhookEvent): boolean =>
  !seen.has(id) && (type !== "message_update" || data.sequence > (latest.get(data.message_id) ?? 0));

/** Remembers a processed event. If processing fails, the repeated request processes the event again. */
function remember({ id, type, data }: WebhookEvent): void {
  seen.add(id);
  if (type === "message_update") latest.set(data.message_id, data.sequence);
  for (const known of [seen, latest]) {
    for (const oldest of known.keys()) {
      if (known.size <= REMEMBERED) break;
      known.delete(oldest);
    }
  }
}

/** Returns a line about the event; null for unknown types. */
function describe(event: WebhookEvent): string | null {
  switch (event.type) {
    case "message_update": {
      const { to, client_reference, status, error } = event.data;
      return [client_reference ?? to, status, error?.code ?? ""].join(" ");
    }
    case "inbound_message":
      return `${event.data.sender}: ${event.data.text ?? event.data.content_type}`;
    case "campaign_update": {
      const { campaign_id, status, progress } = event.data;
      return `campaign ${campaign_id} ${status}, ${progress.delivered + progress.read} of ${progress.total} delivered`;
    }
    default:
      return null;
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MAX_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function receive(request: IncomingMessage): Promise<number> {
  if (request.method !== "POST") return 405;
  const body = await bodyOf(request);
  if (body === null) return 413;
  try {
    const events = await verifyWebhook(body, request.headers[SIGNATURE_HEADER], secrets);
    for (const event of events) {
      if (!isNew(event)) continue;
      const line = describe(event);
      if (line !== null) console.log(event.test ? "(test)" : "", line);
      remember(event);
    }
    return 204;
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    console.error("rejected:", error.reason);
    return 401;
  }
}

const server = createServer((request, response) => {
  receive(request).then(
    (status) => response.writeHead(status).end(),
    (error: unknown) => {
      console.error(error);
      // The service repeats the request after a 500.
      response.writeHead(500).end();
    },
  );
});
server.listen(Number(process.env.PORT ?? 4000), () => console.log("listening"));
process.on("SIGTERM", () => server.close());
