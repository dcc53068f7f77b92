import type { components } from "../../../generated/schema";
import { MAX_VARIABLES, variablesOf } from "../../messaging/content";
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

/** Throws 422 for a text with more placeholders than a message may have. */
export function refuseUnfitText(text: string): void {
  const names = variablesIn(text).length;
  if (names <= MAX_VARIABLES) return;
  throw unprocessable("The text cannot be used in a message", [
    {
      field: "text",
      message: `has ${names} different placeholders, at most ${MAX_VARIABLES} are allowed`,
    },
  ]);
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
