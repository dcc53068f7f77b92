import type { Webhook, WebhookDelivery } from "../../../../client";
import { useTexts } from "../texts/language";
import { useAccount, useScope } from "../service/signed-in";
import { useMutation } from "../service/use-mutation";
import { Failure } from "./failure";
import { Payload } from "./payload";
import { postReason } from "./reasons";
import { Table } from "./table";

interface Props {
  deliveries: readonly WebhookDelivery[];
  webhooks: readonly Webhook[];
  /** Message whose events are shown. If present, each row also names its endpoint. */
  messageId?: string;
  onChanged(): void;
}

export function DeliveryTable({ deliveries, webhooks, messageId, onChanged }: Props) {
  const { t } = useTexts();
  const { recado } = useAccount();
  const mayWrite = useScope("webhooks:write");
  const words = t.settings.webhooks;
  const retry = useMutation(
    ({ webhook_id, id }: WebhookDelivery) => recado.webhooks.retryDelivery({ webhook_id, delivery_id: id }),
    onChanged,
  );
  const what =
    messageId === undefined ? [words.event, { name: words.count, isNumber: true } as const] : [words.url];
  return (
    <>
      <Failure of={retry.failure} />
      <Table label={words.deliveries} columns={[words.created, ...what, words.status, words.attempts]}>
        {deliveries.map((delivery) => {
          const webhook = webhooks.find(({ id }) => id === delivery.webhook_id);
          return (
            <Row
              key={delivery.id}
              delivery={delivery}
              webhook={webhook}
              messageId={messageId}
              {...(mayWrite && webhook?.status === "enabled"
                ? { onRetry: () => void retry.run(delivery) }
                : {})}
            />
          );
        })}
      </Table>
    </>
  );
}

interface RowProps {
  delivery: WebhookDelivery;
  webhook: Webhook | undefined;
  messageId: string | undefined;
  onRetry?(): void;
}

function Row({ delivery, webhook, messageId, onRetry }: RowProps) {
  const { t, format } = useTexts();
  const words = t.settings.webhooks;
  const { status, event_type: type, event_ids: events, next_attempt_at: next } = delivery;
  return (
    <tr>
      <td>{format.instant(delivery.created_at)}</td>
      {messageId === undefined ? (
        <>
          <td>{(t.settings.events as Record<string, string>)[type] ?? type}</td>
          <td class="number">{format.number(events.length)}</td>
        </>
      ) : (
        <td class="name">
          <a href={`/console/settings/webhooks/${delivery.webhook_id}`}>
            {webhook?.url ?? delivery.webhook_id}
          </a>
        </td>
      )}
      <td>
        <span class={`status delivery-${/^[a-z]+$/.test(status) ? status : "other"}`}>
          {(words.statuses as Record<string, string>)[status] ?? status}
        </span>
        {status === "pending" && next !== null && (
          <div class="hint">
            {words.next}: {format.instant(next)}
          </div>
        )}
      </td>
      <td class="name">
        <Attempts of={delivery} messageId={messageId} />
        {onRetry && (
          <button type="button" class="plain" onClick={onRetry}>
            {words.retry}
          </button>
        )}
      </td>
    </tr>
  );
}

function Attempts({ of, messageId }: { of: WebhookDelivery; messageId: string | undefined }) {
  const { attempts, event_ids: events } = of;
  const localization = useTexts();
  const { t, format } = localization;
  const words = t.settings.webhooks;
  const last = attempts.at(-1);
  const outcomeOf = ({ response_status: code, error, duration_ms: ms }: NonNullable<typeof last>) =>
    code === null
      ? words.failed(postReason(error ?? "", localization), format.number(ms))
      : words.responded(String(code), format.number(ms));
  return (
    <>
      <div>{last ? outcomeOf(last) : words.noAttempts}</div>
      <details>
        <summary>{words.details}</summary>
        <ol class="history">
          {attempts.map((attempt, index) => (
            <li key={index}>
              <time dateTime={attempt.attempted_at}>{format.instant(attempt.attempted_at)}</time>
              <div class="hint">{outcomeOf(attempt)}</div>
            </li>
          ))}
        </ol>
        {messageId === undefined && <EventIds of={events} />}
      </details>
      <Payload of={of} messageId={messageId} />
    </>
  );
}

function EventIds({ of: events }: { of: readonly string[] }) {
  const { t } = useTexts();
  return (
    <>
      <p class="hint">{t.settings.webhooks.eventIds}</p>
      <ul class="ids">
        {events.map((id) => (
          <li key={id}>
            <code>{id}</code>
          </li>
        ))}
      </ul>
    </>
  );
}
