import { EXPIRY } from "../../messaging/expiry";
import { stillHolds } from "../../messaging/follow-up-rules";
import { chunksBySize } from "../../platform/db/chunk-by-size";
import { retryDeadlocks } from "../../platform/db/errors";
import { groupBy } from "../../platform/group-by";
import type { Platform } from "../../platform/platform";
import { type Instant, SECOND } from "../../platform/time";
import { ends, holds, type HoldView, stops } from "../../queue/hold";
import { notifyAll, type Wakeups } from "../../queue/wakeups";
import { applyChanges } from "../messages/changes";
import { afterCommit } from "../messages/creation";
import type { MessageError, MessageState } from "../messages/message";
import type { MessageEffects } from "../messages/message-effects";
import { lockSubmitted } from "../messages/messages.store";
import { type FollowedMessage, followedMessages, followedSizes } from "../messages/outgoing.store";
import { findTemplate } from "../templates/templates.store";
import { createFollowUps, type Fired } from "./create";
import {
  deleteFollowUps,
  dueFollowUps,
  endFollowUps,
  type FollowUp,
  MAX_FOLLOW_UP_DELAY_MS,
  postponeFollowUps,
} from "./follow-ups.store";
import { type RevocationDeps, revokeUndelivered } from "./revoke";

export type FollowUpDeps = Pick<Platform, "db" | "clock" | "ids" | "log" | "metrics"> & {
  wakeups: Wakeups;
  hold: HoldView;
} & RevocationDeps &
  MessageEffects;

const MAX_AT_ONCE = 500;

/**
 * Minimum pause before a rule is retried after an error or an unsuccessful revocation, in milliseconds. The
 * pause grows to a tenth of the time since the message was sent, so a stuck rule is retried less often.
 */
const SHORTEST_PAUSE = 10 * SECOND;
const PAUSE_SHARE = 0.1;

/**
 * Timeout of a carrier's revocation, in milliseconds. The account's other follow-ups wait for the carrier.
 */
const REVOKE_TIMEOUT = 10 * SECOND;

/**
 * Sends the due follow-ups of an account; returns whether more may be due. Postpones failed follow-ups, so
 * that they do not block the rest. Throws the first error at the end.
 */
export async function fireDueFollowUps(
  deps: FollowUpDeps,
  accountId: string,
  revokeTimeout = REVOKE_TIMEOUT,
): Promise<boolean> {
  const { db, clock } = deps;
  const hold = deps.hold.current;
  const now = clock.now();
  if (holds(hold, now)) return false;
  const found = await dueFollowUps(db, accountId, { after: hold.upTo ?? 0, now }, MAX_AT_ONCE);
  const ended = found.filter(({ dueAt }) => ends(hold, dueAt));
  if (ended.length > 0) await endFollowUps(db, accountId, ended, now);
  const due = found.filter(({ dueAt }) => !ends(hold, dueAt));
  const errors: unknown[] = [];
  let isStopped = false;
  const sizes = await followedSizes(
    deps.db,
    accountId,
    due.map(({ messageId }) => messageId),
  );
  // Chunks limit the memory for messages with long contents and many variables.
  for (const run of chunksBySize(due, ({ messageId }) => sizes.get(messageId) ?? 0)) {
    // A chunk may take minutes, and the operator may have held or ended its rules since they were read.
    if (run.some(({ dueAt }) => stops(deps.hold.current, dueAt))) {
      isStopped = true;
      break;
    }
    errors.push(...(await fireRun(deps, accountId, run, revokeTimeout)));
  }
  if (errors.length > 0) throw errors[0];
  return isStopped || found.length === MAX_AT_ONCE;
}

async function fireRun(
  deps: FollowUpDeps,
  accountId: string,
  due: readonly FollowUp[],
  revokeTimeout: number,
): Promise<unknown[]> {
  const messages = await followedMessages(
    deps.db,
    accountId,
    due.map(({ messageId }) => messageId),
  );
  const { ready, undecided, revoked } = await revokeUndelivered(
    deps,
    accountId,
    due,
    messages,
    revokeTimeout,
  );
  await postpone(deps, accountId, undecided, messages);
  try {
    await expireRevoked(deps, accountId, revoked);
  } catch (error) {
    await postpone(deps, accountId, ready, messages);
    return [error];
  }
  const kinds = groupBy(ready, ({ templateId, messageId }) => {
    const message = messages.get(messageId);
    return `${templateId} ${message?.campaignId} ${message?.senderId} ${message?.tags?.join(" ")}`;
  });
  const errors: unknown[] = [];
  for (const rules of kinds.values()) {
    try {
      await fireAlike(deps, accountId, rules, messages);
    } catch (error) {
      errors.push(error);
      await postpone(deps, accountId, rules, messages);
    }
  }
  return errors;
}

