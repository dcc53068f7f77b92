import { useLocation } from "preact-iso";
import type { Params, Webhook, WebhookDelivery } from "../../../../client";
import { useTexts } from "../texts/language";
import { Failure } from "../parts/failure";
import { givenOnly } from "../parts/filter-values";
import { Choice, useFilters } from "../parts/filters";
import { Pages, slice } from "../parts/pages";
import { postReason } from "../parts/reasons";
import { State } from "../parts/state";
import { Table } from "../parts/table";
import { useAccount, useScope } from "../service/signed-in";
import { useAction } from "../service/use-action";
import { useAnswer } from "../service/use-answer";
import { Payload } from "./payload";

const SIZE = 25;
const LIVE = 3_000;

/** What went to the endpoint, or is yet to; the filters stand in the page's address. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const { t } = useTexts();
  const { recado } = useAccount();
  const filtering = useFilters(useLocation().path, ["status", "event"]);
  const { status, event } = filtering.filters;
  const params = {
    ...{ webhook_id: webhook.id, status: givenOnly(status), event_type: givenOnly(event) },
    ...slice(filtering.page, SIZE),
  } as Params<"listWebhookDeliveries">;
  const answer = useAnswer(
    JSON.stringify(params),
    (signal) => recado.webhooks.listDeliveries(params, { signal }),
    { everyMs: LIVE },
  );
  const words = t.settings.webhooks;
  const found = answer.value;
  return (
    <section>
      <h2>{words.deliveries}</h2>
      <div class="filters">
        <Choice of={filtering} name="status" label={words.status} options={words.statuses} atOnce />
        <Choice of={filtering} name="event" label={words.event} options={t.settings.events} atOnce />
      </div>
      <State answer={answer} />
      {found?.data.length === 0 && <p>{words.noDeliveries}</p>}
      {found !== null && found.data.length > 0 && (
        <List deliveries={found.data} isEnabled={webhook.status === "enabled"} onChanged={answer.again} />
      )}
      <Pages page={filtering.page} of={found} size={SIZE} onPage={filtering.turnTo} />
    </section>
  );
}

interface ListProps {
  deliveries: readonly WebhookDelivery[];
  isEnabled: boolean;
  onChanged(): void;
}

function List({ deliveries, isEnabled, onChanged }: ListProps) {
  const { t } = useTexts();
  const { recado } = useAccount();
  const mayWrite = useScope("webhooks:write");
  const words = t.settings.webhooks;
  const retry = useAction(
    ({ webhook_id, id }: WebhookDelivery) => recado.webhooks.retryDelivery({ webhook_id, delivery_id: id }),
    onChanged,
  );
  return (
    <>
      <Failure of={retry.failure} />
      <Table
        label={words.deliveries}
        columns={[
          words.created,
          words.event,
          { name: words.count, isNumber: true },
          words.status,
          words.attempts,
        ]}
      >
        {deliveries.map((delivery) => (
          <Row
            key={delivery.id}
            delivery={delivery}
            {...(mayWrite && isEnabled ? { onRetry: () => void retry.run(delivery) } : {})}
          />
        ))}
      </Table>
    </>
  );
}

function Row({ delivery, onRetry }: { delivery: WebhookDelivery; onRetry?(): void }) {
  const { t, format } = useTexts();
  const words = t.settings.webhooks;
  const { status, event_type: type, event_ids: events, next_attempt_at: next } = delivery;
  return (
    <tr>
      <td>{format.instant(delivery.created_at)}</td>
      <td>{(t.settings.events as Record<string, string>)[type] ?? type}</td>
      <td class="number">{format.number(events.length)}</td>
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
        <Attempts of={delivery} />
        {onRetry && (
          <button type="button" class="plain" onClick={onRetry}>
            {words.retry}
          </button>
        )}
      </td>
    </tr>
  );
}

function Attempts({ of }: { of: WebhookDelivery }) {
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
        <p class="hint">{words.eventIds}</p>
        <ul class="ids">
          {events.map((id) => (
            <li key={id}>
              <code>{id}</code>
            </li>
          ))}
        </ul>
      </details>
      <Payload of={of} />
    </>
  );
}
