import type { Channel } from "../../messaging/channel";
import type { CarrierError, ReportedStatus } from "../carrier";
import type { Schemas } from "./client";
import { codeText, quoted } from "./error-text";

/**
 * Statuses by code of `MESSAGE_STATUS`; other codes do not report a delivery. Source: "Zenvia APIs" 2.0.0,
 * section "MESSAGE_STATUS", Code field, and `events.message-status`.
 *
 * | Code | Recado | Meaning |
 * | --- | --- | --- |
 * | `DELIVERED` | delivered | the message is on the device |
 * | `VERIFIED` | delivered | delivered, and the device shows the sender as verified |
 * | `READ` | read | the person has read the message |
 * | `NOT_DELIVERED` | undelivered, error `undeliverable` | not on the device; `causes` has the reason |
 * | `REJECTED` | undelivered, error `carrier_rejected` | the message did not reach the network |
 * | `SENT` | ignored | redundant: acceptance by Zenvia already means sent |
 * | `CLICKED` | an RCS event | a suggestion other than a reply was tapped |
 * | `DELETED` | ignored | concerns an inbound message |
 * | `ACCEPTED`, `HANG_UP`, `TERMINATED`, `RECORDED` | ignored | calls only: no proof that a person listened |
 */
const STATUSES: ReadonlyMap<string, ReportedStatus> = new Map([
  ["DELIVERED", "delivered"],
  ["VERIFIED", "delivered"],
  ["READ", "read"],
  ["NOT_DELIVERED", "undelivered"],
  ["REJECTED", "undelivered"],
]);

export const CLICKED = "CLICKED";

/**
 * Causes that mean that a number has no RCS. Zenvia forwards the code and text of Google's platform
 * (`events.error-cause`) without documenting the values, so the texts are searched too. Google returns 404
 * `NOT_FOUND` (RCS for Business, "Send messages").
 */
const NO_RCS_CODES: ReadonlySet<string> = new Set(["404", "NOT_FOUND"]);
const NO_RCS_WORDS = [
  /\bNOT_FOUND\b|\brequested entity was not found\b/i,
  /\b(?:not|cannot|não)\W{1,3}(?:be\W)?(?:an?\W)?(?:rcs|rbm)\b/i,
  /\b(?:without|no|sem)\W(?:rcs|rbm)\b/i,
  /\b(?:rcs|rbm)\W(?:is\W)?(?:not|un)\W?(?:enabled|supported|available|capable|reachable)\b/i,
  /\bnot\W(?:support|supported by|reachable by|reachable with|enabled for|capable of)\W(?:rcs|rbm)\b/i,
  /\bnão\W(?:suporta|possui|tem)\W(?:rcs|rbm)\b/i,
] as const;

const MAX_SEARCHED = 500;

interface Verdict {
  status: ReportedStatus;
  error: CarrierError | null;
}

/** Returns the delivery status for a Zenvia status; null for a status that does not change it. */
export function verdictOf(channel: Channel | null, status: Schemas["MessageStatus"]): Verdict | null {
  const reported = STATUSES.get(status.code ?? "");
  if (reported === undefined) return null;
  return { status: reported, error: reported === "undelivered" ? errorOf(channel, status) : null };
}

function errorOf(
  channel: Channel | null,
  { code, description, causes = [] }: Schemas["MessageStatus"],
): CarrierError {
  const [cause] = causes;
  const words = [cause?.details, cause?.reason, description].find((one) => one);
  const lacksChannel = channel === "rcs" && causes.some(lacksRcs);
  return {
    code: code === "REJECTED" ? "carrier_rejected" : "undeliverable",
    message: quoted(words ?? code ?? ""),
    carrierCode: codeText(cause?.channelErrorCode || code || ""),
    ...(lacksChannel ? { lacksChannel } : {}),
  };
}

const lacksRcs = ({ channelErrorCode = "", reason = "", details = "" }: Schemas["Cause"]): boolean =>
  NO_RCS_CODES.has(channelErrorCode) ||
  [reason, details].some((words) =>
    NO_RCS_WORDS.some((pattern) => pattern.test(words.slice(0, MAX_SEARCHED))),
  );
