// Your own carrier: serves Recado's contract for carriers (openapi/carriers/http.yaml), prints each message instead of
// sending it, and reports it delivered a second later. Type a line such as "+5511987654321 27000 Oi" to send a reply from
// that number to that sender.
//
//   TOKEN=… CALLBACK_TOKEN=… CALLBACK_URL=http://127.0.0.1:3000/carriers/mine PORT=4100 node carrier-program.mts
//
// Node 22.18 and newer run TypeScript; with an older Node, write `npx tsx` instead of `node`.
//
// For a real carrier, let `submitToCarrier` submit the message and return the carrier's outcome, and call `report` and
// `reply` when the carrier reports deliveries and replies. The program forgets ids when it ends: store them in a database.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";

const { TOKEN = "", CALLBACK_TOKEN = "", CALLBACK_URL = "", PORT = "4100" } = process.env;
if (!TOKEN || !CALLBACK_TOKEN || !CALLBACK_URL) throw new Error("set TOKEN, CALLBACK_TOKEN and CALLBACK_URL");

interface Submission {
  id: string;
  channel: "sms" | "rcs" | "voice";
  from: string;
  to: string;
  content: { type: string; text?: string };
}

interface Result {
  id: string;
  outcome: "accepted" | "refused" | "retry" | "throttled";
  reference?: string;
  code?: string;
  message?: string;
}

/** Maximum body size in bytes, far more than a submission of a thousand messages needs. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Number of remembered results, so that a repeated message is sent once. */
const REMEMBERED = 100_000;
const results = new Map<string, Result>();

async function submitToCarrier({ id, channel, from, to, content }: Submission): Promise<Result> {
  if (to === "+5511900000000") return { id, outcome: "refused", code: "404", message: "no such number" };
  console.log(`${channel} ${from} -> ${to}: ${content.text ?? content.type}`);
  const reference = `carrier-${id}`;
  void pause(1_000).then(() => report([{ reference, status: "delivered" }]));
  return { id, outcome: "accepted", reference };
}

async function submit(message: Submission): Promise<Result> {
  const known = results.get(message.id);
  if (known?.outcome === "accepted") return known;
  const result = await submitToCarrier(message);
  results.set(message.id, result);
  for (const oldest of results.keys()) {
    if (results.size <= REMEMBERED) break;
    results.delete(oldest);
  }
  return result;
}

const report = (reports: { reference: string; status: "delivered" | "read" | "undelivered" | "expired" }[]) =>
  post("/reports", { reports });

const reply = (from: string, to: string, text: string) =>
  post("/replies", {
    replies: [{ reference: `reply-${Date.now()}`, channel: "sms", type: "text", from, to, text }],
  });

/**
 * Posts until the body is stored: Recado returns 2xx for stored reports, and may be unavailable for a while.
 */
async function post(path: string, body: object): Promise<void> {
  for (let wait = 1_000; ; wait = Math.min(wait * 2, 60_000)) {
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${CALLBACK_TOKEN}` };
    const request = { method: "POST", headers, body: JSON.stringify(body) };
    const status = await fetch(CALLBACK_URL + path, request).then(
      (response) => response.status,
      () => 0,
    );
    if (status >= 200 && status < 300) return;
    console.error(`${path} was not stored: ${status || "no response"}`);
    // These statuses reject the body itself. Any other fault can be corrected, such as a wrong token (401).
    if ([400, 413, 415].includes(status)) return;
    await pause(wait);
  }
}

async function bodyOf(request: IncomingMessage): Promise<{ messages: Submission[] }> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MAX_BYTES) throw new Error("the body is too large");
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString("utf8")) as { messages: Submission[] };
}

async function handle(request: IncomingMessage): Promise<[status: number, body: object]> {
  if (request.headers.authorization !== `Bearer ${TOKEN}`) return [401, { message: "invalid token" }];
  switch (`${request.method} ${request.url}`) {
    case "GET /health":
      return [200, { name: "carrier-program" }];
    case "POST /submissions": {
      const { messages } = await bodyOf(request);
      return [200, { results: await Promise.all(messages.map(submit)) }];
    }
    case "POST /status-queries": {
      const { messages } = await bodyOf(request);
      const known = messages.flatMap(({ id }) => results.get(id)?.reference ?? []);
      return [200, { reports: known.map((reference) => ({ reference, status: "delivered" })) }];
    }
    default:
      return [404, { message: "unknown path" }];
  }
}

const send = (response: ServerResponse, status: number, body: object) =>
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));

const server = createServer((request, response) => {
  handle(request).then(
    ([status, body]) => send(response, status, body),
    (error: unknown) => {
      console.error(error);
      send(response, 500, { message: "internal error" });
    },
  );
});
server.listen(Number(PORT), "127.0.0.1", () => console.log("listening"));

const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const [from, to, ...text] = line.trim().split(" ");
  if (from && to && text.length > 0) void reply(from, to, text.join(" "));
});
process.on("SIGTERM", () => {
  lines.close();
  server.close();
});
