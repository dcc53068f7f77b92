import type { PrivacyRequest } from "../../../../client";
import { typedNumber } from "../../../../messaging/phone-text";

/** Returns whether two typed texts are the same phone number, in any usual format. */
export const isSameNumber = (a: string, b: string): boolean => digitsOf(a) === digitsOf(b);

const digitsOf = (text: string): string => (typedNumber(text) ?? text).replace(/\D/g, "");

/** Returns the counts of a request that are more than 0, in the order of `names`. */
export const countsOf = <Name extends keyof PrivacyRequest["counts"]>(
  counts: Pick<PrivacyRequest["counts"], Name>,
  names: Readonly<Record<Name, string>>,
): { name: string; count: number }[] =>
  (Object.keys(names) as Name[])
    .filter((name) => counts[name] > 0)
    .map((name) => ({ name: names[name], count: counts[name] }));

/** Returns the address of a finished export's file; null without a file, or after its deletion. */
export const downloadOf = (
  { download_url: url, expires_at: until }: Pick<PrivacyRequest, "download_url" | "expires_at">,
  now: number,
): { url: string; until: string } | null =>
  url !== null && until !== null && Date.parse(until) > now ? { url, until } : null;
