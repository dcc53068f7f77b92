import type { components } from "../../generated/schema";
import { enums } from "../../generated/server/values";

export type Purpose = components["schemas"]["Purpose"];

/** All purposes, most urgent first. */
export const PURPOSES = enums.Purpose;

/** A purpose as tables store it. Null stands for `transactional`, which all older rows have. */
export type StoredPurpose = Exclude<Purpose, "transactional"> | null;

export const storedPurpose = (purpose: Purpose): StoredPurpose =>
  purpose === "transactional" ? null : purpose;

export const purposeOf = (stored: StoredPurpose): Purpose => stored ?? "transactional";

/** Returns the accepted values of a `purpose` column, for a filter by purposes. */
export const purposeValues = (purposes: readonly Purpose[]) => ({
  column: "purpose",
  type: "text" as const,
  values: purposes.filter((purpose) => purpose !== "transactional"),
  orNull: purposes.includes("transactional"),
});
