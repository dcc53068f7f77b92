import { notifyAll, type Wakeups } from "../../queue/wakeups";
import type { Platform } from "../../platform/platform";
import type { Statement } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
import { runStatements } from "../../platform/db/statement-batch";
import { mapCooperatively, yieldToEventLoop } from "../../platform/event-loop";
import type { Channel } from "../../messaging/channel";
import type { MessageFollowUps } from "../../messaging/follow-up-rules";
import type { Purpose } from "../../messaging/purpose";
import { groupBy } from "../../platform/group-by";
import { instantOf } from "../../platform/ids";
import type { JobNotification } from "../../queue/job";
import { jobsStatement } from "../../queue/jobs.store";
import type { Content } from "../../messaging/content-types";
import type { Instant } from "../../platform/time";
import { activeSpan, storedTraceParent, type TraceParent } from "../../platform/tracing/tracing";
import { CountChanges, countStatements } from "./counts.store";
import { type RenderedMessage, searchOfContent } from "./rendered-message";
import { type MessageChanges, type MessageEffects, writeChanges } from "./message-effects";
import type { HistoryEntry } from "./message";
import {
  inStatements,
  type NewMessage,
  newMessagesStatement,
  type SharedColumns,
} from "./new-messages.store";
import { MAX_MESSAGES, type SubmissionJob, submissionJob } from "./submission-job";
import { messageTagsStatement, storedTags, type Tags } from "./tags.store";
import type { Transition } from "./transitions";

interface Sender {
  id: string;
  address: string;
}

interface MessageGroup {
  accountId: string;
  channel: Channel;
  purpose: Purpose;
  templateId: string | null;
  campaignId: string | null;
  sender: Sender | null;
  tags?: Tags;
  followUps?: MessageFollowUps | null;
  /** Whether the messages are submitted even if their campaign is not running. */
  outlivesRun?: boolean;
  /** Whether the messages are submitted even to suppressed numbers and outside the sending rules. */
  exempt?: boolean;
  sendId?: string | null;
  /** Time within which the messages may be submitted or delivered, in seconds; null without a limit. */
  validitySeconds?: number | null;
}

interface MessageSpec {
  /** Number in E.164. */
  to: string;
  contactId: string | null;
  clientReference: string | null;
  draft: RenderedMessage;
  /** Time that the message is scheduled for; null or absent for now. */
  notBefore?: Instant | null;
  /** Id of the message that this follow-up belongs to. */
  parentMessageId?: string;
  /** The recipient's variables. Stored only for messages with follow-up rules. */
  variables?: Readonly<Record<string, string>>;
}

/** Metrics and wake-ups of new messages, for `afterCommit`. */
export interface Announcement {
  channel: Channel;
  /** Job keys whose workers are notified: the sender's and, after the write, the keys of the effects. */
  notifications: JobNotification[];
  created: Readonly<Record<RenderedMessage["status"], number>>;
}

export interface PreparedMessages {
  announcement: Announcement;
  now: Instant;
  group: MessageGroup;
  traceParent: TraceParent | null;
  /** Messages in the order of their specs. */
  messages: NewMessage[];
  submissions: SubmissionJob[];
  counts: CountChanges;
  firstTransitions(): Transition[];
}

