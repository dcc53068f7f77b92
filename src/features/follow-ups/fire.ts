import type { MessageEffects } from "../messages/message-effects";
import type { Platform } from "../../platform/platform";
import { ends, holds, type HoldView, stops } from "../../queue/hold";
import type { Wake } from "../../queue/job";
import { wakeAll, type Wakeups } from "../../queue/wakeups";
import type { RevokeOutcome, Carriers } from "../../carriers/carrier";
import type { ContentSupport } from "../../carriers/kind";
import { withTimeout } from "../../platform/with-timeout";
import { contactsByPhone, withAttributes } from "../contact-lists/known-contacts.store";
import type { Db } from "../../platform/db/dialect";
import { inRuns } from "../../platform/db/chunk-by-size";
import { toSubmission } from "../dispatch/submit";
import { groupBy } from "../../platform/group-by";
import { uploadedFiles } from "../files/files.store";
import { applyChanges } from "../messages/changes";
import {
  afterCommit,
  type Announcement,
  type MessageSpec,
  prepareMessages,
  writeMessages,
} from "../messages/creation";
import {
  renderMessage,
  measureMessage,
  SLICE_CONTENT,
  segmentCounter,
  whyUnsupported,
} from "../messages/rendered-message";
import type { MessageError, MessageState } from "../messages/message";
import { type FollowedMessage, followedMessages, followedSizes } from "../messages/outgoing.store";
import { lockSubmitted } from "../messages/messages.store";
import { sendersOfChannel } from "../senders/senders.store";
import { compileContent, fileIdsOf } from "../../messaging/content";
import { findTemplate, type Template } from "../templates/templates.store";
import { type Instant, SECOND } from "../../platform/time";
import {
  dueFollowUps,
  endFollowUps,
  type FollowUp,
  deleteFollowUps,
  LONGEST_WAIT,
  postponeFollowUps,
} from "./follow-ups.store";
import { followingSender, isSendable } from "./sendable";
import { attachedRules, stillHolds } from "../../messaging/follow-up-rules";
import { PRIORITY } from "../messages/submission-job";

export type FollowUpParts = Pick<Platform, "db" | "clock" | "ids" | "log" | "metrics"> & {
  wakeups: Wakeups;
  hold: HoldView;
  carriers: Carriers;
  connections: ContentSupport;
} & MessageEffects;

const MAX_AT_ONCE = 500;

/**
 * Minimum pause before a rule is retried after an error or an unsuccessful revocation. A longer pause is a
 * tenth of the time since the message was sent, so a stuck rule is retried less often.
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
  app: FollowUpParts,
  accountId: string,
  revokeTimeout = REVOKE_TIMEOUT,
): Promise<boolean> {
  const { db, clock } = app;
  const hold = app.hold.current;
  const now = clock.now();
  if (holds(hold, now)) return false;
  const found = await dueFollowUps(db, accountId, { after: hold.upTo ?? 0, now }, MAX_AT_ONCE);
  const ended = found.filter(({ dueAt }) => ends(hold, dueAt));
  if (ended.length > 0) await endFollowUps(db, accountId, ended, now);
  const due = found.filter(({ dueAt }) => !ends(hold, dueAt));
  const errors: unknown[] = [];
  let isStopped = false;
  const sizes = await followedSizes(
    app.db,
    accountId,
    due.map(({ messageId }) => messageId),
  );
  // Runs limit the memory for messages with long contents and many variables.
  for (const run of inRuns(due, ({ messageId }) => sizes.get(messageId) ?? 0)) {
    // A run may last minutes, and the operator may have held or ended its rules since they were read.
    if (run.some(({ dueAt }) => stops(app.hold.current, dueAt))) {
      isStopped = true;
      break;
    }
    errors.push(...(await fireRun(app, accountId, run, revokeTimeout)));
  }
  if (errors.length > 0) throw errors[0];
  return isStopped || found.length === MAX_AT_ONCE;
}

async function fireRun(
  app: FollowUpParts,
  accountId: string,
  due: readonly FollowUp[],
  revokeTimeout: number,
): Promise<unknown[]> {
  const messages = await followedMessages(
    app.db,
    accountId,
    due.map(({ messageId }) => messageId),
  );
  const { ready, revoked } = await revokeUndelivered(app, accountId, due, messages, revokeTimeout);
  const kinds = groupBy(ready, ({ templateId, messageId }) => {
    const message = messages.get(messageId);
    return `${templateId} ${message?.campaignId} ${message?.senderId}`;
  });
  const errors: unknown[] = [];
  for (const rules of kinds.values()) {
    try {
      await fireAlike(app, accountId, rules, messages, revoked);
    } catch (error) {
      errors.push(error);
      await postpone(app, accountId, rules, messages);
    }
  }
  return errors;
}

const REVOKED: MessageError = {
  code: "expired",
  message: "revoked before its follow-up was sent",
  carrier_code: null,
};

/** A rule whose follow-up is sent, with the followed message. */
interface Fired {
  rule: FollowUp;
  message: FollowedMessage;
}

