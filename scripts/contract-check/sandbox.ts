import type { components } from "../../generated/schema";
import { yesterday } from "./bodies";
import type { Channel } from "./context";
import { listAt } from "./invariants/values";
import type { Run } from "./run-parts";

type Rule = components["schemas"]["SendingRule"];

interface SenderFacts {
  channel: Channel;
  carrier: string;
  is_default: boolean;
}

/** Maximum number of messages that a scenario sends to one number. */
const TO_ONE_NUMBER = 3;

/** Returns whether a rule may delay or block a message that a scenario sends from `day` on. */
const restricts = (rule: Partial<Rule>, day: string): boolean =>
  (rule.windows ?? []).length > 0 ||
  (rule.holidays ?? null) !== null ||
  (rule.closed_dates ?? []).some((date) => date >= day) ||
  (rule.max_per_recipient ?? { messages: TO_ONE_NUMBER }).messages < TO_ONE_NUMBER ||
  (rule.min_interval_seconds ?? null) !== null ||
  rule.require_consent === true;

/**
 * Returns the channels whose default sender is the sandbox. Returns none if the account's rule for
 * transactional messages, the purpose of most scenarios, restricts messages.
 */
export async function sandboxedChannels({ client, options }: Pick<Run, "client" | "options">) {
  const read = async (operation: "listSenders" | "listSendingRules", request: object, purpose: string) => {
    const probe = { operation, request, key: options.key, expected: null, purpose } as const;
    const { response, body } = await client.send(probe);
    // A failed or malformed response counts as no sandbox, and as no rule.
    return response?.status === 200 ? listAt(body, "data") : [];
  };
  const all = { query: { limit: 1_000 } };
  const senders = await read("listSenders", all, "reads which channels the sandbox handles");
  const rules = await read("listSendingRules", {}, "reads whether a rule restricts messages");
  const rule = (rules as readonly (Rule | null)[]).find((one) => one?.purpose === "transactional");
  // Yesterday in UTC may be today at a recipient's place.
  if (rule && restricts(rule, yesterday())) return new Set<Channel>();
  return new Set(
    (senders as readonly (SenderFacts | null)[]).flatMap((one) =>
      one?.is_default && one.carrier === "sandbox" ? [one.channel] : [],
    ),
  );
}
