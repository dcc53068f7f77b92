import fc from "fast-check";
import type { Operation } from "../contract";
import { BODIES, type Token } from "./bodies";
import { isObject, mapTexts } from "./values";
import { deleterOf, createdKind, invariantsOf } from "./vocabulary";

const AN_HOUR = 3_600;

/** Replaces a value of an example with a token: names must be new, and ids must exist. */
function tokenFor(field: string, value: string): Token | string {
  if (field === "name") return { $name: value };
  if (field === "phone") return { $phone: "1234" };
  if (field === "url") return { $nowhere: true };
  if (field.endsWith("_id")) return { $of: field, pick: 0 };
  if (field.endsWith("_at")) return { $in: AN_HOUR };
  return value;
}

/**
 * Returns the bodies for an operation: from `bodies.ts`, or the example of the contract. The example serves
 * only if the operation updates, or creates something that another operation deletes.
 */
export function bodiesOf({ id, body }: Operation): fc.Arbitrary<unknown> | undefined {
  if (BODIES[id] !== undefined || !isObject(body?.example)) return BODIES[id];
  const { creates, updates } = invariantsOf(id);
  const canBeUndone = creates?.id !== undefined && deleterOf(createdKind(id)) !== null;
  return updates || canBeUndone ? fc.constant(mapTexts(body.example, tokenFor)) : undefined;
}
