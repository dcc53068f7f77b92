import { isUtf8 } from "node:buffer";
import { SIGNATURE_HEADER, verifyWebhook, WebhookVerificationError } from "../../src/client/webhook";
import type { EventOperation } from "./contract";
import { type Exchange, excerpt, type Fault, fault as faultBy } from "./exchange";
import { bodyFaults, mediaType, NOT_UTF8 } from "./response-check";
import { eventsIn } from "./invariants/checks/events";
import { parseJson, textAt } from "./invariants/values";
import type { Received } from "./receiver";

/** Returns the parsed body; undefined if the body is not JSON. */
const jsonOf = ({ body }: Received): unknown => parseJson(body.toString("utf8"));

/** Maximum difference between the time of an event and its receipt, as for the time of a signature. */
const MAX_DIFFERENCE_MS = 5 * 60_000;

/** Returns a fault for each event whose `created_at` differs too much from the time of its receipt. */
const timeFaults = ({ body, at: arrived }: Received): Fault[] =>
  eventsIn(body.toString("utf8"))
    .map((event) => textAt(event, "created_at"))
    .filter((created) => Math.abs(Date.parse(created) - arrived) > MAX_DIFFERENCE_MS)
    .map((created) =>
      fault(`an event with created_at ${created} arrived at ${new Date(arrived).toISOString()}`),
    );

export function typeOf(received: Received): unknown {
  const [first] = [jsonOf(received)].flat() as readonly ({ type?: unknown } | null | undefined)[];
  return first?.type;
}

const fault = (message: string) => faultBy("contract", message, `webhook: ${message}`);

async function signatureFaults({ headers, body }: Received, secret: string): Promise<Fault[]> {
  try {
    await verifyWebhook(body, headers[SIGNATURE_HEADER], secret);
    return [];
  } catch (error) {
    // The schema check reports a malformed body.
    if (!(error instanceof WebhookVerificationError)) throw error;
    return error.reason === "malformed_body" ? [] : [fault(`the signature does not hold: ${error.message}`)];
  }
}

async function faultsOf(operation: EventOperation, received: Received, secret: string): Promise<Fault[]> {
  const type = mediaType(received.headers["content-type"]);
  const json = jsonOf(received);
  return [
    ...(type === "application/json"
      ? []
      : [fault(`the content type is ${type}, the contract says application/json`)]),
    ...(await signatureFaults(received, secret)),
    ...timeFaults(received),
    ...(isUtf8(received.body) ? [] : [fault(NOT_UTF8)]),
    ...(json === undefined ? [fault("the body is not JSON")] : bodyFaults(operation.body.pointer, json)),
  ];
}

const plain = (headers: Received["headers"]) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(", ")]));

export async function eventExchange(
  operation: EventOperation,
  received: Received,
  { purpose, secret, url }: { purpose: string; secret: string; url: string },
): Promise<Exchange> {
  const { headers, body, status } = received;
  return {
    operation,
    purpose,
    expected: null,
    request: { method: "POST", url, headers: plain(headers), body: excerpt(body.toString("utf8")) },
    response: { status, headers: {}, body: "" },
    tookMs: null,
    faults: await faultsOf(operation, received, secret),
  };
}

export const missingEvent = (
  operation: EventOperation,
  purpose: string,
  url: string,
  why: string,
): Exchange => ({
  operation,
  purpose,
  expected: 204,
  request: { method: "POST", url, headers: {}, body: "" },
  response: null,
  tookMs: null,
  faults: [faultBy("expectation", why, `${operation.id}: ${why}`, why)],
});
