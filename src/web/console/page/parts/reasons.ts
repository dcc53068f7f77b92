// Why something did not work, in the person's words, from the service's codes. The service's own text, which is English, is
// read for what a code does not tell: names, sizes, instants. It is shown only where nothing better is known.
import { readPostError } from "../../../../messaging/post-error";
import type { RecadoError } from "../../../../client";
import type { Texts } from "../texts/en";
import type { FieldWords, Words } from "../texts/en/fields";
import type { Format } from "../texts/language";

export interface Said {
  t: Texts;
  format: Format;
}

type FieldProblem = RecadoError["fields"][number];

const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** What is known of a field, by the longest end of its path that is known. */
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

/** The name of the field for people, with its place in each list that it lies in, and its own name where it has one. */
function labelOf(field: string, words: FieldWords | undefined): string {
  if (!words) return field;
  const places = [...field.matchAll(/\[(\d+)\]/g)].map(([, index]) => Number(index) + 1);
  const [, name] = /(?:^|\.)(?:attributes|variables)\.(.+)$/.exec(field) ?? [];
  return [words.label, ...(name === undefined ? [] : [`“${name}”`]), ...places].join(" ");
}

const NUMBER = /(\d+)\D*$/;
const INSTANT = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z/;

/** What is wrong with one field. */
export function fieldReason({ field, message }: FieldProblem, code: string, { t, format }: Said): string {
  const words = fieldWords(field, t.fields);
  if (!words) return message;
  const { rule } = words;
  const said: Words = typeof rule === "object" ? (own<Words | undefined>(rule, code) ?? rule.else) : rule;
  if (typeof said === "string") return said;
  const [, size] = NUMBER.exec(message) ?? [];
  const [instant] = INSTANT.exec(message) ?? [];
  return said({
    size: size === undefined ? null : format.bytes(Number(size)),
    instant: instant === undefined ? null : format.instant(instant),
  });
}

/** Why the service refused, with all that it holds against the fields given. */
export function refusalReason(
  refusal: RecadoError,
  said: Said,
  fields: readonly FieldProblem[] = refusal.fields,
): string {
  if (fields.length > 0) {
    return fields
      .map((one) => {
        const label = labelOf(one.field, fieldWords(one.field, said.t.fields));
        return `${label}: ${fieldReason(one, refusal.code, said)}`;
      })
      .join(" ");
  }
  const { refusals } = said.t;
  const { retryAfterSeconds, requestId } = refusal;
  if (refusal.code === "rate_limited" && retryAfterSeconds !== null) {
    return refusals.wait(said.format.span(retryAfterSeconds));
  }
  const ofCall = OF_CALLS.has(refusal.code) ? own(refusals.of, refusal.call) : undefined;
  const words = ofCall ?? own<string>(refusals.codes, refusal.code) ?? explanationOf(refusal);
  return refusal.code === "internal_error" && requestId !== null
    ? `${words} ${refusals.requestId(requestId)}`
    : words;
}

/** Codes whose reason lies in what was asked for. */
const OF_CALLS: ReadonlySet<string> = new Set(["conflict", "invalid_state"]);

/** The service's own words, without what the client puts around them. */
const explanationOf = ({ message }: RecadoError): string =>
  message.replace(/^\w+: \d+ \w+: /, "").replace(/ \(request .*\)$/, "");

interface MessageFault {
  code: string;
  message: string;
}

/** By whom the words come that explain these: the carrier, in whatever language it has. */
const CARRIER_WORDS: ReadonlySet<string> = new Set([
  "carrier_rejected",
  "carrier_unreachable",
  "undeliverable",
]);

/** Returns the names of the variables for which a message had no value. */
export function missingNames({ code, message }: MessageFault): string[] {
  const [, names] = /^no value for (.+)$/.exec(message) ?? [];
  return code === "missing_variable" && names !== undefined ? names.split(", ") : [];
}

/** What there is to say of a message's error beside its code; null: nothing. */
export function errorDetailsOf({ code, message }: MessageFault, { t, format }: Said): string | null {
  const missing = missingNames({ code, message });
  if (missing.length > 0) return t.refusals.missing(missing.join(", "));
  const [, size, unit, most] = SIZE.exec(message) ?? [];
  if (code === "content_too_long" && size !== undefined) {
    const [counted, limit] = [format.number(Number(size)), format.number(Number(most))];
    return t.refusals.tooLong(counted, unit as "segments" | "characters" | "bytes", limit);
  }
  return CARRIER_WORDS.has(code) || own<unknown>(t.faults, code) === undefined ? message : null;
}

const SIZE = /(\d+) (segments|characters|bytes)\b.*\bat most (\d+)/;

/** Why an endpoint of webhooks gave no answer. */
export function postReason(sentence: string, { t }: Said): string {
  const fault = readPostError(sentence);
  return fault === null ? sentence : t.refusals.post(fault);
}
