import type { MessageEffects } from "../messages/message-effects";
import type { Platform } from "../../platform/platform";
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
  forgetFollowUps,
  LONGEST_WAIT,
  putOffFollowUps,
} from "./follow-ups.store";
import { followingSender, isSendable } from "./sendable";
import { attachedRules, stillHolds } from "../../messaging/follow-up-rules";
import { PRIORITY } from "../messages/submission-job";

export type FollowUpParts = Pick<Platform, "db" | "clock" | "ids" | "log" | "metrics"> & {
  wakeups: Wakeups;
  carriers: Carriers;
  connections: ContentSupport;
} & MessageEffects;

/** Rules looked at in one go. */
const MOST_AT_ONCE = 500;

/**
 * When a rule is looked at again that could not fire, or whose message the carrier says it has delivered, or could not
 * tell of: after a tenth of the time that the message has been on its way, so that what never changes is tried less and
 * less.
 */
const SHORTEST_PAUSE = 10 * SECOND;
const PAUSE_SHARE = 0.1;

/** How long a carrier may take to answer whether it has taken messages back, in milliseconds: others wait meanwhile. */
const REVOKE_PATIENCE = 10 * SECOND;

/**
 * Sends the follow-ups of an account that are due; true when there may be more. Those that fail are put off, so that they
 * keep no others from going out, and the first error is thrown in the end.
 */
export async function fireDueFollowUps(
  app: FollowUpParts,
  accountId: string,
  patience = REVOKE_PATIENCE,
): Promise<boolean> {
  const due = await dueFollowUps(app.db, accountId, app.clock.now(), MOST_AT_ONCE);
  const errors: unknown[] = [];
  const sizes = await followedSizes(
    app.db,
    accountId,
    due.map(({ messageId }) => messageId),
  );
  // Messages that have long contents and many variables are not all in memory at once.
  for (const run of inRuns(due, ({ messageId }) => sizes.get(messageId) ?? 0)) {
    errors.push(...(await fireRun(app, accountId, run, patience)));
  }
  if (errors.length > 0) throw errors[0];
  return due.length === MOST_AT_ONCE;
}

/** Sends follow-ups of one account; answers what went wrong. */
async function fireRun(
  app: FollowUpParts,
  accountId: string,
  due: readonly FollowUp[],
  patience: number,
): Promise<unknown[]> {
  const messages = await followedMessages(
    app.db,
    accountId,
    due.map(({ messageId }) => messageId),
  );
  const { ready, revoked } = await takeBack(app, accountId, due, messages, patience);
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
      await putOff(app, accountId, rules, messages);
    }
  }
  return errors;
}

const TAKEN_BACK: MessageError = {
  code: "expired",
  message: "taken back before its follow-up went out",
  carrier_code: null,
};

/** What one rule has become: a message that follows, or nothing. */
interface Fired {
  rule: FollowUp;
  message: FollowedMessage;
}

/** Sends follow-ups of one template, whose messages share their campaign and sender; each rule ends in the transaction that creates its message. */
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
    // Messages first and their rules next: the order in which reports lock them.
    const ids = new Set(rules.map(({ messageId }) => messageId));
    const states = await lockSubmitted(trx, accountId, [...ids]);
    const ended = await endFollowUps(trx, accountId, rules, now);
    const fired = template ? holding(ended, messages, states) : [];
    const holds = new Set(fired.map(({ rule }) => rule));
    const voided = ended.filter((rule) => !holds.has(rule));
    await forgetFollowUps(trx, accountId, voided);
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

/** Those whose outcome stands: a report may have overruled it since. */
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

/** Messages that were taken back end with that, and meet no rule by it. */
async function expireRevoked(
  app: FollowUpParts,
  trx: Db,
  accountId: string,
  states: readonly MessageState[],
  revoked: ReadonlySet<string>,
  now: Instant,
): Promise<Wake[]> {
  const expired = { status: "expired", at: now, error: TAKEN_BACK } as const;
  const changes = states
    .filter(({ id, status }) => revoked.has(id) && status === "sent")
    .map((message) => ({ message, steps: [expired], skipFollowUps: true }));
  const { wakes } = await applyChanges(app, trx, accountId, changes, now);
  return wakes;
}

/**
 * Takes back RCS messages that are on their way, so that nobody gets both them and what takes their place. Not ready
 * are rules of messages that have arrived, or of which that is not known.
 */
async function takeBack(
  app: FollowUpParts,
  accountId: string,
  due: readonly FollowUp[],
  messages: ReadonlyMap<string, FollowedMessage>,
  patience: number,
): Promise<{ ready: FollowUp[]; revoked: Set<string> }> {
  const waitedInVain = due.filter(({ outcome }) => outcome === "no_delivery");
  const undelivered: FollowUp[] = [];
  const kindOf = ({ templateId, messageId }: FollowUp) =>
    `${templateId} ${messages.get(messageId)?.senderId}`;
  for (const [first, ...others] of groupBy(waitedInVain, kindOf).values()) {
    // Nothing is taken back that nothing would take the place of.
    if (first && (await isSendable(app, accountId, first.templateId, messages.get(first.messageId)))) {
      undelivered.push(first, ...others);
    }
  }
  const ids = new Set(undelivered.map(({ messageId }) => messageId));
  const onTheWay = [...messages.values()].filter(
    ({ id, channel, status }) => ids.has(id) && channel === "rcs" && status === "sent",
  );
  const outcomes = await revoke(app, accountId, onTheWay, patience);
  const undecided = undelivered.filter(({ messageId }) => {
    const outcome = outcomes.get(messageId);
    return outcome !== undefined && outcome !== "revoked";
  });
  await putOff(app, accountId, undecided, messages);
  const revoked = [...outcomes].filter(([, outcome]) => outcome === "revoked").map(([id]) => id);
  return { ready: due.filter((rule) => !undecided.includes(rule)), revoked: new Set(revoked) };
}

/** Has rules looked at again later. */
async function putOff(
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
  await putOffFollowUps(
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
  patience: number,
): Promise<Map<string, RevokeOutcome>> {
  if (messages.length === 0) return new Map();
  const senders = await sendersOfChannel(db, accountId, "rcs");
  const outcomes = new Map<string, RevokeOutcome>();
  for (const [address, group] of groupBy(messages, (message) => message.sender ?? "")) {
    const sender = senders.find((one) => one.address === address);
    const carrier = sender && carriers.get(sender.carrier);
    if (!sender || !carrier?.revoke) continue;
    try {
      const asked = group.map((message) => toSubmission(message, sender, 0));
      const answers = await withTimeout(patience, carrier.revoke(asked));
      group.forEach(({ id }, index) => outcomes.set(id, answers[index] ?? "unknown"));
    } catch (error) {
      log.warn({ err: error, carrier: carrier.name }, "messages could not be taken back");
      for (const { id } of group) outcomes.set(id, "unknown");
    }
  }
  return outcomes;
}

/** Creates the messages that follow, with suppression looked at again; one group for each depth, slice by slice. */
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
        const creations = slice.map(({ message, recipient }): MessageSpec => ({
          to: recipient.to,
          contactId: recipient.contact?.id ?? null,
          clientReference: message.clientReference,
          variables: recipient.variables,
          parentMessageId: message.id,
          draft: renderMessage(common, recipient),
        }));
        const made = await prepareMessages(app, group, creations);
        await writeMessages(app, trx, made);
        announcements.push(made.announcement);
      }
    }
  }
  return announcements;
}
