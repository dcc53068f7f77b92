import type { components } from "../../../generated/schema";
import { type FieldProblem, unprocessable, validationFailed } from "../../platform/problem";
import { cleanName } from "../../platform/text";
import { type Instant, toTimestamp } from "../../platform/time";
import { normalizePhone } from "../../messaging/phone";

export interface Contact {
  id: string;
  /** Number in E.164, unique among the account's contacts. */
  phone: string;
  name: string | null;
  attributes: Readonly<Record<string, string>>;
  createdAt: Instant;
  updatedAt: Instant;
}

/** Changes of a contact; absent fields stay unchanged. */
export interface ContactChanges {
  /** Number in E.164. */
  phone?: string;
  name?: string | null;
  /** Replaces all attributes. */
  attributes?: Readonly<Record<string, string>>;
}

const INVALID_PHONE: FieldProblem[] = [{ field: "phone", message: "is not a valid phone number" }];

function phoneIn(phone: string): string {
  const normalized = normalizePhone(phone);
  if (normalized === null) throw unprocessable("The contact has no valid phone number", INVALID_PHONE);
  return normalized;
}

/** Parses an upsert request; throws 422 for an invalid number. */
export const readUpsert = ({ phone, ...rest }: components["schemas"]["UpsertContactRequest"]) => ({
  ...readChanges(rest),
  phone: phoneIn(phone),
});

/** Parses an update request; throws 422 for an invalid number. */
export function readChanges({
  phone,
  name,
  attributes,
}: components["schemas"]["UpdateContactRequest"]): ContactChanges {
  return {
    ...(phone === undefined ? {} : { phone: phoneIn(phone) }),
    ...(name === undefined ? {} : { name: name === null ? null : cleanName(name) }),
    ...(attributes === undefined ? {} : { attributes }),
  };
}

/** Returns the number of a query parameter in E.164; throws 400 if it is invalid. */
export function readPhoneFilter(phone: string): string {
  const normalized = normalizePhone(phone);
  if (normalized === null) throw validationFailed("The query asks for no valid phone number", INVALID_PHONE);
  return normalized;
}

/** Returns the numbers of a query parameter in E.164; throws 400 if one is invalid. */
export const readPhoneFilters = (parameter: string, phones: readonly string[]): string[] =>
  phones.map((text, index) => {
    const phone = normalizePhone(text);
    if (phone !== null) return phone;
    throw validationFailed("The query contains an invalid phone number", [
      { field: `${parameter}[${index}]`, message: "is not a valid phone number" },
    ]);
  });

export type MembershipOrigin = components["schemas"]["MembershipOrigin"];

export interface Membership {
  listId: string;
  origin: MembershipOrigin;
  addedAt: Instant;
}

export const toContract = (
  contact: Contact,
  memberships: readonly Membership[],
): components["schemas"]["Contact"] => ({
  id: contact.id,
  phone: contact.phone,
  name: contact.name,
  attributes: { ...contact.attributes },
  list_ids: memberships.map(({ listId }) => listId),
  memberships: memberships.map(({ listId, origin, addedAt }) => ({
    list_id: listId,
    origin,
    added_at: toTimestamp(addedAt),
  })),
  created_at: toTimestamp(contact.createdAt),
  updated_at: toTimestamp(contact.updatedAt),
});