export async function prepareMessages(
  { clock, ids }: Pick<Platform, "clock" | "ids">,
  group: MessageGroup,
  specs: readonly MessageSpec[],
): Promise<PreparedMessages> {
  // Time filters compare ids, so the creation time of the messages is the instant of the group's first id.
  // The instant may be slightly ahead of the clock, because ids always rise within a process.
  const first = ids.next(clock.now());
  const now = instantOf(first);
  // Make the ids before the first yield: during a yield, other work may take ids of a later instant.
  const messageIds = specs.map(() => ids.next(now));
  const originOf = origins(first, () => ids.next(now));
  const { channel, purpose, templateId, campaignId } = group;
  const counts = new CountChanges();
  const created = { pending: 0, blocked: 0, error: 0 };
  const tags = group.tags && group.tags.length > 0 ? group.tags : null;
  const counted = { createdAt: now, channel, purpose, templateId, campaignId, tags };
  const history = historyTexts(now);
  const json = contentTexts((content) => JSON.stringify(content));
  const search = contentTexts(searchOfContent);
  const { followUps = null } = group;
  const traceParent = storedTraceParent(activeSpan());
  const storedValues = (variables: MessageSpec["variables"]) =>
    followUps !== null && variables !== undefined ? JSON.stringify(variables) : null;
  const messages = await mapCooperatively(specs, (spec, index): NewMessage => {
    const { to, contactId, clientReference, draft } = spec;
    created[draft.status] += 1;
    counts.add(counted, draft.status, 1, 0);
    const notBefore = draft.status === "pending" ? (spec.notBefore ?? null) : null;
    return {
      batch_id: draft.status === "pending" ? originOf(notBefore) : null,
      id: messageIds[index] ?? "",
      status: draft.status,
      recipient: to,
      contact_id: contactId,
      content: draft.content === null ? null : json(draft.content),
      segments: draft.sms?.segments ?? null,
      error: draft.error === null ? null : JSON.stringify(draft.error),
      block_reason: draft.blockReason,
      client_reference: clientReference,
      parent_message_id: spec.parentMessageId ?? null,
      not_before: notBefore,
      variables: storedValues(spec.variables),
      history: history(draft),
      search: draft.content === null ? to : to + search(draft.content),
    };
  });
  return {
    announcement: {
      channel,
      created,
      notifications: group.sender
        ? [{ kind: "submission", accountId: group.accountId, key: group.sender.id }]
        : [],
    },
    now,
    group,
    traceParent,
    messages,
    submissions: submissionsOf(group, now, messages),
    counts,
    firstTransitions: () =>
      specs.map(({ to, contactId, clientReference, parentMessageId = null, draft }, index) => {
        const { status, error, blockReason } = draft;
        const message = {
          id: messages[index]?.id ?? "",
          channel,
          purpose,
          templateId,
          campaignId,
          recipient: to,
          senderId: group.sender?.id ?? null,
          contactId,
          parentMessageId,
          sendId: group.sendId ?? null,
          segments: draft.sms?.segments ?? null,
          clientReference,
          tags,
          followUps,
          traceParent,
          notBefore: messages[index]?.not_before ?? null,
        };
        return { message, previous: null, status, sequence: 1, at: now, error, blockReason, price: 0 };
      }),
  };
}

function submissionsOf(
  { accountId, sender, campaignId, outlivesRun, exempt = false, purpose, validitySeconds }: MessageGroup,
  now: Instant,
  messages: readonly NewMessage[],
): SubmissionJob[] {
  if (!sender) return [];
  const common = { accountId, senderId: sender.id, campaignId: outlivesRun ? null : campaignId };
  const pending = messages.filter(({ batch_id }) => batch_id !== null);
  return [...groupBy(pending, ({ batch_id }) => batch_id ?? "")].map(([origin, some]) =>
    submissionJob({
      ...common,
      exempt,
      purpose,
      origin,
      now,
      validitySeconds,
      notBefore: some[0]?.not_before,
      messageIds: some.map(({ id }) => id),
      bytes: some.reduce((sum, { content }) => sum + (content?.length ?? 0), 0),
    }),
  );
}

const sharedColumns = ({ group, now, traceParent }: Omit<PreparedMessages, "messages">): SharedColumns => ({
  accountId: group.accountId,
  channel: group.channel,
  purpose: group.purpose,
  sender: group.sender?.address ?? null,
  senderId: group.sender?.id ?? null,
  templateId: group.templateId,
  campaignId: group.campaignId,
  tags: storedTags(group.tags),
  followUps: group.followUps ? JSON.stringify(group.followUps) : null,
  traceParent,
  sendId: group.sendId,
  createdAt: now,
});

