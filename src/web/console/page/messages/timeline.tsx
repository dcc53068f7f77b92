import type { InboundMessage, Message } from "../../../../client";
import { useTexts, wordFor } from "../texts/language";
import { ErrorDetails } from "../parts/error-details";
import { waitsForTime } from "../parts/not-before";
import { faultOf } from "../parts/reasons";
import { State } from "../parts/state";
import { Status } from "../parts/status";
import { contentSummary } from "./content-summary";
import { type TimelineEvent, timelineEvents } from "./timeline-events";
import { TimelineRow } from "./timeline-row";
import { WebhookEntry } from "./timeline-webhook";
import { useDeliveries, useFollowUps, useReplies } from "./use-timeline-events";

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
