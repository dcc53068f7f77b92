import { limits } from "../../../generated/server/values";
import { isId } from "../../platform/ids";
import { MAX_PHONE_INPUT, normalizePhone } from "../../messaging/phone";
import { type FieldProblem, unprocessable, validationFailed } from "../../platform/problem";
import { MAX_SUGGESTIONS } from "../../messaging/content";
import type { SandboxPhoneReply, SandboxPhoneSubscription } from "./sandbox-phone";

/** Maximum length of a reply in characters, which is the contract's maximum for a text. */
const MAX_REPLY = limits.TextContent.text.maxLength;

type Fields = Readonly<Record<string, unknown>>;
/** Returns the error text of a field's value; null for a valid value. */
type Check = (value: unknown) => string | null;

const text =
  (max: number): Check =>
  (value) => {
    if (typeof value !== "string") return "must be a string";
    // Counts code points, as JSON Schema does.
    const length = [...value].length;
    return length >= 1 && length <= max ? null : `must have 1 to ${max} characters`;
  };

const oneOf =
  (...values: readonly string[]): Check =>
  (value) =>
    values.some((one) => one === value) ? null : `must be one of ${values.join(", ")}`;

const uuid: Check = (value) =>
  typeof value === "string" && isId(value.toLowerCase()) ? null : "must be a UUID";

const index =
  (below: number): Check =>
  (value) =>
    Number.isInteger(value) && (value as number) >= 0 && (value as number) < below
      ? null
      : `must be a whole number from 0 to ${below - 1}`;

const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || value === null ? null : check(value);

/** Validates a request body and returns its fields. Throws a 400 that names all unknown or invalid fields. */
function fieldsOf<Name extends string>(body: unknown, checks: Record<Name, Check>): Record<Name, unknown> {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw validationFailed("The body must be a JSON object", [
      { field: "body", message: "must be an object" },
    ]);
  }
  const given = body as Fields;
  const wrong: FieldProblem[] = Object.keys(given)
    .filter((field) => !Object.hasOwn(checks, field))
    .map((field) => ({ field, message: "is unknown" }));
  for (const [field, check] of Object.entries<Check>(checks)) {
    const message = check(given[field]);
    if (message !== null) wrong.push({ field, message });
  }
  if (wrong.length > 0) throw validationFailed("The body has invalid fields", wrong);
  return given as Record<Name, unknown>;
}

const TO = optional(text(limits.Sender.address.maxLength));

/** Returns the phone number `from` in E.164 format. Throws a 422 if it is not a valid phone number. */
function phoneFrom(from: string): string {
  const phone = normalizePhone(from);
  if (phone !== null) return phone;
  throw unprocessable("The number is not a valid phone number", [
    { field: "from", message: "must be a valid phone number" },
  ]);
}

/** Parses the body of a reply. Throws a 400 for invalid fields, and a 422 for an invalid phone number. */
export function replyFrom(body: unknown): SandboxPhoneReply {
  const {
    channel,
    from,
    to,
    text: words,
  } = fieldsOf(body, {
    channel: oneOf("sms", "rcs"),
    from: text(MAX_PHONE_INPUT),
    to: TO,
    text: text(MAX_REPLY),
  });
  return {
    channel: channel as SandboxPhoneReply["channel"],
    from: phoneFrom(from as string),
    to: (to as string | null | undefined) ?? null,
    text: words as string,
  };
}

export function tapFrom(body: unknown): { messageId: string; suggestion: number } {
  const { message_id, suggestion } = fieldsOf(body, { message_id: uuid, suggestion: index(MAX_SUGGESTIONS) });
  return { messageId: (message_id as string).toLowerCase(), suggestion: suggestion as number };
}

export function readFrom(body: unknown): { messageId: string } {
  const { message_id } = fieldsOf(body, { message_id: uuid });
  return { messageId: (message_id as string).toLowerCase() };
}

/** Parses a subscription's body. Throws a 400 for invalid fields, and a 422 for an invalid phone number. */
export function subscriptionFrom(body: unknown): SandboxPhoneSubscription {
  const { type, from, to } = fieldsOf(body, {
    type: oneOf("subscribe", "unsubscribe"),
    from: text(MAX_PHONE_INPUT),
    to: TO,
  });
  return {
    type: type as SandboxPhoneSubscription["type"],
    from: phoneFrom(from as string),
    to: (to as string | null | undefined) ?? null,
  };
}