/**
 * Sends follow-ups of one template to messages with the same campaign and sender. One transaction ends the
 * rules and creates the messages.
 */
async function fireAlike(
  app: FollowUpParts,
  accountId: string,
  rules: readonly FollowUp[],
  messages: ReadonlyMap<string, FollowedMessage>,
  revoked: ReadonlySet<string>,
): Promise<void> {
  const [first] = rules;
  const template = first && (await findTemplate(app.db, accountId, first.templateId));
  const parent = messages.get(first?.messageId ?? "");
  const now = app.clock.now();
  const { created, wakes } = await app.db.transaction(async (trx) => {
    // Delivery reports lock messages before rules. The same order prevents deadlocks.
    const ids = new Set(rules.map(({ messageId }) => messageId));
    const states = await lockSubmitted(trx, accountId, [...ids]);
    const ended = await endFollowUps(trx, accountId, rules, now);
    const fired = template ? holding(ended, messages, states) : [];
    const holds = new Set(fired.map(({ rule }) => rule));
    const voided = ended.filter((rule) => !holds.has(rule));
    await deleteFollowUps(trx, accountId, voided);
    const wakes = await expireRevoked(app, trx, accountId, states, revoked, now);
    for (const rule of ended) {
      app.metrics.followUps.inc({ outcome: rule.outcome, result: holds.has(rule) ? "fired" : "void" });
    }
    const created = template ? await create(app, trx, accountId, template, parent, fired) : [];
    return { created, wakes };
  });
  wakeAll(app.wakeups, wakes);
  afterCommit(app, created);
}

/** Returns the rules whose outcome still fits their message's status. */
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

async function expireRevoked(
  app: FollowUpParts,
  trx: Db,
  accountId: string,
  states: readonly MessageState[],
  revoked: ReadonlySet<string>,
  now: Instant,
): Promise<Wake[]> {
  const expired = { status: "expired", at: now, error: REVOKED } as const;
  const changes = states
    .filter(({ id, status }) => revoked.has(id) && status === "sent")
    .map((message) => ({ message, steps: [expired], skipFollowUps: true }));
  const { wakes } = await applyChanges(app, trx, accountId, changes, now);
  return wakes;
}

/**
 * Revokes undelivered RCS messages, so that a recipient does not get a message and its replacement. Postpones
 * a rule if its message was delivered or the revocation is uncertain. `ready` has the other rules.
 */
async function revokeUndelivered(
  app: FollowUpParts,
  accountId: string,
  due: readonly FollowUp[],
  messages: ReadonlyMap<string, FollowedMessage>,
  revokeTimeout: number,
): Promise<{ ready: FollowUp[]; revoked: Set<string> }> {
  const unreported = due.filter(({ outcome }) => outcome === "no_delivery");
  const undelivered: FollowUp[] = [];
  const kindOf = ({ templateId, messageId }: FollowUp) =>
    `${templateId} ${messages.get(messageId)?.senderId}`;
  for (const [first, ...others] of groupBy(unreported, kindOf).values()) {
    // Do not revoke a message whose follow-up cannot be sent.
    if (first && (await isSendable(app, accountId, first.templateId, messages.get(first.messageId)))) {
      undelivered.push(first, ...others);
    }
  }
  const ids = new Set(undelivered.map(({ messageId }) => messageId));
  const inFlight = [...messages.values()].filter(
    ({ id, channel, status }) => ids.has(id) && channel === "rcs" && status === "sent",
  );
  const outcomes = await revoke(app, accountId, inFlight, revokeTimeout);
  const undecided = undelivered.filter(({ messageId }) => {
    const outcome = outcomes.get(messageId);
    return outcome !== undefined && outcome !== "revoked";
  });
  await postpone(app, accountId, undecided, messages);
  const revoked = [...outcomes].filter(([, outcome]) => outcome === "revoked").map(([id]) => id);
  return { ready: due.filter((rule) => !undecided.includes(rule)), revoked: new Set(revoked) };
}

