import type { components } from "../../../generated/schema";
import type { Caller } from "../../../generated/server/binding";
import { CHANNELS, type Channel } from "../../messaging/channel";
import { type Purpose, PURPOSES } from "../../messaging/purpose";
import { groupBy } from "../../platform/group-by";
import { type Instant, toTimestamp } from "../../platform/time";

export type ConsentStatus = components["schemas"]["ConsentStatus"];
export type ConsentSource = components["schemas"]["ConsentSource"];
export type Evidence = NonNullable<components["schemas"]["Consent"]["evidence"]>;

export interface Scope {
  channels: readonly Channel[];
  purposes: readonly Purpose[];
}

export const EVERYTHING: Scope = { channels: CHANNELS, purposes: PURPOSES };

export interface Consent extends Scope {
  id: string;
  /** Number in E.164; null after the deletion of the contact or the erasure of the number. */
  phone: string | null;
  status: ConsentStatus;
  source: ConsentSource;
  evidence: Evidence | null;
  inboundMessageId: string | null;
  inboundRcsEventId: string | null;
  /** Instant in whole seconds, the precision of responses, so that callers see which record is the latest. */
  occurredAt: Instant;
  createdAt: Instant;
}

export const toContract = (consent: Consent): components["schemas"]["Consent"] => ({
  id: consent.id,
  phone: consent.phone,
  purposes: [...consent.purposes],
  channels: [...consent.channels],
  status: consent.status,
  source: consent.source,
  evidence: consent.evidence,
  inbound_message_id: consent.inboundMessageId,
  inbound_rcs_event_id: consent.inboundRcsEventId,
  occurred_at: toTimestamp(consent.occurredAt),
  created_at: toTimestamp(consent.createdAt),
});

/** Returns the source of a consent whose request names no source. */
export const sourceOf = ({ isConsole }: Pick<Caller, "isConsole">): ConsentSource =>
  isConsole ? "console" : "api";

export const isEmpty = ({ channels, purposes }: Scope) => channels.length === 0 || purposes.length === 0;

export interface Pair {
  channel: Channel;
  purpose: Purpose;
}

export const pairsOf = ({ channels, purposes }: Scope): Pair[] =>
  channels.flatMap((channel) => purposes.map((purpose) => ({ channel, purpose })));

const includes = (pairs: readonly Pair[], { channel, purpose }: Pair): boolean =>
  pairs.some((pair) => pair.channel === channel && pair.purpose === purpose);

/** Returns scopes that have exactly these pairs, one for each distinct set of purposes. */
export function scopesOf(pairs: readonly Pair[]): Scope[] {
  const purposesOn = (channel: Channel) =>
    PURPOSES.filter((purpose) => includes(pairs, { channel, purpose }));
  return [...groupBy(CHANNELS, (channel) => purposesOn(channel).join())]
    .map(([, channels]) => ({ channels, purposes: channels[0] ? purposesOn(channels[0]) : [] }))
    .filter((scope) => !isEmpty(scope));
}

export const pairsBeyond = (scope: Scope): Pair[] =>
  pairsOf(EVERYTHING).filter((pair) => !includes(pairsOf(scope), pair));

export const covers = (pairs: readonly Pair[], scope: Scope): boolean =>
  pairsOf(scope).every((pair) => includes(pairs, pair));
