import type { OperationId } from "../../../generated/server/binding";
import { fits } from "../judge";
import type { Actor } from "./actor";
import { type Delivered, type Followed, judgeEvents } from "./judges/events";
import type { Received, Receiver } from "../receiver";
import type { Step } from "./steps";
import { at, listAt, textAt } from "./values";
import { eventLaws } from "./vocabulary";

const EVENTS_SCHEMA = "#/components/schemas/MessageUpdateEvents";

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
    const begin = receiver.requests.length;
    const url = `${receiver.url}/${actor.world.tag}-${actor.world.next()}`;
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
      const came = () =>
        receiver.requests
          .slice(begin)
          .map(deliveredOf)
          .filter((one) => isAbout(one, followed));
      const judgement = () => judgeEvents(law, textAt(hook.body, "secret"), followed, came());
      const last = Math.max(...followed.map(({ seenAt }) => seenAt)) + law.within_seconds * 1_000;
      const isWorthWaiting = () => judgement().length > 0 && judgement().every((fault) => fault.isMissing);
      while (isWorthWaiting() && Date.now() < last) await pause(50);
      const formless = came().some(({ text }) => !isWellFormed(text));
      actor.find("events", operation, [
        ...judgement().map(({ words }) => words),
        ...(formless ? ["an event does not have the form of its schema"] : []),
      ]);
    } finally {
      await actor.ask("deleteWebhook", { params: { webhook_id } });
    }
  };

const deliveredOf = ({ headers, body, at: arrived }: Received): Delivered => ({
  at: arrived,
  signature: String(headers[SIGNATURE] ?? ""),
  text: body.toString("utf8"),
});

/** Other endpoints may be at the same address, and other messages tell of themselves. */
const isAbout = ({ text }: Delivered, followed: readonly Followed[]) =>
  followed.some(({ id }) => text.includes(id));

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
      const done = listAt(body, history).map((step) => ({
        status: textAt(step, "status"),
        at: textAt(step, "occurred_at"),
      }));
      // Suppressed numbers are blocked at once, and take no more steps.
      const isBlocked = done.some(({ status }) => status === "blocked");
      if (done.length >= steps || isBlocked || Date.now() > deadline) {
        followed.push({ id, history: done, seenAt: Date.now() });
        break;
      }
    }
  }
  return followed;
}
