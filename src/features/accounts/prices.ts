import { CHANNELS, type Channel } from "../../messaging/channel";

/** What a message costs on each channel, in micro-units (1 BRL is 1,000,000). */
export type PriceTable = Readonly<Record<Channel, number>>;

/**
 * Placeholders, not anybody's tariff: they keep prices visible until the operator sets the account's own with
 * `accounts set NAME --price channel=micro-units`. An SMS costs this much a segment, an RCS message and a voice
 * call this much each.
 */
export const PLACEHOLDER_PRICES: PriceTable = Object.freeze({ sms: 80_000, rcs: 120_000, voice: 150_000 });

/** The highest price that can be set, in micro-units: sums of many messages stay exact. */
export const MAX_PRICE = 1_000_000_000;

/** An account's prices: its own where it has them, else the placeholders. */
export function priceTable({ prices }: { prices: Readonly<Partial<PriceTable>> }): PriceTable {
  return { ...PLACEHOLDER_PRICES, ...prices };
}

/** The prices found in a stored document; anything else in it is left out. */
export function readPrices(stored: unknown): Partial<PriceTable> {
  if (stored === null || typeof stored !== "object") return {};
  const given = stored as Partial<Record<Channel, unknown>>;
  return Object.fromEntries(
    CHANNELS.flatMap((channel) => {
      const price = given[channel];
      return typeof price === "number" ? [[channel, price]] : [];
    }),
  );
}

/** What one message costs, in micro-units: an SMS by its segments, everything else by the piece. */
export function priceOf(table: PriceTable, channel: Channel, segments: number | null): number {
  return channel === "sms" ? table.sms * (segments ?? 1) : table[channel];
}
