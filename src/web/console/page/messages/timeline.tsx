import { useMemo } from "preact/hooks";
import type { ComponentChildren } from "preact";
import type { InboundMessage, Message, Webhook, WebhookDelivery } from "../../../../client";
import { useQuery, useScopedQuery } from "../service/hooks";
import { followUpReader } from "./follow-ups";
import { useTexts, wordFor } from "../texts/language";
import { Attempts, DeliveryStatus, LastAttempt, Payload, RetryButton, useRetry } from "../parts/deliveries";
import { Failure, State } from "../parts/state";
import { ErrorDetails } from "../parts/error-details";
import { waitsForTime } from "../parts/not-before";
import { faultOf } from "../parts/reasons";
import { Status } from "../parts/status";
import { contentSummary } from "./content-summary";
import { type TimelineEvent, timelineEvents } from "./timeline-events";

const DELIVERIES_POLL_MS = 5_000;
/** Factor between the polling intervals of webhook endpoints and of deliveries. Endpoints change rarely. */
const ENDPOINTS_FACTOR = 5;
/** Polling interval of follow-ups and replies, in milliseconds. */
const REPLIES_POLL_MS = 10_000;
/** Page size. One page holds all deliveries of a message, because an account has at most ten endpoints. */
const PAGE_SIZE = 100;
/** Maximum delay of a follow-up after the outcome of its message, in days. */
const MAX_DELAY_DAYS = 14;

const daysAfter = (timestamp: string, days: number) =>
  new Date(Date.parse(timestamp) + days * 86_400_000).toISOString();

/**
 * Returns queries of a message's webhook deliveries and of the account's endpoints. Their values are null if
 * the key may not read webhooks.
 */
export function useDeliveries(id: string, everyMs = DELIVERIES_POLL_MS) {
  const deliveries = useScopedQuery({
    scope: "webhooks:read",
    key: `deliveries ${id}`,
    none: null,
    everyMs,
    load: async ({ webhooks }) =>
      (await webhooks.listDeliveriesOfMessage({ message_id: id, limit: PAGE_SIZE })).data,
  });
  const endpoints = useScopedQuery({
    scope: "webhooks:read",
    key: "endpoints",
    none: null,
    everyMs: ENDPOINTS_FACTOR * everyMs,
    load: async ({ webhooks }) => (await webhooks.list({ limit: PAGE_SIZE })).data,
  });
  return { deliveries, endpoints };
}

/**
 * Returns a message's follow-ups; none for a message without a template. Polls until no further follow-up can
 * come.
 */
function useFollowUps(message: Message, now: number) {
  const { id, to, template_id: templateId, updated_at: updated } = message;
  // The delay counts from the outcome, which a scheduled message may get long after its creation.
  const until = daysAfter(updated, MAX_DELAY_DAYS);
  const read = useMemo(() => followUpReader(message), [id, to]);
  const hasTemplate = templateId !== null;
  return useQuery(`follow-ups ${id}`, async (recado) => (hasTemplate ? read(recado, until) : []), {
    everyMs: hasTemplate && now < Date.parse(until) ? REPLIES_POLL_MS : null,
  });
}

function useReplies(id: string) {
  return useQuery(
    `replies ${id}`,
    async (recado) => {
      const replies: InboundMessage[] = [];
      for await (const reply of recado.inbound.listMessages({ paired_message_id: [id] })) replies.push(reply);
      return replies;
    },
    { everyMs: REPLIES_POLL_MS },
  );
}

interface RowProps {
  /** CSS classes that colour the row's dot. */
  class: string;
  title: ComponentChildren;
  at: string;
  children?: ComponentChildren;
}

function TimelineRow({ class: dot, title, at, children }: RowProps) {
  const { format } = useTexts();
  return (
    <li class={dot}>
      <div class="flex flex-wrap items-baseline justify-between gap-x-3">
        {title}
        <time dateTime={at}>{format.instant(at)}</time>
      </div>
      {children}
    </li>
  );
}

interface WebhookProps {
  delivery: WebhookDelivery;
  webhooks: readonly Webhook[];
  messageId: string;
  onChanged(): void;
}

/**
 * Shows a webhook delivery with its last attempt. The user can expand it to all attempts, the payload and the
 * retry button.
 */
