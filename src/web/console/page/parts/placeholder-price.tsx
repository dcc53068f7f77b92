import type { Account } from "../../../../client";
import { useAccount } from "../service/signed-in";
import { type QueryResult, useQuery } from "../service/use-query";
import { useTexts } from "../texts/language";

/** Returns the account with its prices and limits, which every key may read. */
export function useAccountDetails(): QueryResult<Account> {
  const { recado } = useAccount();
  return useQuery("account", (signal) => recado.account.get({}, { signal }));
}

export const isPlaceholder = ({ placeholders }: Account["prices"], channel: string): boolean =>
  placeholders.some((one) => one === channel);

/** Says that the price of a channel is a placeholder. Shows nothing while the price or channel is unknown. */
export function PlaceholderPrice({ channel }: { channel: string | undefined }) {
  const { t } = useTexts();
  const { value } = useAccountDetails();
  if (channel === undefined || value === null || !isPlaceholder(value.prices, channel)) return null;
  return <p class="hint">{t.prices.placeholder}</p>;
}
