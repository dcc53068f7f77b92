import { createHmac, timingSafeEqual } from "node:crypto";
import { at, parseJson, same, shown } from "../values";

export interface Delivered {
  /** Time of receipt, in milliseconds since the epoch. */
  at: number;
  signature: string;
  text: string;
}

const FIVE_MINUTES = 5 * 60;

/** Returns why the `X-Service-Signature` of a delivery is invalid; null if it is valid. */
export function badSignature(secret: string, { at: arrived, signature, text }: Delivered): string | null {
  const parts = signature.split(",").map((part) => part.split("=", 2));
  const time = parts.find(([name]) => name === "t")?.[1] ?? "";
  if (Math.abs(Number(time) - arrived / 1_000) > FIVE_MINUTES)
    return `its time ${shown(time)} is more than 5 minutes away`;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(`${time}.${text}`).digest();
  const fits = parts.some(([name, value = ""]) => {
    const given = Buffer.from(value, "hex");
    return name === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
  });
  return fits ? null : "no signature fits the endpoint's secret";
}

/** A message with its history. `seenAt` is the time of the last read, in milliseconds. */
export interface Followed {
  id: string;
  history: readonly { status: string; at: string }[];
  seenAt: number;
  /** The message as last read. */
  message?: unknown;
}

export interface EventFields {
  id: string;
  status: string;
  previous: string;
  sequence: string;
  at: string;
  within_seconds: number;
  same?: readonly string[];
}

function eventsIn({ text }: Delivered): readonly unknown[] {
  const body = parseJson(text);
  return Array.isArray(body) ? body : [];
}

export interface EventFault {
  text: string;
  /** True if the event has not arrived but still may. */
  isMissing: boolean;
}

/** Checks that each status change of each message caused one event, in time and with a valid signature. */
export function checkEvents(
  fields: EventFields,
  secret: string,
  followed: readonly Followed[],
  deliveries: readonly Delivered[],
): EventFault[] {
  const wrong = (text: string): EventFault => ({ text, isMissing: false });
  const distrusted = deliveries.flatMap((one) => badSignature(secret, one) ?? []);
  return [
    ...[...new Set(distrusted)].map((why) => wrong(`an event cannot be trusted: ${why}`)),
    ...followed.flatMap((message) => checkMessage(fields, message, deliveries)),
  ];
}

function checkMessage(
  fields: EventFields,
  message: Followed,
  deliveries: readonly Delivered[],
): EventFault[] {
  const { id, status, within_seconds } = fields;
  const about = deliveries.flatMap((one) =>
    eventsIn(one)
      .filter((event) => at(event, id) === message.id)
      .map((event) => ({ event, status: at(event, status), at: one.at, id: at(event, "id") })),
  );
  const faults: EventFault[] = [];
  for (const [index, { status: step, at: instant }] of message.history.entries()) {
    const own = about.find((one) => one.status === step)?.event;
    const before = message.history[index - 1]?.status ?? null;
    const says = (name: "sequence" | "previous" | "at", right: unknown) => {
      const value = at(own, fields[name]);
      if (own === undefined || value === right) return;
      const text = `${message.id} became ${step}, and ${fields[name]} of its event is ${shown(value)}, not ${shown(right)}`;
      faults.push({ text, isMissing: false });
    };
    says("sequence", index + 1);
    says("previous", before);
    says("at", instant);
    for (const field of fields.same ?? []) {
      const [said, right] = [at(own, `data.${field}`), at(message.message, field)];
      if (own === undefined || message.message === undefined || same(said, right)) continue;
      const text = `${message.id} has ${field} ${shown(right)}, and its event for ${step} has ${shown(said)}`;
      faults.push({ text, isMissing: false });
    }
    const times = about.filter((one) => one.status === step).map((one) => one.at);
    const late = Math.min(...times) - message.seenAt - within_seconds * 1_000;
    if (times.length === 0)
      faults.push({ text: `${message.id} became ${step}, and no event said so`, isMissing: true });
    else if (late > 0) {
      const seconds = (late / 1_000 + within_seconds).toFixed(1);
      faults.push({
        text: `${message.id} became ${step}, and the event came ${seconds} s later`,
        isMissing: false,
      });
    }
  }
  const count = new Set(about.map((one) => one.id)).size;
  if (count > message.history.length) {
    const text = `${message.id} has ${message.history.length} steps, and ${count} events report it`;
    faults.push({ text, isMissing: false });
  }
  const invented = about.find((one) => !message.history.some((step) => step.status === one.status));
  if (invented) {
    const text = `an event says that ${message.id} became ${shown(invented.status)}, which it did not`;
    faults.push({ text, isMissing: false });
  }
  return faults;
}
