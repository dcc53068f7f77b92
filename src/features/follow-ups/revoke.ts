import type { Carriers, RevokeOutcome } from "../../carriers/carrier";
import type { ContentSupport } from "../../carriers/kind";
import { groupBy } from "../../platform/group-by";
import type { Platform } from "../../platform/platform";
import { SECOND } from "../../platform/time";
import { withTimeout } from "../../platform/with-timeout";
import type { SuppressionKey } from "../consents/number-hash";
import { toSubmission } from "../dispatch/submit";
import type { FollowedMessage } from "../messages/outgoing.store";
import { sendersOfChannel } from "../senders/senders.store";
import type { FollowUp } from "./follow-ups.store";
import { sendableNumbers } from "./sendable";

export type RevocationDeps = Pick<Platform, "db" | "clock" | "log"> & {
  carriers: Carriers;
  connections: ContentSupport;
  suppressionKey: SuppressionKey;
};

/** Maximum time from the abort of a revocation to the carrier's outcomes, in milliseconds. */
const MAX_RETURN_TIME = SECOND;

interface Revocation {
  ready: FollowUp[];
  undecided: FollowUp[];
  /** Ids of the revoked messages. */
  revoked: Set<string>;
}

/**
 * Revokes undelivered RCS messages, so that a recipient does not get a message and its replacement. A rule is
 * `undecided` if the carrier reports its message as delivered, or if the revocation is uncertain. `ready` has
 * the other rules.
 */
export async function revokeUndelivered(
  deps: RevocationDeps,
  accountId: string,
  due: readonly FollowUp[],
  messages: ReadonlyMap<string, FollowedMessage>,
  revokeTimeout: number,
): Promise<Revocation> {
  const revocable = due.filter(({ outcome, messageId }) => {
    const message = messages.get(messageId);
    return outcome === "no_delivery" && message?.channel === "rcs" && message.status === "sent";
  });
  const undelivered: FollowUp[] = [];
  const recipientOf = ({ messageId }: FollowUp) => messages.get(messageId)?.recipient ?? "";
  const kindOf = ({ templateId, messageId }: FollowUp) =>
    `${templateId} ${messages.get(messageId)?.senderId}`;
  for (const rules of groupBy(revocable, kindOf).values()) {
    const [first] = rules;
    if (!first) continue;
    const parent = messages.get(first.messageId);
    const numbers = rules.map(recipientOf);
    // Do not revoke a message whose follow-up cannot be sent.
    const sendable = await sendableNumbers(deps, accountId, first.templateId, parent, numbers);
    undelivered.push(...rules.filter((rule) => sendable.has(recipientOf(rule))));
  }
  const ids = new Set(undelivered.map(({ messageId }) => messageId));
  const inFlight = [...messages.values()].filter(({ id }) => ids.has(id));
  const outcomes = await revoke(deps, accountId, inFlight, revokeTimeout);
  const undecided = undelivered.filter(({ messageId }) => {
    const outcome = outcomes.get(messageId);
    return outcome !== undefined && outcome !== "revoked";
  });
  const revoked = [...outcomes].filter(([, outcome]) => outcome === "revoked").map(([id]) => id);
  return {
    ready: due.filter((rule) => !undecided.includes(rule)),
    undecided,
    revoked: new Set(revoked),
  };
}

async function revoke(
  { db, carriers, log }: RevocationDeps,
  accountId: string,
  messages: readonly FollowedMessage[],
  revokeTimeout: number,
): Promise<Map<string, RevokeOutcome>> {
  if (messages.length === 0) return new Map();
  const senders = await sendersOfChannel(db, accountId, "rcs");
  const outcomes = new Map<string, RevokeOutcome>();
  // The carrier that accepted a message revokes it. The operator may have moved the sender since.
  const accepted = messages.flatMap((message) => {
    const sender = senders.find(({ address }) => address === message.sender);
    return sender ? [{ message, sender, carrier: message.carrier ?? sender.carrier }] : [];
  });
  for (const [name, group] of groupBy(accepted, (one) => one.carrier)) {
    const carrier = carriers.get(name);
    if (!carrier?.revoke) continue;
    try {
      const submissions = group.map(({ message, sender }) => toSubmission(message, sender, 0));
      const revoked = carrier.revoke(submissions, AbortSignal.timeout(revokeTimeout));
      const results = await withTimeout(revokeTimeout + MAX_RETURN_TIME, revoked);
      group.forEach(({ message }, index) => outcomes.set(message.id, results[index] ?? "unknown"));
    } catch (error) {
      log.warn({ err: error, carrier: name }, "failed to revoke messages");
      for (const { message } of group) outcomes.set(message.id, "unknown");
    }
  }
  return outcomes;
}
