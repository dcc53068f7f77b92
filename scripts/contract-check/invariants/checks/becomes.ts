import type { OperationInvariants } from "../../../../src/web/docs/invariants";
import { at, isEchoed, shown } from "../values";

type Fields = NonNullable<OperationInvariants["becomes"]>["fields"];

/** Returns a fault for each field whose value is not one that the operation must set. */
export const checkBecomes = (fields: Fields, returned: unknown): string[] =>
  Object.entries(fields).flatMap(([field, allowed]) => {
    const value = at(returned, field);
    const fine =
      allowed === "not_null"
        ? value !== null && value !== undefined
        : allowed.some((one) => isEchoed(one, value));
    const words = allowed === "not_null" ? "anything but null" : allowed.map(shown).join(" or ");
    return fine ? [] : [`${field} is ${shown(value)}, it should be ${words}`];
  });
