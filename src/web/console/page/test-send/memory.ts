import { intents } from "../send/intents";
import { randomKey } from "../service/use-mutation";

const memories = new Map<string, ReturnType<typeof intents>>();

/** Returns the account's tests with unknown outcome. They outlive the dialog, and stay in memory. */
export function testsOf(accountId: string): ReturnType<typeof intents> {
  const known = memories.get(accountId) ?? intents(randomKey);
  memories.set(accountId, known);
  return known;
}
