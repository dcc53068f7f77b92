import { useState } from "preact/hooks";
import type { Webhook, WebhookDelivery } from "../../../../client";
import { useTexts, wordFor } from "../texts/language";
import { type Mutation, useMutation, useQuery, useScope } from "../service/hooks";
import { postReason } from "./reasons";
import { ActionButton, State } from "./state";
import { formatEvents } from "./format-events";

export function useRetry(onChanged: () => void): Mutation<[WebhookDelivery]> {
  return useMutation(
    (recado, { webhook_id, id }: WebhookDelivery) =>
      recado.webhooks.retryDelivery({ webhook_id, delivery_id: id }),
    onChanged,
  );
}

interface RetryProps {
  delivery: WebhookDelivery;
  webhook: Webhook | undefined;
  retry: Mutation<[WebhookDelivery]>;
}

/**
 * Shows the button that retries a webhook delivery; nothing without the scope `webhooks:write`, or unless the
 * endpoint is known to be enabled.
 */
export function RetryButton({ delivery, webhook, retry }: RetryProps) {
  const { t } = useTexts();
  const mayWrite = useScope("webhooks:write");
  if (!mayWrite || webhook?.status !== "enabled") return null;
  return (
    <ActionButton
      type="button"
      class="btn btn-sm"
      isBusy={retry.busy}
      onClick={() => void retry.run(delivery)}
    >
      {t.settings.webhooks.retry}
    </ActionButton>
  );
}

export function DeliveryStatus({ of: delivery }: { of: WebhookDelivery }) {
  const { t, format } = useTexts();
  const { status, attempts, next_attempt_at: next } = delivery;
  const words = t.settings.webhooks;
  const isRetrying = status === "pending" && attempts.length > 0 && !isSuccess(attempts.at(-1));
  return (
    <>
      {isRetrying ? (
        <span class="status wraps tone-warn">
          {words.retrying(format.number(attempts.length), attempts.length === 1)}
        </span>
      ) : (
        <span class={`status delivery-${/^[a-z]+$/.test(status) ? status : "other"}`}>
          {wordFor(words.statuses, status)}
        </span>
      )}
      {status === "pending" && next !== null && (
        <div class="hint pl-[0.9rem]">
          {words.next}: {format.instant(next)}
        </div>
      )}
    </>
  );
}

type Attempt = WebhookDelivery["attempts"][number];

/** Returns whether the endpoint responded with a 2xx status. */
export const isSuccess = (attempt: Pick<Attempt, "response_status"> | null | undefined): boolean =>
  Math.floor((attempt?.response_status ?? 0) / 100) === 2;

/** Returns a function that describes an attempt: the response status or error, and the duration. */
function useOutcome(): (attempt: Attempt) => string {
  const localization = useTexts();
  const { t, format } = localization;
  const words = t.settings.webhooks;
  return ({ response_status: code, error, duration_ms: ms }) =>
    code === null
      ? words.failed(postReason(error ?? "", localization), format.number(ms))
      : words.responded(String(code), format.number(ms));
}

export function LastAttempt({ of: { attempts } }: { of: WebhookDelivery }) {
  const { t } = useTexts();
  const outcomeOf = useOutcome();
  const last = attempts.at(-1);
  return <div>{last ? outcomeOf(last) : t.settings.webhooks.noAttempts}</div>;
}

export function Attempts({ of: { attempts } }: { of: WebhookDelivery }) {
  const { format } = useTexts();
  const outcomeOf = useOutcome();
  return (
    <ol class="history">
      {attempts.map((attempt, index) => (
        <li key={index}>
          <time dateTime={attempt.attempted_at}>{format.instant(attempt.attempted_at)}</time>
          <div class="hint">{outcomeOf(attempt)}</div>
        </li>
      ))}
    </ol>
  );
}

interface PayloadProps {
  of: WebhookDelivery;
  /** Id of the message to limit the shown events to; all events if omitted. */
  messageId?: string | undefined;
}

/** Shows a webhook delivery's payload, loaded when opened; nothing without the scope `messages:read`. */
export function Payload({ of, messageId }: PayloadProps) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const mayRead = useScope("messages:read");
  if (!mayRead) return null;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t.settings.webhooks.payload}</summary>
      {isOpen && <PayloadText of={of} messageId={messageId} />}
    </details>
  );
}

function PayloadText({ of: { id, webhook_id }, messageId }: PayloadProps) {
  const { t } = useTexts();
  const result = useQuery(`delivery ${id}`, (recado) =>
    recado.webhooks.getDelivery({ webhook_id, delivery_id: id }),
  );
  const payload = result.value?.payload ?? null;
  return (
    <>
      <State result={result} />
      {payload !== null && (
        <pre class="payload" tabIndex={0} role="region" aria-label={t.settings.webhooks.payload}>
          {formatEvents(payload, messageId)}
        </pre>
      )}
    </>
  );
}
