import { withoutNumber } from "../../messaging/erased-number";
import { anyOf } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
import type { InboundOfPerson } from "../inbound/erasure.store";
import { type ConsentUpdateEvent, withoutNumberAndEvidence } from "../consents/consent-events";
import { type InboundEvent, withoutContent } from "../inbound/inbound-events";

const PAYLOADS_AT_ONCE = 100;

type PersonEvent = InboundEvent | ConsentUpdateEvent;

const cleaned = (event: PersonEvent): PersonEvent =>
  event.type === "consent_update" ? withoutNumberAndEvidence(event) : withoutContent(event);

/**
 * Erases personal data from stored webhook events, delivered or not: the content of a person's inbound
 * messages and RCS events, and the phone number and the evidence in consent updates. Events of records with
 * an id after `upTo` stay unchanged. All events stay findable by the phone number. Returns how many requests
 * changed.
 */
export const eraseInboundEvents = (db: Db, person: InboundOfPerson): Promise<number> =>
  changeInboundEvents(db, person, (event) => ({ event: cleaned(event), person: person.phone }));

/**
 * Erases the same data as `eraseInboundEvents`, and every other occurrence of the phone number. The events
 * are then no longer findable by the number. Returns the number of changed requests.
 */
export const eraseSenderFromEvents = (db: Db, person: InboundOfPerson): Promise<number> =>
  changeInboundEvents(db, person, withoutSender(person));

const withoutSender = (person: InboundOfPerson) => (event: PersonEvent) => ({
  event: withoutNumber(cleaned(event), person.phone),
  person: null,
});

/**
 * Erases the same data as `eraseSenderFromEvents` from these requests, which are not findable by the number.
 */
export async function eraseSenderFromPayloads(
  db: Db,
  person: InboundOfPerson,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const rows = (await db("webhook_payloads")
    .where({ account_id: person.accountId })
    .where(anyOf(db, "id", "uuid", ids))
    .select("id", "events")) as PayloadRow[];
  return changePayloads(db, person, rows, withoutSender(person));
}

interface PayloadRow {
  id: string;
  events: string;
}

type Change = (event: PersonEvent) => { event: PersonEvent; person: string | null };

async function changeInboundEvents(db: Db, person: InboundOfPerson, change: Change): Promise<number> {
  const { accountId, phone } = person;
  let changed = 0;
  for (let after: string | undefined = ""; after !== undefined;) {
    const query = db("webhook_payloads").where({ account_id: accountId, person: phone });
    if (after !== "") void query.where("id", ">", after);
    const rows = (await query.orderBy("id").limit(PAYLOADS_AT_ONCE).select("id", "events")) as PayloadRow[];
    changed += await changePayloads(db, person, rows, change);
    after = rows.length < PAYLOADS_AT_ONCE ? undefined : rows.at(-1)?.id;
  }
  return changed;
}

function isOf({ upTo, heldUpTo = upTo, contactId }: InboundOfPerson, event: PersonEvent): boolean {
  const { id } = event.data;
  const owner = event.type === "inbound_message" && contactId !== undefined ? event.data.contact_id : null;
  return id <= upTo && (owner === null ? id <= heldUpTo : owner === contactId);
}

async function changePayloads(
  db: Db,
  person: InboundOfPerson,
  rows: readonly PayloadRow[],
  change: Change,
): Promise<number> {
  let changed = 0;
  for (const { id, events } of rows) {
    // An event about a person is alone in its request (`EVENTS_PER_REQUEST`).
    const [event] = JSON.parse(events) as PersonEvent[];
    if (event === undefined || !isOf(person, event)) continue;
    const next = change(event);
    changed += await db("webhook_payloads")
      .where({ account_id: person.accountId, id })
      .update({ events: JSON.stringify([next.event]), person: next.person });
  }
  return changed;
}
