import type { Db } from "../../platform/db/dialect";
import type { Platform } from "../../platform/platform";
import { instantOf } from "../../platform/ids";
import { type Instant, wholeSecond } from "../../platform/time";
import { writeEffects } from "../../queue/effects";
import type { JobNotification } from "../../queue/job";
import {
  type Consent,
  type ConsentSource,
  type ConsentStatus,
  type Evidence,
  type Pair,
  type Scope,
  toContract,
} from "./consent";
import type { ConsentEffects } from "./consent-effects";
import { insertConsents, removeNumbers } from "./consents.store";
import { numberHash, type SuppressionKey } from "./number-hash";
import { endGrants, writeState, writeStates } from "./states.store";

export type LedgerDeps = Pick<Platform, "clock" | "ids"> & {
  suppressionKey: SuppressionKey;
} & ConsentEffects;

/** A consent to record. `phone` is in E.164. */
export interface NewConsent extends Scope {
  phone: string;
  status: ConsentStatus;
  source: ConsentSource;
  occurredAt: Instant;
  /** Whether a revocation holds only where the provisioned list suppresses. */
  followsList: boolean;
  /** Whether to leave the number out of the record and its event, because its contact is being deleted. */
  isAnonymous?: boolean;
  evidence?: Evidence | null;
  inboundMessageId?: string | null;
  inboundRcsEventId?: string | null;
}

interface Recorded {
  consent: Consent;
  /** The record's channels and purposes for which no newer record exists. */
  holds: Pair[];
  notifications: JobNotification[];
}

export async function recordConsent(
  deps: LedgerDeps,
  trx: Db,
  accountId: string,
  given: NewConsent,
): Promise<Recorded> {
  const consent = made(deps, accountId, given);
  await insertConsents(trx, accountId, [consent]);
  const holds = await writeState(trx, accountId, stateOf(consent, given));
  return { consent, holds, notifications: await effectsOf(deps, trx, accountId, [consent]) };
}

/**
 * Records consents in bulk, with the same effects as `recordConsent`. No two consents may have the same
 * number, channel and purpose. Each revocation must have `followsList`.
 */
export async function recordConsents(
  deps: LedgerDeps,
  trx: Db,
  accountId: string,
  given: readonly NewConsent[],
): Promise<JobNotification[]> {
  if (given.length === 0) return [];
  const all = given.map((one) => ({ given: one, consent: made(deps, accountId, one) }));
  const consents = all.map(({ consent }) => consent);
  await insertConsents(trx, accountId, consents);
  const states = all.map((one) => stateOf(one.consent, one.given));
  await writeStates(trx, accountId, states);
  return effectsOf(deps, trx, accountId, consents);
}

/**
 * Removes the numbers (E.164) and the evidence from consent records with ids up to `upTo`. Returns the number
 * of changed records. Grants end, because their proof is gone. Revocations still hold.
 */
export async function forgetNumbers(
  { suppressionKey }: Pick<LedgerDeps, "suppressionKey">,
  trx: Db,
  accountId: string,
  phones: readonly string[],
  upTo: string,
): Promise<number> {
  const changed = await removeNumbers(trx, accountId, phones, upTo);
  const hashes = phones.map((phone) => numberHash(suppressionKey, accountId, phone));
  await endGrants(trx, accountId, hashes, upTo);
  return changed;
}

type Made = ReturnType<typeof made>;

function made({ clock, ids, suppressionKey }: LedgerDeps, accountId: string, given: NewConsent) {
  const {
    followsList: _,
    isAnonymous = false,
    evidence = null,
    inboundMessageId = null,
    inboundRcsEventId = null,
    ...rest
  } = given;
  const id = ids.next(clock.now());
  return {
    ...rest,
    evidence,
    inboundMessageId,
    inboundRcsEventId,
    id,
    phone: isAnonymous ? null : given.phone,
    hash: numberHash(suppressionKey, accountId, given.phone),
    occurredAt: wholeSecond(given.occurredAt),
    createdAt: instantOf(id),
  };
}

const stateOf = (
  { hash, status, occurredAt, id, channels, purposes }: Made,
  { followsList }: NewConsent,
) => ({ hash, status, occurredAt, consentId: id, channels, purposes, followsList });

async function effectsOf(
  { consentEffects, clock }: LedgerDeps,
  trx: Db,
  accountId: string,
  consents: readonly Consent[],
): Promise<JobNotification[]> {
  const recorded = { accountId, at: clock.now(), consents: consents.map(toContract) };
  return writeEffects(consentEffects, trx, recorded);
}
