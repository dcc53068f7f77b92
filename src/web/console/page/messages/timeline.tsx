import type { ComponentChildren } from "preact";
import { useTexts, wordFor } from "../texts/language";
import type { InboundMessage, Message, Webhook, WebhookDelivery } from "../../../../client";
import { Attempts, DeliveryStatus, LastAttempt, Payload, RetryButton, useRetry } from "../parts/deliveries";
import { Failure, State } from "../parts/state";
import { ErrorDetails } from "../parts/error-details";
import { waitsForTime } from "../parts/not-before";
import { faultOf } from "../parts/reasons";
import { Status } from "../parts/status";
import { contentSummary } from "./content-summary";
import { type TimelineEvent, timelineEvents } from "./timeline-events";
import { useDeliveries, useFollowUps, useReplies } from "./use-timeline-events";

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
