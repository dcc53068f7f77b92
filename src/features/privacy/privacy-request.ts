import type { components } from "../../../generated/schema";
import { normalizePhone } from "../../messaging/phone";
import { unprocessable } from "../../platform/problem";
import { type Instant, toTimestamp, toTimestampOrNull } from "../../platform/time";

type Contract = components["schemas"]["PrivacyRequest"];
export type PrivacyKind = Contract["kind"];
export type PrivacyStatus = Contract["status"];
export type PrivacyCounts = Contract["counts"];

export const NO_COUNTS: Readonly<PrivacyCounts> = {
  contacts: 0,
  messages: 0,
  inbound_messages: 0,
  inbound_rcs_events: 0,
  consents: 0,
  webhook_deliveries: 0,
  imports: 0,
  idempotency_keys: 0,
  files: 0,
};

export interface PrivacyRequest {
  accountId: string;
  id: string;
  kind: PrivacyKind;
  status: PrivacyStatus;
  /** Number in E.164; null once the request has ended and its file is deleted. */
  phone: string | null;
  /**
   * Upper bound of the ids that are exported or erased: a unique id made at the request or its repetition. An
   * erasure also covers later messages of sends that had begun before.
   */
  upTo: string;
  counts: PrivacyCounts;
  sizeBytes: number | null;
  /** Time of the next step; null once the request has ended. */
  dueAt: Instant | null;
  /** Time at which the export's file expires or was deleted; null if there was no file. */
  expiresAt: Instant | null;
  createdAt: Instant;
  completedAt: Instant | null;
}

export type OpenRequest = PrivacyRequest & { phone: string };

export function sumOf(counts: PrivacyCounts, more: Partial<PrivacyCounts>): PrivacyCounts {
  const sum = { ...counts };
  for (const [kind, count] of Object.entries(more)) sum[kind as keyof PrivacyCounts] += count;
  return sum;
}

/** Returns the number in E.164; throws 422 if it is invalid. */
export function phoneOf(input: string): string {
  const phone = normalizePhone(input);
  if (phone !== null) return phone;
  throw unprocessable("The request has no valid phone number", [
    { field: "phone", message: "is not a valid phone number" },
  ]);
}

export const toContract = (request: PrivacyRequest, downloadUrl: string | null): Contract => ({
  id: request.id,
  kind: request.kind,
  status: request.status,
  counts: request.counts,
  download_url: downloadUrl,
  expires_at: toTimestampOrNull(request.expiresAt),
  created_at: toTimestamp(request.createdAt),
  completed_at: toTimestampOrNull(request.completedAt),
});
