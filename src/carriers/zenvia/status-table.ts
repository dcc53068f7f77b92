import type { Channel } from "../../messaging/channel";
import type { CarrierError, ReportedStatus } from "../carrier";
import type { Schemas } from "./client";
import { codeText, quoted } from "./error-text";

/**
 * What the codes of `MESSAGE_STATUS` come to; those that are not here tell nothing of a delivery. Source: "Zenvia APIs"
 * 2.0.0, section "MESSAGE_STATUS", Code field, and `events.message-status`.
 *
 * | Code | Ours | Source |
 * | --- | --- | --- |
 * | `DELIVERED` | delivered | it is on the device |
 * | `VERIFIED` | delivered | delivered, and the sender shown as verified |
 * | `READ` | read | the person has read it |
 * | `NOT_DELIVERED` | undelivered | it did not reach the device; `causes` say why |
 * | `REJECTED` | undelivered, `carrier_rejected` | it did not even reach the provider |
 * | `SENT` | nothing | it reached the provider, which counts as sent since Zenvia took it |
 * | `CLICKED` | an RCS event | a suggestion other than a reply was tapped |
 * | `DELETED` | nothing | about what a person sent |
 * | `ACCEPTED`, `HANG_UP`, `TERMINATED`, `RECORDED` | nothing | of calls, without saying that somebody listened |
 */
const STATUSES: ReadonlyMap<string, ReportedStatus> = new Map([
  ["DELIVERED", "delivered"],
  ["VERIFIED", "delivered"],
  ["READ", "read"],
  ["NOT_DELIVERED", "undelivered"],
  ["REJECTED", "undelivered"],
]);

/** Where a person taps what is no reply. */
export const CLICKED = "CLICKED";

/**
 * That a number has no RCS. Google's platform, which Zenvia's RCS goes through, says 404 `NOT_FOUND` (RCS for Business,
 * "Send messages"), and Zenvia passes on the platform's code and words (`events.error-cause`). Which values there are,
 * its document does not say: the words are read with that in mind.
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

/** More of a cause is not searched. */
const MAX_SEARCHED = 500;

export interface Verdict {
  status: ReportedStatus;
  error: CarrierError | null;
}

/** What a status says of the delivery; null where it says nothing. */
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
  const lacksChannel = channel === "rcs" && causes.some(saysNoRcs);
  return {
    code: code === "REJECTED" ? "carrier_rejected" : "undeliverable",
    message: quoted(words ?? code ?? ""),
    carrierCode: codeText(cause?.channelErrorCode || code || ""),
    ...(lacksChannel ? { lacksChannel } : {}),
  };
}

const saysNoRcs = ({ channelErrorCode = "", reason = "", details = "" }: Schemas["Cause"]): boolean =>
  NO_RCS_CODES.has(channelErrorCode) ||
  [reason, details].some((words) =>
    NO_RCS_WORDS.some((pattern) => pattern.test(words.slice(0, MAX_SEARCHED))),
  );
