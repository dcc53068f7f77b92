import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { OperationId } from "../../../generated/server/binding";
import { fits } from "../judge";
import type { Actor } from "./actor";
import { badSignature, type Delivered, type Followed, judgeEvents } from "./judges/events";
import type { Step } from "./steps";
import { at, listAt, textAt } from "./values";
import { eventLaws } from "./vocabulary";

const EVENTS_SCHEMA = "#/components/schemas/MessageUpdateEvents";

/** A server that endpoints can be pointed at. It answers 204 and keeps what came. */
export interface Receiver {
  /** Where the deployment reaches it. */
  url: string;
  /** What came in under a path, in order. */
  received(path: string): readonly Delivered[];
  close(): Promise<void>;
}

const MOST_BYTES = 4 * 1024 * 1024;

/** Starts one. `url` is where a deployment elsewhere reaches `port`, by a tunnel or a name of its own. */
export async function openReceiver({
  url = null,
  port = 0,
}: { url?: string | null; port?: number } = {}): Promise<Receiver> {
  const came = new Map<string, Delivered[]>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    let size = 0;
    request.on("data", (bytes: Buffer) => {
      size += bytes.length;
      if (size > MOST_BYTES) request.destroy();
      else parts.push(bytes);
    });
    request.on("end", () => {
      const path = request.url?.split("/").at(-1) ?? "";
      const signature = String(request.headers[SIGNATURE] ?? "");
      came.set(path, [
        ...(came.get(path) ?? []),
        { at: Date.now(), signature, text: Buffer.concat(parts).toString("utf8") },
      ]);
      response.writeHead(204).end();
    });
  });
  // Where others have to reach it, it listens for others.
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, url === null ? "127.0.0.1" : "0.0.0.0", resolve);
  });
  const { port: own } = server.address() as AddressInfo;
  return {
    url: url?.replace(/\/+$/, "") ?? `http://127.0.0.1:${own}`,
    received: (path) => came.get(path) ?? [],
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const SIGNATURE = (eventLaws[0]?.signature ?? "").toLowerCase();

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Endings of numbers that a sandbox takes to different ends, with the number of steps until then. */
const ENDINGS: readonly (readonly [string, number])[] = [
  ["1234", 3],
  ["0001", 3],
  ["0002", 2],
];
const SETTLE_MS = 8_000;

/** Sends messages that take several steps, and looks whether each step arrives at an endpoint. */
export const followWith =
  (receiver: Receiver) =>
  async (actor: Actor, { operation }: Step): Promise<void> => {
    const law = eventLaws.find(({ reader }) => reader === operation);
    if (law === undefined) return;
    const unable = (reason: string) => actor.unable("events", operation, reason);
    const path = `hook-${actor.world.next()}-${actor.world.tag}`;
    const url = `${receiver.url}/${path}`;
    const hook = await actor.ask("createWebhook", { body: { url, event_types: ["message_update"] } });
    if (hook.status !== 201) {
      return unable(
        `the deployment takes no endpoint at ${receiver.url}: createWebhook answered ${hook.status}`,
      );
    }
    actor.save("webhook", ["id"]);
    const webhook_id = textAt(hook.body, "id");
    try {
      const followed = await sendAndFollow(actor, law.reader as OperationId, law.history);
      if (followed.length === 0) return unable("no message could be sent");
      const judgement = () =>
        judgeEvents(law, textAt(hook.body, "secret"), followed, receiver.received(path));
      const last = Math.max(...followed.map(({ seenAt }) => seenAt)) + law.within_seconds * 1_000;
      // A distrusted event does not become better by waiting.
      const isSettled = () =>
        judgement().length === 0 ||
        receiver.received(path).some((one) => badSignature(textAt(hook.body, "secret"), one) !== null);
      while (!isSettled() && Date.now() < last) await pause(50);
      const formless = receiver.received(path).some(({ text }) => !isWellFormed(text));
      actor.find("events", operation, [
        ...judgement(),
        ...(formless ? ["an event does not have the form of its schema"] : []),
      ]);
    } finally {
      await actor.ask("deleteWebhook", { params: { webhook_id } });
    }
  };

function isWellFormed(text: string): boolean {
  try {
    return fits(EVENTS_SCHEMA, JSON.parse(text) as unknown);
  } catch {
    return false;
  }
}

async function sendAndFollow(actor: Actor, reader: OperationId, history: string): Promise<Followed[]> {
  const recipients = [];
  for (const [ending] of ENDINGS) {
    const filled = await actor.world.filled({ to: { $phone: ending } });
    recipients.push(filled?.body);
  }
  const content = { type: "text", text: "Olá, é um teste." };
  const sent = await actor.ask("sendMessages", { body: { channel: "sms", content, recipients } });
  if (sent.status !== 202) return [];
  const ids = listAt(sent.body, "data").map((one) => String(at(one, "message_id")));
  actor.save(
    "message",
    ids.map((_, index) => `data.${index}.message_id`),
  );
  const followed: Followed[] = [];
  for (const [index, id] of ids.entries()) {
    const steps = ENDINGS[index]?.[1] ?? 1;
    for (const deadline = Date.now() + SETTLE_MS; ; await pause(50)) {
      const { body } = await actor.ask(reader, { params: { message_id: id } });
      const done = listAt(body, history).map((step) => textAt(step, "status"));
      // Suppressed numbers are blocked at once, and take no more steps.
      if (done.length >= steps || done.includes("blocked") || Date.now() > deadline) {
        followed.push({ id, history: done, seenAt: Date.now() });
        break;
      }
    }
  }
  return followed;
}
