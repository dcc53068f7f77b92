import type { components } from "../../../generated/schema";
import { MAX_VARIABLES, variablesOf } from "../../messaging/content";
import { invalidPlaceholders, placeholderProblem } from "../../messaging/invalid-placeholders";
import { etagOf } from "../../platform/precondition";
import { unprocessable } from "../../platform/problem";
import { type Instant, toTimestamp } from "../../platform/time";

export interface CannedResponse {
  id: string;
  name: string;
  shortcut: string | null;
  text: string;
  createdAt: Instant;
  updatedAt: Instant;
}

const variablesIn = (text: string) => variablesOf({ type: "text", text });

/**
 * Throws 422 for a text with an invalid placeholder, or with more placeholders than a message may have.
 * Accepts invalid placeholders in the unchanged `stored` text, so that other fields of an old response can be
 * edited.
 */
export function refuseUnfitText(text: string, stored: string | null = null): void {
  const problems = text === stored ? [] : invalidPlaceholders(text).map(placeholderProblem);
  const names = variablesIn(text).length;
  if (names > MAX_VARIABLES) {
    problems.push(`has ${names} different placeholders, at most ${MAX_VARIABLES} are allowed`);
  }
  if (problems.length === 0) return;
  throw unprocessable(
    "The text cannot be used in a message",
    problems.map((message) => ({ field: "text", message })),
  );
}

export const toContract = (cannedResponse: CannedResponse): components["schemas"]["CannedResponse"] => ({
  id: cannedResponse.id,
  name: cannedResponse.name,
  shortcut: cannedResponse.shortcut,
  text: cannedResponse.text,
  variables: variablesIn(cannedResponse.text),
  created_at: toTimestamp(cannedResponse.createdAt),
  updated_at: toTimestamp(cannedResponse.updatedAt),
});

export const tagOf = ({ id, name, shortcut, text }: CannedResponse) => etagOf({ id, name, shortcut, text });