async function postpone(
  { db, clock }: FollowUpParts,
  accountId: string,
  rules: readonly FollowUp[],
  messages: ReadonlyMap<string, FollowedMessage>,
): Promise<void> {
  const now = clock.now();
  const dueAgain = ({ messageId }: FollowUp) =>
    now +
    Math.min(
      Math.max(SHORTEST_PAUSE, (now - sentAt(messages.get(messageId), now)) * PAUSE_SHARE),
      LONGEST_WAIT,
    );
  await postponeFollowUps(
    db,
    accountId,
    rules.map((rule) => ({ ...rule, dueAt: Math.round(dueAgain(rule)) })),
  );
}

const sentAt = (message: FollowedMessage | undefined, otherwise: Instant): Instant =>
  message?.history.find(([status]) => status === "sent")?.[1] ?? otherwise;

async function revoke(
  { db, carriers, log }: FollowUpParts,
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
      const results = await withTimeout(revokeTimeout, carrier.revoke(submissions));
      group.forEach(({ message }, index) => outcomes.set(message.id, results[index] ?? "unknown"));
    } catch (error) {
      log.warn({ err: error, carrier: name }, "failed to revoke messages");
      for (const { message } of group) outcomes.set(message.id, "unknown");
    }
  }
  return outcomes;
}

/** Creates the follow-up messages in slices, grouped by depth. Checks the current suppression. */
async function create(
  app: FollowUpParts,
  trx: Db,
  accountId: string,
  template: Template,
  parent: FollowedMessage | undefined,
  fired: readonly Fired[],
): Promise<Announcement[]> {
  const { channel, content } = template;
  const numbers = fired.map(({ message }) => message.recipient);
  const contacts = await contactsByPhone(trx, accountId, channel, numbers);
  const fileIds = fileIdsOf(content);
  const files = await uploadedFiles(trx, accountId, fileIds);
  const sender = await followingSender(trx, accountId, channel, parent);
  const mediaAvailable = fileIds.every((id) => files.has(id));
  const compiled = compileContent(channel, content);
  const unsupportedContent = whyUnsupported(app.connections, { ...template, files }, sender);
  const common = {
    ...{ channel, content: compiled, hasSender: sender !== null, mediaAvailable, unsupportedContent },
    segmentsOf: segmentCounter(),
  };
  const announcements: Announcement[] = [];
  for (const [depth, some] of groupBy(fired, ({ message }) => String((message.followUps?.depth ?? 0) + 1))) {
    const followUps = attachedRules(template.followUps, Number(depth));
    const group = {
      ...{ accountId, channel, templateId: template.id, sender, followUps },
      campaignId: parent?.campaignId ?? null,
      ...{ priority: PRIORITY.inline, outlivesRun: true },
    };
    for (const run of inRuns(some, ({ message }) => contacts.get(message.recipient)?.size ?? 0)) {
      const known = await withAttributes(
        trx,
        accountId,
        run.map(({ message }) => contacts.get(message.recipient)),
      );
      const recipients = run.map(({ message }, index) => ({
        message,
        recipient: { to: message.recipient, variables: message.variables, contact: known[index] },
      }));
      const slices = inRuns(recipients, ({ recipient }) => measureMessage(common, recipient), SLICE_CONTENT);
      for (const slice of slices) {
        const specs = slice.map(({ message, recipient }): MessageSpec => ({
          to: recipient.to,
          contactId: recipient.contact?.id ?? null,
          clientReference: message.clientReference,
          variables: recipient.variables,
          parentMessageId: message.id,
          draft: renderMessage(common, recipient),
        }));
        const made = await prepareMessages(app, group, specs);
        await writeMessages(app, trx, made);
        announcements.push(made.announcement);
      }
    }
  }
  return announcements;
}
