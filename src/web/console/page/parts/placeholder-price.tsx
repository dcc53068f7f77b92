import type { Account } from "../../../../client";
import { type QueryResult, useQuery } from "../service/hooks";
import { useTexts } from "../texts/language";

/** Returns the account with its prices and limits, which every key may read. */
export function useAccountDetails(): QueryResult<Account> {
  return useQuery("account", (recado) => recado.account.get());
}

export const isPlaceholder = ({ placeholders }: Account["prices"], channel: string): boolean =>
  placeholders.some((one) => one === channel);

interface Props {
  channel: string | undefined;
  /** Prices of the account; undefined while unknown. */
  prices: Account["prices"] | undefined;
}

/** Says that a channel's price is a placeholder; nothing for a real price or while price or channel load. */
export function PlaceholderPrice({ channel, prices }: Props) {
  const { t } = useTexts();
  if (channel === undefined || prices === undefined || !isPlaceholder(prices, channel)) return null;
  return <p class="hint">{t.prices.placeholder}</p>;
}
