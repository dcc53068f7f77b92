// Receives events, each once, and prints what became of your messages (each in its order), what persons answered and how
// campaigns fare.
//
//   SECRET=whsec_… PORT=4000 npx tsx webhook-receiver.mts
//
// While a secret is being changed, give both with a comma between them. What it remembers is gone when it ends: keep
// ids and sequences in your database instead, in the transaction that does what an event is for.
import { createServer, type IncomingMessage } from "node:http";
import { SIGNATURE_HEADER, verifyWebhook, type WebhookEvent, WebhookVerificationError } from "recado/client";

const secrets = (process.env.SECRET ?? "").split(",");
/** A request has at most 100 events; more than this is none of the service's. */
const MAX_BYTES = 1024 * 1024;
const REMEMBERED = 100_000;

const seen = new Set<string>();
const latest = new Map<string, number>();

/** Whether the event tells something that is not known yet. */
function isNews(event: WebhookEvent): boolean {
  if (seen.has(event.id)) return false;
  seen.add(event.id);
  for (const oldest of seen) {
    if (seen.size <= REMEMBERED) break;
    seen.delete(oldest);
  }
  if (event.type !== "message_update") return true;
  const { data } = event;
  if (data.sequence <= (latest.get(data.message_id) ?? 0)) return false;
  latest.set(data.message_id, data.sequence);
  for (const oldest of latest.keys()) {
    if (latest.size <= REMEMBERED) break;
    latest.delete(oldest);
  }
  return true;
}

/** What an event says; null for those of types that are not known here. */
function told(event: WebhookEvent): string | null {
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
    for (const event of events.filter(isNews)) {
      const line = told(event);
      if (line !== null) console.log(event.test ? "(test)" : "", line);
    }
    return 204;
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    console.error("refused:", error.reason);
    return 401;
  }
}

const server = createServer((request, response) => {
  receive(request).then(
    (status) => response.writeHead(status).end(),
    (error: unknown) => {
      console.error(error);
      // The service tries again: an event is not lost because of a mistake here.
      response.writeHead(500).end();
    },
  );
});
server.listen(Number(process.env.PORT ?? 4000), () => console.log("listening"));
process.on("SIGTERM", () => server.close());
