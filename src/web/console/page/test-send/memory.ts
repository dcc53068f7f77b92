import { intents } from "../send/intents";
import { randomKey } from "../service/use-mutation";

const memories = new Map<string, ReturnType<typeof intents>>();

/** Returns the account's test sends with unknown outcome. They outlive the dialog, but not a page reload. */
export function testsOf(accountId: string): ReturnType<typeof intents> {
  const known = memories.get(accountId) ?? intents(randomKey);
  memories.set(accountId, known);
  return known;
}
