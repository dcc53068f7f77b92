import type { components } from "../../../generated/schema";
import { type FieldProblem, unprocessable, validationFailed } from "../../platform/problem";
import { cleanName } from "../../platform/text";
import { type Instant, toTimestamp } from "../../platform/time";
import { normalizePhone } from "../../messaging/phone";

/** Somebody whom messages can be sent to. */
export interface Contact {
  id: string;
  /** E.164, unique among the account's contacts. */
  phone: string;
  name: string | null;
  attributes: Readonly<Record<string, string>>;
  createdAt: Instant;
  updatedAt: Instant;
}

/** What a change says of a contact: what is absent stays as it is. */
export interface ContactChanges {
  /** E.164 */
  phone?: string;
  name?: string | null;
  /** Replaces the whole map. */
  attributes?: Readonly<Record<string, string>>;
}

const INVALID_PHONE: FieldProblem[] = [{ field: "phone", message: "is not a valid phone number" }];

function phoneIn(phone: string): string {
  const normalized = normalizePhone(phone);
  if (normalized === null) throw unprocessable("The contact has no valid phone number", INVALID_PHONE);
  return normalized;
}

/** What a request says a contact is to become; 422 where the number is none. */
export const readUpsert = ({ phone, ...rest }: components["schemas"]["UpsertContactRequest"]) => ({
  ...readChanges(rest),
  phone: phoneIn(phone),
});

/** What a request changes of a contact; 422 where the number is none. */
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

/** The number that a query asks for, in E.164; 400 where it is none. */
export function readPhoneFilter(phone: string): string {
  const normalized = normalizePhone(phone);
  if (normalized === null) throw validationFailed("The query asks for no valid phone number", INVALID_PHONE);
  return normalized;
}

/** The numbers that a query asks for by a parameter, in E.164; 400 where one is none. */
export const readPhoneFilters = (parameter: string, phones: readonly string[]): string[] =>
  phones.map((text, index) => {
    const phone = normalizePhone(text);
    if (phone !== null) return phone;
    throw validationFailed("The query asks for what is not a valid phone number", [
      { field: `${parameter}[${index}]`, message: "is not a valid phone number" },
    ]);
  });

export type MembershipOrigin = components["schemas"]["MembershipOrigin"];

/** A contact's place in a list. */
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
