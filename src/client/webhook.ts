import { systemEnvironment } from "./environment";
import type { WebhookEvent } from "../../generated/client/types";

/** Name of the signature header. Node gives header names in lower case; `Headers` ignores case. */
export const SIGNATURE_HEADER = "x-service-signature";

export type WebhookVerificationReason =
  | "missing_signature"
  | "malformed_signature"
  /** No signature matches the body with any of the secrets. */
  | "wrong_signature"
  /** The signature is valid, but its time differs too much from now. The request may be a replay. */
  | "outside_tolerance"
  /** The signature is valid, but the body is not a list of events. */
  | "malformed_body";

/** Error for a request that must not be trusted. Respond to the request with a status such as 401. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";

  constructor(
    readonly reason: WebhookVerificationReason,
    message: string,
  ) {
    super(message);
  }
}

export interface VerifyWebhookOptions {
  /** Maximum difference between the signed time and now, in seconds. Default: 300. */
  toleranceSeconds?: number;
  /** Current time in milliseconds. Default: the system clock. */
  now?: number;
}

/**
 * Verifies that the service sent this request recently and unchanged, and returns its events.
 *
 * Pass the raw body: parsing and serializing changes its bytes. During a rotation of the secret, pass both
 * secrets in any order. Throws a WebhookVerificationError if the request must not be trusted, and a TypeError
 * for a malformed secret.
 */
export async function verifyWebhook(
  rawBody: string | ArrayBuffer | ArrayBufferView,
  header: string | readonly string[] | null | undefined,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = systemEnvironment.now() }: VerifyWebhookOptions = {},
): Promise<WebhookEvent[]> {
  const body = bytesOf(rawBody);
  const keys = keysOf(secret);
  const { time, signatures } = signaturesIn(header);
  const signed = joined(encoder.encode(`${time}.`), body);
  let genuine = false;
  // Every pair is compared, so that the time taken does not reveal which pair matches.
  for (const key of keys) {
    const expected = await hmac(key, signed);
    for (const signature of signatures) genuine = areEqual(expected, signature) || genuine;
  }
  if (!genuine)
    throw new WebhookVerificationError("wrong_signature", "no signature matches the body and the secret");
  const age = now / 1000 - time;
  if (!(Math.abs(age) < toleranceSeconds)) {
    const message = `the request was signed ${Math.round(Math.abs(age))} s ${age < 0 ? "ahead of" : "before"} now`;
    throw new WebhookVerificationError("outside_tolerance", message);
  }
  return eventsIn(body);
}

/**
 * Returns the signature header that the service would send with a body; tests of webhook receivers use it.
 * Signs with each secret, as during a rotation. `now` is in milliseconds. Default: the system clock.
 */
export async function signWebhook(
  rawBody: string | ArrayBuffer | ArrayBufferView,
  secret: string | readonly string[],
  { now = systemEnvironment.now() }: Pick<VerifyWebhookOptions, "now"> = {},
): Promise<string> {
  const time = Math.floor(now / 1000);
  const signed = joined(encoder.encode(`${time}.`), bytesOf(rawBody));
  const parts = [`t=${time}`];
  for (const key of keysOf(secret)) {
    const signature = await hmac(key, signed);
    parts.push(`v1=${Array.from(signature, (byte) => byte.toString(16).padStart(2, "0")).join("")}`);
  }
  return parts.join(",");
}

const encoder = new TextEncoder();

function bytesOf(body: string | ArrayBuffer | ArrayBufferView): Uint8Array {
  if (typeof body === "string") return encoder.encode(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  if (Object.prototype.toString.call(body) === "[object ArrayBuffer]") return new Uint8Array(body);
  throw new TypeError("a signature needs the raw body, as text or bytes, not the parsed body");
}

const keysOf = (secret: string | readonly string[]) =>
  (typeof secret === "string" ? [secret] : secret).map(keyOf);

/**
 * Decodes a secret: the prefix `whsec_` and base64, with or without padding. Throws a TypeError for any other
 * text.
 */
function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const encoded = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?)$/.exec(
    secret,
  )?.[1];
  if (!encoded) throw new TypeError("a webhook secret is whsec_ and base64");
  return Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
}

interface Signatures {
  /** Unix time of the signature, in seconds. */
  time: number;
  signatures: Uint8Array[];
}

/** Parses `t=<seconds>,v1=<hex>[,v1=<hex>]`. Later versions may add parts with other names. */
function signaturesIn(header: string | readonly string[] | null | undefined): Signatures {
  const value = Array.isArray(header) ? header.join(",") : (header as string | null | undefined);
  if (!value)
    throw new WebhookVerificationError("missing_signature", `there is no ${SIGNATURE_HEADER} header`);
  const [first = "", ...rest] = value.split(",");
  const time = /^t=(0|[1-9]\d{0,11})$/.exec(first)?.[1];
  const signatures = rest.flatMap((part) => {
    const hex = /^v1=([0-9a-f]{64})$/.exec(part)?.[1];
    return hex === undefined ? [] : [Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16))];
  });
  if (time === undefined || signatures.length === 0 || !rest.every((part) => /^\w+=./.test(part))) {
    throw new WebhookVerificationError(
      "malformed_signature",
      `the ${SIGNATURE_HEADER} header is not understood`,
    );
  }
  return { time: Number(time), signatures };
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(head.length + tail.length);
  whole.set(head);
  whole.set(tail, head.length);
  return whole;
}

async function hmac(key: Uint8Array<ArrayBuffer>, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", key, algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, bytes));
}

/** Compares two arrays. For arrays of equal length the time taken is constant. */
function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.length ^ other.length;
  for (let index = 0; index < one.length; index += 1) difference |= (one[index] ?? 0) ^ (other[index] ?? 0);
  return difference === 0;
}

function eventsIn(body: Uint8Array): WebhookEvent[] {
  let events: unknown;
  try {
    events = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw new WebhookVerificationError("malformed_body", "the body is not JSON");
  }
  const isEvent = (event: unknown) => typeof (event as { id?: unknown } | null)?.id === "string";
  if (Array.isArray(events) && events.every(isEvent)) return events as WebhookEvent[];
  throw new WebhookVerificationError("malformed_body", "the body is not a list of events");
}