function WebhookEntry({ delivery, webhooks, messageId, onChanged }: WebhookProps) {
  const { t, format } = useTexts();
  const { webhook_id, status, attempts } = delivery;
  const webhook = webhooks.find((one) => one.id === webhook_id);
  const retry = useRetry(onChanged);
  return (
    <TimelineRow
      class={`delivery-${/^[a-z]+$/.test(status) ? status : "other"}`}
      title={
        <span class="min-w-0 flex-1 truncate" title={webhook?.url}>
          {t.palette.kinds.webhook}{" "}
          <a href={`/console/settings/webhooks/${webhook_id}`}>{webhook?.url ?? webhook_id}</a>
        </span>
      }
      at={delivery.created_at}
    >
      <div class="hint flex flex-wrap gap-x-3">
        <DeliveryStatus of={delivery} />
        <LastAttempt of={delivery} />
      </div>
      <details class="text-[0.8125rem]">
        <summary>{t.messages.attempts(format.number(attempts.length), attempts.length === 1)}</summary>
        <Attempts of={delivery} />
        <Payload of={delivery} messageId={messageId} />
        <div class="my-1">
          <RetryButton delivery={delivery} webhook={webhook} retry={retry} />
        </div>
        <Failure of={retry.failure} />
      </details>
    </TimelineRow>
  );
}

/** Shows the events of a message, oldest first: statuses, webhook deliveries, follow-ups and replies. */
export function Timeline({ of: message }: { of: Message }) {
  const { t } = useTexts();
  const { deliveries, endpoints } = useDeliveries(message.id);
  const followUps = useFollowUps(message, Date.now());
  const replies = useReplies(message.id);
  const events = timelineEvents({
    history: message.status_history,
    deliveries: deliveries.value ?? [],
    followUps: followUps.value ?? [],
    replies: replies.value ?? [],
  });
  return (
    <>
      <ol class="timeline">
        {events.map((one) =>
          one.kind === "webhook" ? (
            <WebhookEntry
              key={one.delivery.id}
              delivery={one.delivery}
              webhooks={endpoints.value ?? []}
              messageId={message.id}
              onChanged={deliveries.refetch}
            />
          ) : (
            <Entry key={keyOf(one)} of={one} />
          ),
        )}
        {waitsForTime(message, Date.now()) && (
          <TimelineRow class="status-pending" title={t.messages.notBefore} at={message.not_before}>
            <p class="hint">{t.messages.notBeforeHint}</p>
          </TimelineRow>
        )}
      </ol>
      {[deliveries, endpoints, followUps, replies]
        .filter(({ failure }) => failure !== null)
        .slice(0, 1)
        .map((result) => (
          <State key="failure" result={result} />
        ))}
      {deliveries.value?.length === 0 && <p class="hint">{t.messages.noDeliveries}</p>}
    </>
  );
}

const keyOf = (one: Exclude<TimelineEvent, { kind: "webhook" }>): string =>
  one.kind === "status" ? `${one.status} ${one.at}` : one.kind === "reply" ? one.reply.id : one.message.id;

function Entry({ of: one }: { of: Exclude<TimelineEvent, { kind: "webhook" }> }) {
  switch (one.kind) {
    case "status":
      return <StatusEntry {...one} />;
    case "follow-up":
      return <FollowUpEntry message={one.message} />;
    case "reply":
      return <ReplyEntry reply={one.reply} />;
  }
}

function StatusEntry({ status, at, error }: Extract<TimelineEvent, { kind: "status" }>) {
  const { t } = useTexts();
  const words = wordFor(t.messages.steps, status);
  return (
    <TimelineRow
      class={`happened status-${/^[a-z]+$/.test(status) ? status : "other"}`}
      title={<strong class="font-semibold">{words}</strong>}
      at={at}
    >
      {error !== null && (
        <div class="hint">
          {faultOf(error, t)?.what}
          <ErrorDetails of={error} />
        </div>
      )}
    </TimelineRow>
  );
}

function FollowUpEntry({ message }: { message: Message }) {
  const { t } = useTexts();
  const channel = wordFor(t.channel, message.channel);
  return (
    <TimelineRow
      class="happened status-sent"
      title={
        <span>
          <a href={`/console/messages/${message.id}`}>{t.messages.followUp(channel)}</a>{" "}
          <Status status={message.status} />
        </span>
      }
      at={message.created_at}
    >
      <p class="hint wrap-anywhere">{contentSummary(message.content, t)}</p>
    </TimelineRow>
  );
}

function ReplyEntry({ reply }: { reply: InboundMessage }) {
  const { t } = useTexts();
  return (
    <TimelineRow
      class="happened status-read"
      title={<strong class="font-semibold">{t.messages.reply}</strong>}
      at={reply.received_at}
    >
      <p class="mt-1 w-fit max-w-full rounded-xl border border-base-300 px-3 py-1.5 wrap-anywhere whitespace-pre-wrap">
        {reply.text ?? t.messages.noText}
      </p>
    </TimelineRow>
  );
}
