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
  /** The endpoints that they go to. */
  to: readonly Webhook[];
  /** The message that they are shown for, by its id: of that alone events are shown, and each delivery names its endpoint. */
  about?: string;
  onChanged(): void;
}

/** Deliveries with their attempts and what they carry; each can be sent again. */
export function DeliveryTable({ deliveries, to, about, onChanged }: Props) {
  const { t } = useTexts();
  const { recado } = useAccount();
  const mayWrite = useScope("webhooks:write");
  const words = t.settings.webhooks;
  const retry = useMutation(
    ({ webhook_id, id }: WebhookDelivery) => recado.webhooks.retryDelivery({ webhook_id, delivery_id: id }),
    onChanged,
  );
  const what =
    about === undefined ? [words.event, { name: words.count, isNumber: true } as const] : [words.url];
  return (
    <>
      <Failure of={retry.failure} />
      <Table label={words.deliveries} columns={[words.created, ...what, words.status, words.attempts]}>
        {deliveries.map((delivery) => {
          const webhook = to.find(({ id }) => id === delivery.webhook_id);
          return (
            <Row
              key={delivery.id}
              delivery={delivery}
              webhook={webhook}
              about={about}
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
  about: string | undefined;
  onRetry?(): void;
}

function Row({ delivery, webhook, about, onRetry }: RowProps) {
  const { t, format } = useTexts();
  const words = t.settings.webhooks;
  const { status, event_type: type, event_ids: events, next_attempt_at: next } = delivery;
  return (
    <tr>
      <td>{format.instant(delivery.created_at)}</td>
      {about === undefined ? (
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
        <Attempts of={delivery} about={about} />
        {onRetry && (
          <button type="button" class="plain" onClick={onRetry}>
            {words.retry}
          </button>
        )}
      </td>
    </tr>
  );
}

function Attempts({ of, about }: { of: WebhookDelivery; about: string | undefined }) {
  const { attempts, event_ids: events } = of;
  const said = useTexts();
  const { t, format } = said;
  const words = t.settings.webhooks;
  const last = attempts.at(-1);
  const told = ({ response_status: code, error, duration_ms: ms }: NonNullable<typeof last>) =>
    code === null
      ? words.failed(postReason(error ?? "", said), format.number(ms))
      : words.answered(String(code), format.number(ms));
  return (
    <>
      <div>{last ? told(last) : words.noAttempts}</div>
      <details>
        <summary>{words.details}</summary>
        <ol class="history">
          {attempts.map((attempt, index) => (
            <li key={index}>
              <time dateTime={attempt.attempted_at}>{format.instant(attempt.attempted_at)}</time>
              <div class="hint">{told(attempt)}</div>
            </li>
          ))}
        </ol>
        {about === undefined && <EventIds of={events} />}
      </details>
      <Payload of={of} about={about} />
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
