import type { Instant } from "../../platform/time";
import type { SubmitOutcome } from "../carrier";
import { failedResponse } from "../http-client";
import { codeOf, fieldsOf, isReference } from "../untrusted";
import { codeText, quoted } from "./error-text";

/**
 * Outcome of a submission by response. `SubmitOutcome` defines the outcomes.
 *
 * | Response | Outcome | Source |
 * | --- | --- | --- |
 * | 2xx with an `id` | accepted | "HTTP Methods": 200 for a new item; `message.base.id` |
 * | 2xx without an `id` | unknown | not from Zenvia, but from a proxy in between |
 * | 400 `VALIDATION_ERROR` | refused | "Error Handling": must not be retried |
 * | 401 `AUTHENTICATION_ERROR` | away | "Error Handling"; messages wait until the operator fixes the token |
 * | 404 `NOT_FOUND` | away | "Error Handling"; messages wait until the operator fixes `url` |
 * | 409 `DUPLICATED` | refused | "Error Handling": must not be retried |
 * | 500 `INTERNAL_ERROR` | retry | "Error Handling": the only error that should be retried |
 * | 429 and all others | see `failedResponse` | not in Zenvia's document; RFC 6585, RFC 9110 |
 */
const OUTCOMES: readonly { status: number; code: string; type: "refused" | "retry" | "away" }[] = [
  { status: 400, code: "VALIDATION_ERROR", type: "refused" },
  { status: 401, code: "AUTHENTICATION_ERROR", type: "away" },
  { status: 404, code: "NOT_FOUND", type: "away" },
  { status: 409, code: "DUPLICATED", type: "refused" },
  { status: 500, code: "INTERNAL_ERROR", type: "retry" },
];

export const taken = (body: unknown): SubmitOutcome => {
  const { id } = fieldsOf(body);
  return isReference(id) ? { type: "accepted", references: [id] } : { type: "unknown" };
};

/** Returns the outcome of an error response. Its body `failure` may be from a proxy instead of Zenvia. */
export function rejectionOf(failure: unknown, status: number, headers: Headers, now: Instant): SubmitOutcome {
  const type = OUTCOMES.find(
    (row) => row.status === status && row.code === codeOf(fieldsOf(failure).code),
  )?.type;
  const words = wordsOf(failure, status);
  if (type === "refused") return { type, error: { code: "carrier_rejected", ...words } };
  if (type !== undefined) return { type, error: { code: "carrier_unreachable", ...words } };
  const outcome = failedResponse(status, headers, now);
  return "error" in outcome ? { ...outcome, error: { ...outcome.error, ...words } } : outcome;
}

/** Returns Zenvia's error text, including the invalid fields, and the error code. */
export function wordsOf(failure: unknown, status: number): { message: string; carrierCode: string } {
  const { message, details } = fieldsOf(failure);
  const named = Array.isArray(details) ? details.flatMap(detailOf) : [];
  const words = [typeof message === "string" && message !== "" ? message : `returned ${status}`, ...named];
  return {
    message: quoted(words.join("; ")),
    carrierCode: codeText(codeOf(fieldsOf(failure).code) ?? String(status)),
  };
}

function detailOf(detail: unknown): string[] {
  const { path, message } = fieldsOf(detail);
  const words = [path, message].filter((one) => typeof one === "string" && one !== "");
  return words.length > 0 ? [words.join(": ")] : [];
}