export const firstChanges = ({
  now,
  group: { accountId, followUps = null },
  firstTransitions,
}: PreparedMessages): MessageChanges => ({
  accountId,
  now,
  created: true,
  withFollowUps: followUps !== null,
  transitions: firstTransitions,
});

export const creationStatements = (db: Db, created: readonly PreparedMessages[]): (Statement | null)[] => [
  newMessagesStatement(
    db,
    created.map(({ messages, ...common }) => ({ shared: sharedColumns(common), messages })),
  ),
  ...followingStatements(db, created),
];

const followingStatements = (db: Db, created: readonly PreparedMessages[]): (Statement | null)[] => [
  jobsStatement(
    db,
    created.flatMap(({ submissions }) => submissions),
  ),
  ...countStatements(
    db,
    created.map(({ group: { accountId }, counts }) => ({ accountId, counts })),
  ),
  messageTagsStatement(
    db,
    created.map(({ group: { accountId, tags = null }, messages }) => ({
      accountId,
      tags,
      ids: messages.map(({ id }) => id),
    })),
  ),
];

/**
 * Writes new messages and their consequences, such as webhook deliveries. Adds the job keys to wake after the
 * commit to `announcement.notifications`.
 */
export async function writeMessages(
  effects: MessageEffects,
  trx: Db,
  created: PreparedMessages,
): Promise<void> {
  const { announcement, messages } = created;
  const shared = sharedColumns(created);
  const [last = [], ...others] = inStatements(messages).reverse();
  // Build one statement at a time, because each can have a megabyte of text.
  for (const some of others.reverse()) {
    await runStatements(trx, [newMessagesStatement(trx, [{ shared, messages: some }])]);
    await yieldToEventLoop();
  }
  const statements = [
    newMessagesStatement(trx, [{ shared, messages: last }]),
    ...followingStatements(trx, [created]),
  ];
  const changes = firstChanges(created);
  announcement.notifications.push(...(await writeChanges(effects, trx, [{ changes, statements }])));
}

/** Counts new messages in the metrics and wakes the workers. Call after the commit. */
export function afterCommit(
  { metrics, wakeups }: Pick<Platform, "metrics"> & { wakeups: Wakeups },
  announcements: readonly Announcement[],
  more: readonly JobNotification[] = [],
): void {
  for (const { channel, created } of announcements) {
    for (const [status, messages] of Object.entries(created)) {
      if (messages > 0) metrics.messagesCreated.inc({ channel, status }, messages);
    }
  }
  notifyAll(wakeups, [...announcements.flatMap(({ notifications }) => notifications), ...more]);
}

/**
 * Returns a function that assigns a pending message to a submission job by its scheduled time, and returns
 * the job's origin (`batch_id` of its messages). A job has at most `MAX_MESSAGES` messages, all with the same
 * scheduled time. `first` is the `batch_id` of the first job.
 */
function origins(first: string, next: () => string): (notBefore: Instant | null) => string {
  const latest = new Map<Instant | null, { origin: string; messages: number }>();
  return (notBefore) => {
    const known = latest.get(notBefore);
    if (known && known.messages < MAX_MESSAGES) {
      known.messages += 1;
      return known.origin;
    }
    const origin = latest.size === 0 ? first : next();
    latest.set(notBefore, { origin, messages: 1 });
    return origin;
  };
}

/** Returns a version of `make` that reuses its last text for the same content object. */
function contentTexts(make: (content: Content) => string): (content: Content) => string {
  let last: Content | null = null;
  let text = "";
  return (content) => {
    if (content !== last) [last, text] = [content, make(content)];
    return text;
  };
}

/** Returns a formatter of a message's first history as JSON. Equal histories share one string. */
function historyTexts(now: Instant): (draft: RenderedMessage) => string {
  const plain = new Map<string, string>();
  return ({ status, error }) => {
    if (error !== null) return JSON.stringify([[status, now, error]] satisfies HistoryEntry[]);
    const known = plain.get(status) ?? JSON.stringify([[status, now]] satisfies HistoryEntry[]);
    plain.set(status, known);
    return known;
  };
}
