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

interface EventFields {
  id: string;
  status: string;
  previous: string;
  sequence: string;
  at: string;
  within_seconds: number;
  same?: readonly string[];
}

/** Returns the events in the body of a request. */
export function eventsIn(text: string): readonly unknown[] {
  const body = parseJson(text);
  return Array.isArray(body) ? body : [];
}

interface EventFault {
  text: string;
  /** Whether the event has not arrived, but may still arrive. */
  isMissing: boolean;
}

const wrong = (text: string): EventFault => ({ text, isMissing: false });

/** Checks that each status change of each message caused one event, in time and with a valid signature. */
export function checkEvents(
  fields: EventFields,
  secret: string,
  followed: readonly Followed[],
  deliveries: readonly Delivered[],
): EventFault[] {
  const distrusted = new Set(deliveries.flatMap((one) => badSignature(secret, one) ?? []));
  return [
    ...[...distrusted].map((why) => wrong(`an event cannot be trusted: ${why}`)),
    ...followed.flatMap((message) => checkMessage(fields, message, deliveries)),
  ];
}

function checkMessage(
  fields: EventFields,
  { id, history, seenAt, message }: Followed,
  deliveries: readonly Delivered[],
): EventFault[] {
  const about = deliveries.flatMap((one) =>
    eventsIn(one.text)
      .filter((event) => at(event, fields.id) === id)
      .map((event) => ({ event, status: at(event, fields.status), at: one.at, id: at(event, "id") })),
  );
  const steps = history.flatMap(({ status: step, at: instant }, index): EventFault[] => {
    const own = about.filter((one) => one.status === step);
    const [first] = own;
    if (first === undefined) return [{ text: `${id} became ${step}, and no event said so`, isMissing: true }];
    const right = { sequence: index + 1, previous: history[index - 1]?.status ?? null, at: instant };
    const says = (["sequence", "previous", "at"] as const).flatMap((name) => {
      const value = at(first.event, fields[name]);
      const text = `${id} became ${step}, and ${fields[name]} of its event is ${shown(value)}, not ${shown(right[name])}`;
      return value === right[name] ? [] : [wrong(text)];
    });
    const shares = (message === undefined ? [] : (fields.same ?? [])).flatMap((field) => {
      const [said, its] = [at(first.event, `data.${field}`), at(message, field)];
      const text = `${id} has ${field} ${shown(its)}, and its event for ${step} has ${shown(said)}`;
      return same(said, its) ? [] : [wrong(text)];
    });
    const seconds = (Math.min(...own.map((one) => one.at)) - seenAt) / 1_000;
    const late = `${id} became ${step}, and the event came ${seconds.toFixed(1)} s later`;
    return [...says, ...shares, ...(seconds > fields.within_seconds ? [wrong(late)] : [])];
  });
  const count = new Set(about.map((one) => one.id)).size;
  const invented = about.find((one) => !history.some((step) => step.status === one.status));
  const extra = `${id} has ${history.length} steps, and ${count} events report it`;
  return [
    ...steps,
    ...(count > history.length ? [wrong(extra)] : []),
    ...(invented
      ? [wrong(`an event says that ${id} became ${shown(invented.status)}, which it did not`)]
      : []),
  ];
}
