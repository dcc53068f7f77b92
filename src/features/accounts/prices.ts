import { CHANNELS, type Channel } from "../../messaging/channel";

/**
 * Price by channel, in micro-units (1 BRL is 1,000,000). SMS is priced per segment, RCS and voice per
 * message.
 */
export type PriceTable = Readonly<Record<Channel, number>>;

/**
 * Placeholder prices, not a real tariff. They apply until the operator sets an account's prices with
 * `accounts set NAME --price channel=micro-units`.
 */
export const PLACEHOLDER_PRICES: PriceTable = Object.freeze({ sms: 80_000, rcs: 120_000, voice: 150_000 });

/** Maximum price in micro-units. The limit keeps sums over many messages exact. */
export const MAX_PRICE = 1_000_000_000;

export function priceTable({ prices }: { prices: Readonly<Partial<PriceTable>> }): PriceTable {
  return { ...PLACEHOLDER_PRICES, ...prices };
}

/** Returns the prices in a stored document. Ignores values that are not numbers. */
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

/** Returns the price of one message in micro-units. SMS is priced per segment; null counts as one segment. */
export function priceOf(table: PriceTable, channel: Channel, segments: number | null): number {
  return channel === "sms" ? table.sms * (segments ?? 1) : table[channel];
}
