// Translates the service's errors by their codes. Parses names, sizes and times from the service's English
// message. Unknown codes keep the English message.
import { AMBIGUOUS_OUTCOME } from "../../../../messaging/ambiguous-outcome";
import { type ExpiryCause, readExpiry } from "../../../../messaging/expiry";
import { readPlaceholderProblem } from "../../../../messaging/invalid-placeholders";
import { readPostError } from "../../../../messaging/post-error";
import type { Message, RecadoError } from "../../../../client";
import type { Texts } from "../texts/en";
import type { FieldWords, Words } from "../texts/en/fields";
import type { Format } from "../texts/language";

export interface Localization {
  t: Texts;
  format: Format;
}

type FieldProblem = RecadoError["fields"][number];

const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** Returns a field's label and error text by its path's longest known suffix; undefined if none is known. */
export function fieldWords(field: string, fields: Texts["fields"]): FieldWords | undefined {
  const parts = field.replace(/\[\d+\]/g, "[]").split(".");
  for (let from = 0; from < parts.length; from++) {
    const end = parts.slice(from);
    const ends = [end.join("."), [...end.slice(0, -1), "*"].join("."), end.join(".").replace(/\[\]$/, "")];
    const known = ends.map((one) => own<FieldWords>(fields, one)).find((words) => words !== undefined);
    if (known) return known;
  }
  return undefined;
}

/** Returns a field's label, with its variable's name and positions from 1; the path of an unknown field. */
function labelOf(field: string, words: FieldWords | undefined): string {
  if (!words) return field;
  const places = [...field.matchAll(/\[(\d+)\]/g)].map(([, index]) => Number(index) + 1);
  const [, name] = /(?:^|\.)(?:attributes|variables)\.(.+)$/.exec(field) ?? [];
  return [words[0], ...(name === undefined ? [] : [`“${name}”`]), ...places].join(" ");
}

const NUMBER = /(\d+)\D*$/;
const INSTANT = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z/;

export function fieldReason(
  { field, message }: FieldProblem,
  code: string,
  { t, format }: Localization,
): string {
  const invalid = readPlaceholderProblem(message);
  if (invalid !== null) return t.content.invalidPlaceholder(invalid.written, invalid.proposed);
  const words = fieldWords(field, t.fields);
  if (!words) return message;
  const [, rule] = words;
  const text: Words = typeof rule === "object" ? (own<Words | undefined>(rule, code) ?? rule.else) : rule;
  const isSize = code === "unprocessable_entity" && field === "content.text";
  const tooLong = isSize ? sizeReason(message, { t, format }) : null;
  if (tooLong !== null) return `${tooLong}.`;
  if (typeof text === "string") return text;
  const [, size] = NUMBER.exec(message) ?? [];
  const [instant] = INSTANT.exec(message) ?? [];
  return text({
    size: size === undefined ? null : format.bytes(Number(size)),
    instant: instant === undefined ? null : format.instant(instant),
  });
}

/** Returns the reason of a refused request in the user's language, with the errors of `fields` only. */
export function refusalReason(
  refusal: RecadoError,
  localization: Localization,
  fields: readonly FieldProblem[] = refusal.fields,
): string {
  if (fields.length > 0) {
    const reasons = fields.map((one) => {
      const label = labelOf(one.field, fieldWords(one.field, localization.t.fields));
      return `${label}: ${fieldReason(one, refusal.code, localization)}`;
    });
    // A field that breaks several rules of the contract has one problem per rule, but the same text for each.
    return [...new Set(reasons)].join(" ");
  }
  const { refusals } = localization.t;
  const { retryAfterSeconds, requestId } = refusal;
  if (refusal.code === "rate_limited" && retryAfterSeconds !== null) {
    return refusals.wait(localization.format.span(retryAfterSeconds));
  }
  const ofCall = OF_CALLS.has(refusal.code) ? own(refusals.of, refusal.call) : undefined;
  const words = ofCall ?? own<string>(refusals.codes, refusal.code) ?? explanationOf(refusal);
  return refusal.code === "internal_error" && requestId !== null
    ? `${words} ${refusals.requestId(requestId)}`
    : words;
}

/** Error codes with a text per operation. */
const OF_CALLS: ReadonlySet<string> = new Set(["conflict", "invalid_state"]);

/** Returns the service's message of an error, without the prefix and suffix that the client adds. */
const explanationOf = ({ message }: RecadoError): string =>
  message.replace(/^\w+: \d+ \w+: /, "").replace(/ \(request .*\)$/, "");

/** Returns the explanation and the remedy of a message's error; null for a newer service's code. */
export function faultOf({ code, message }: MessageFault, t: Texts): { what: string; todo: string } | null {
  if (message === AMBIGUOUS_OUTCOME) return t.unknownOutcome;
  const cause = code === "expired" ? readExpiry(message) : null;
  return cause === null ? (own<{ what: string; todo: string }>(t.faults, code) ?? null) : t.expiries[cause];
}

/** Returns a few words for an error code or block reason of a message. Returns an unknown code unchanged. */
export const reasonWords = (code: string, { send }: Texts): string => own<string>(send.reasons, code) ?? code;

/** Returns why a message is blocked; null without a block reason. */
export const blockText = (reason: string | null, t: Texts): string | null =>
  reason === null ? null : reasonWords(reason, t);

/** Returns in a few words why a message failed or was blocked; a general text without a code. */
export function reasonText(
  { status, code, example }: { status: string; code: string | null; example?: string | null },
  t: Texts,
): string {
  if (example === AMBIGUOUS_OUTCOME) return t.unknownOutcome.what;
  if (code !== null) return reasonWords(code, t);
  return status === "blocked" ? t.campaigns.blockedWhy : t.campaigns.noReason;
}

