import type { OperationId } from "../../../generated/server/binding";
import { poll } from "../../tools/poll";
import { fits } from "../response-check";
import type { Environment } from "./environment";
import type { InvariantClient } from "./invariant-client";
import { type Delivered, type Followed, checkEvents } from "./checks/events";
import type { Received } from "../receiver";
import type { Step } from "./steps";
import { at, listAt, parseJson, textAt } from "./values";
import { eventInvariants } from "./vocabulary";

const EVENTS_SCHEMA = "#/components/schemas/MessageUpdateEvents";

const SIGNATURE = (eventInvariants[0]?.signature ?? "").toLowerCase();

/** Last digits of numbers, with the number of steps until their outcome in the sandbox. */
const ENDINGS: readonly (readonly [string, number])[] = [
  ["1234", 3],
  ["0001", 3],
  ["0002", 2],
];
const SETTLES = { withinMs: 30_000, everyMs: 100 };

/** Sends messages that take several steps. Checks that the receiver gets an event for each step. */
export async function runFollow(
  client: InvariantClient,
  { operation }: Step,
  { receiver }: Environment,
): Promise<void> {
  const invariant = eventInvariants.find(({ reader }) => reader === operation);
  if (invariant === undefined) return;
  const unable = (reason: string) => client.unable("events", reason);
  if (typeof receiver === "string") return unable(receiver);
  const begin = receiver.requests.length;
  const url = `${receiver.url}/${client.model.tag}-${client.model.next()}`;
  const hook = await client.send("createWebhook", { body: { url, event_types: ["message_update"] } });
  if (hook.status !== 201) {
    return unable(
      `the deployment accepts no endpoint at ${receiver.url}: createWebhook returned ${hook.status}`,
    );
  }
  client.save("webhook", ["id"]);
  const webhook_id = textAt(hook.body, "id");
  try {
    const followed = await sendAndFollow(client, invariant.reader, invariant.history);
    if (followed === null) return unable(`a message had no outcome within ${SETTLES.withinMs / 1_000} s`);
    if (followed.length === 0) return unable("no message could be sent");
    const delivered = () =>
      receiver.requests
        .slice(begin)
        .map(deliveredOf)
        .filter((one) => isAbout(one, followed));
    const findings = () => checkEvents(invariant, textAt(hook.body, "secret"), followed, delivered());
    const last = Math.max(...followed.map(({ seenAt }) => seenAt)) + invariant.within_seconds * 1_000;
    const wait = { withinMs: last - Date.now(), everyMs: 50 };
    const faults = await poll(
      findings,
      (found) => found.length === 0 || found.some(({ isMissing }) => !isMissing),
      wait,
    );
    const formless = delivered().some(({ text }) => !isWellFormed(text));
    client.find("events", [
      ...faults.map(({ text }) => text),
      ...(formless ? ["an event does not have the form of its schema"] : []),
    ]);
  } finally {
    await client.send("deleteWebhook", { params: { webhook_id } });
  }
}

const deliveredOf = ({ headers, body, at: arrived }: Received): Delivered => ({
  at: arrived,
  signature: String(headers[SIGNATURE] ?? ""),
  text: body.toString("utf8"),
});

/** Returns whether an event reports a followed message. Other endpoints receive events of other messages. */
const isAbout = ({ text }: Delivered, followed: readonly Followed[]) =>
  followed.some(({ id }) => text.includes(id));

const isWellFormed = (text: string): boolean => fits(EVENTS_SCHEMA, parseJson(text));

/**
 * Sends messages and reads each message until it has an outcome. Returns null if a message has no outcome in
 * time, and an empty list if the service refuses the send.
 */
async function sendAndFollow(
  client: InvariantClient,
  reader: OperationId,
  history: string,
): Promise<Followed[] | null> {
  const recipients = [];
  for (const [ending] of ENDINGS) {
    recipients.push(await client.model.filled({ to: { $phone: ending } }));
  }
  const content = { type: "text", text: "Olá, é um teste." };
  const sent = await client.send("sendMessages", {
    body: { channel: "sms", content, tags: ["check:a", "check:b"], recipients },
  });
  if (sent.status !== 202) return [];
  const ids = listAt(sent.body, "data").map((one) => String(at(one, "message_id")));
  client.save(
    "message",
    ids.map((_, index) => `data.${index}.message_id`),
  );
  const followed: Followed[] = [];
  for (const [index, id] of ids.entries()) {
    const read = async () => {
      const { body } = await client.send(reader, { params: { message_id: id } });
      const done = listAt(body, history);
      const steps = done.map((step) => ({ status: textAt(step, "status"), at: textAt(step, "occurred_at") }));
      return { id, history: steps, seenAt: Date.now(), message: body };
    };
    // A message to a suppressed number is blocked at once and takes no more steps.
    const isDone = ({ history: steps }: Followed) =>
      steps.length >= (ENDINGS[index]?.[1] ?? 1) || steps.some(({ status }) => status === "blocked");
    const message = await poll(read, isDone, SETTLES);
    if (!isDone(message)) return null;
    followed.push(message);
  }
  return followed;
}