const REVOKED: MessageError = {
  code: "expired",
  message: EXPIRY.revoked,
  carrier_code: null,
};

/**
 * Sends follow-ups of one template to messages with the same campaign, sender and tags. One transaction ends
 * the rules and creates the messages.
 */
async function fireAlike(
  deps: FollowUpDeps,
  accountId: string,
  rules: readonly FollowUp[],
  messages: ReadonlyMap<string, FollowedMessage>,
): Promise<void> {
  const [first] = rules;
  const template = first && (await findTemplate(deps.db, accountId, first.templateId));
  const parent = messages.get(first?.messageId ?? "");
  const now = deps.clock.now();
  const { created, ended, holds } = await retryDeadlocks(() =>
    deps.db.transaction(async (trx) => {
      // Delivery reports lock messages before rules. The same order prevents deadlocks.
      const ids = new Set(rules.map(({ messageId }) => messageId));
      const states = await lockSubmitted(trx, accountId, [...ids]);
      const ended = await endFollowUps(trx, accountId, rules, now);
      const fired = template ? holding(ended, messages, states) : [];
      const holds = new Set(fired.map(({ rule }) => rule));
      const voided = ended.filter((rule) => !holds.has(rule));
      await deleteFollowUps(trx, accountId, voided);
      const created = template ? await createFollowUps(deps, trx, accountId, template, parent, fired) : [];
      return { created, ended, holds };
    }),
  );
  if (first && !template && ended.length > 0) {
    // The template was deleted while the follow-up waited, which only a campaign in progress prevents.
    const about = { accountId, templateId: first.templateId, rules: ended.length };
    deps.log.warn(about, "ended follow-up rules: template deleted");
  }
  for (const rule of ended) {
    deps.metrics.followUps.inc({ outcome: rule.outcome, result: holds.has(rule) ? "fired" : "void" });
  }
  afterCommit(deps, created);
}

/** Returns the rules whose outcome still fits their message's status, with the messages. */
function holding(
  ended: readonly FollowUp[],
  messages: ReadonlyMap<string, FollowedMessage>,
  states: readonly MessageState[],
): Fired[] {
  const present = new Map(states.map((state) => [state.id, state]));
  return ended.flatMap((rule): Fired[] => {
    const message = messages.get(rule.messageId);
    const state = present.get(rule.messageId);
    return message && state && stillHolds(rule.outcome, state.status) ? [{ rule, message }] : [];
  });
}

/**
 * Expires revoked messages in a separate transaction, so that a later failure cannot cause a second
 * revocation. If a message is revoked twice, its carrier may report that it was delivered. The rules stay
 * due, so they fire even after a crash.
 */
async function expireRevoked(
  deps: FollowUpDeps,
  accountId: string,
  revoked: ReadonlySet<string>,
): Promise<void> {
  if (revoked.size === 0) return;
  const now = deps.clock.now();
  const expired = { status: "expired", at: now, error: REVOKED } as const;
  const { transitions, notifications } = await retryDeadlocks(() =>
    deps.db.transaction(async (trx) => {
      const states = await lockSubmitted(trx, accountId, [...revoked]);
      const changes = states
        .filter(({ status }) => status === "sent")
        .map((message) => ({ message, steps: [expired], skipFollowUps: true }));
      return applyChanges(deps, trx, accountId, changes, now);
    }),
  );
  for (const { message, status } of transitions) {
    deps.metrics.messageTransitions.inc({ channel: message.channel, status });
  }
  notifyAll(deps.wakeups, notifications);
}

async function postpone(
  { db, clock }: FollowUpDeps,
  accountId: string,
  rules: readonly FollowUp[],
  messages: ReadonlyMap<string, FollowedMessage>,
): Promise<void> {
  const now = clock.now();
  const dueAgain = ({ messageId }: FollowUp) =>
    now +
    Math.min(
      Math.max(SHORTEST_PAUSE, (now - sentAt(messages.get(messageId), now)) * PAUSE_SHARE),
      MAX_FOLLOW_UP_DELAY_MS,
    );
  await postponeFollowUps(
    db,
    accountId,
    rules.map((rule) => ({ ...rule, dueAt: Math.round(dueAgain(rule)) })),
  );
}

const sentAt = (message: FollowedMessage | undefined, otherwise: Instant): Instant =>
  message?.history.find(([status]) => status === "sent")?.[1] ?? otherwise;