interface MessageFault {
  code: string;
  message: string;
}

/** Codes of errors that may have the carrier's text as their message, in an unknown language. */
const CARRIER_ERRORS: ReadonlySet<string> = new Set([
  "carrier_rejected",
  "carrier_unreachable",
  "undeliverable",
]);

/** Returns the names of a `missing_variable` error's variables; none for any other error. */
export function missingNames({ code, message }: MessageFault): string[] {
  const [, names] = /^no value for (.+)$/.exec(message) ?? [];
  return code === "missing_variable" && names !== undefined ? names.split(", ") : [];
}

/** Error texts of the sandbox carrier, which the console translates. */
const SANDBOX_CAUSES: Readonly<Record<string, keyof Texts["refusals"]["sandbox"]>> = {
  "the sandbox simulates an unreachable carrier": "away",
  "the handset could not be reached": "unreachable",
  "the sandbox refuses this number": "refused",
};

/** Returns the translation of a sandbox carrier's error text; null for any other text. */
export function sandboxCause({ message }: Pick<MessageFault, "message">, t: Texts): string | null {
  const cause = own(SANDBOX_CAUSES, message);
  return cause === undefined ? null : t.refusals.sandbox[cause];
}

/** Causes of the error `expired` other than a message that took too long. */
const ENDED_EARLY: readonly ExpiryCause[] = ["revoked", "campaign_deleted", "ended_by_operator"];

/**
 * Returns in a few words why a message did not arrive; null for a message without an error or block reason.
 * Also null for `undeliverable`, unless the console can translate the cause.
 */
export function shortReason(
  { block_reason: blockReason, error }: Pick<Message, "block_reason" | "error">,
  t: Texts,
): string | null {
  if (error === null) return blockText(blockReason, t);
  const missing = missingNames(error);
  if (missing.length > 0) return t.refusals.missing(missing.join(", "));
  const cause = sandboxCause(error, t);
  if (cause !== null || error.code === "undeliverable") return cause;
  if (error.message === AMBIGUOUS_OUTCOME) return t.unknownOutcome.what;
  const expiry = error.code === "expired" ? readExpiry(error.message) : null;
  if (expiry !== null && ENDED_EARLY.includes(expiry)) return t.expiries[expiry].what;
  return own<string>(t.send.reasons, error.code) ?? error.message;
}

const UNSUPPORTED = /^the carrier (\S+) cannot send this content: its (\S+) /;

/** Returns which part of a message the carrier cannot send; null if the error has another cause. */
function unsupportedPart({ message }: Pick<MessageFault, "message">, { t, format }: Localization) {
  const [, carrier, field] = UNSUPPORTED.exec(message) ?? [];
  if (carrier === undefined || field === undefined) return null;
  const path = `content.${field}`;
  const part = labelOf(path, fieldWords(path, t.fields));
  const size = sizeReason(message, { t, format });
  return t.refusals.unsupported(carrier, size === null ? part : `${part}: ${size}`);
}

/** Returns whether an error's details are a carrier's text, which the console does not translate. */
export const isCarrierText = ({ code, message }: MessageFault): boolean =>
  (code === "expired" && readExpiry(message) === null) ||
  (CARRIER_ERRORS.has(code) &&
    message !== AMBIGUOUS_OUTCOME &&
    own(SANDBOX_CAUSES, message) === undefined &&
    !UNSUPPORTED.test(message));

/**
 * Returns details of a message's error, such as the missing variables; null if the code says everything. A
 * carrier's text is in quotation marks.
 */
export function errorDetailsOf({ code, message }: MessageFault, { t, format }: Localization): string | null {
  const missing = missingNames({ code, message });
  if (missing.length > 0) return t.refusals.missing(missing.join(", "));
  const tooLong = code === "content_too_long" ? sizeReason(message, { t, format }) : null;
  if (tooLong !== null) return tooLong;
  const [, characters] = /in GSM-7: (.+)$/.exec(message) ?? [];
  if (code === "not_encodable") return characters ?? null;
  if (isCarrierText({ code, message })) return `“${message}”`;
  if (CARRIER_ERRORS.has(code))
    return sandboxCause({ message }, t) ?? unsupportedPart({ message }, { t, format });
  return faultOf({ code, message }, t) === null ? message : null;
}

/** Returns why a message was not sent. For an unknown code, returns the service's text. */
export function failureText(reason: string, message: string | null, localization: Localization): string {
  const words = own<string>(localization.t.send.reasons, reason);
  if (words === undefined) return message ?? reason;
  const details = message === null ? null : errorDetailsOf({ code: reason, message }, localization);
  return details === null ? words : `${words} (${details})`;
}

const SIZE = /(\d[\d,]*) (segments|characters|bytes)\b.*\bat most (\d[\d,]*)/;

const LIMIT = /\b(?:more than|at most) (\d[\d,]*) (segments|characters|bytes)\b/;

type Unit = "segments" | "characters" | "bytes";

/** Translates an error message that states the limit of a text's size. Returns null for other messages. */
function sizeReason(message: string, { t, format }: Localization): string | null {
  const shown = (digits: string) => format.number(Number(digits.replaceAll(",", "")));
  const [, size, unit, max] = SIZE.exec(message) ?? [];
  if (size !== undefined && max !== undefined)
    return t.refusals.tooLong(shown(size), unit as Unit, shown(max));
  const [, limit, unitOfLimit] = LIMIT.exec(message) ?? [];
  return limit === undefined ? null : t.refusals.atMost(shown(limit), unitOfLimit as Unit);
}

/** Translates the service's reason for a failed webhook request. Returns an unknown reason unchanged. */
export function postReason(sentence: string, { t }: Localization): string {
  const fault = readPostError(sentence);
  return fault === null ? sentence : t.refusals.post(fault);
}
