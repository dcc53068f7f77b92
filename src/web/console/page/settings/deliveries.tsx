import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import type { ListWebhookDeliveriesParams, Webhook, WebhookDelivery } from "../../../../client";
import { type Column, DataTable } from "../../../design/data-table";
import { SidePanel } from "../../../design/side-panel";
import { useTexts, wordFor } from "../texts/language";
import { Attempts, DeliveryStatus, LastAttempt, Payload, RetryButton, useRetry } from "../parts/deliveries";
import { Failure } from "../parts/state";
import { filterValues } from "../parts/filter-values";
import { FilterSelect, useFilters } from "../parts/filters";
import { Listing } from "../parts/listing";
import { slice } from "../parts/pages";
import { useQuery } from "../service/hooks";

const PAGE_SIZE = 25;
const POLL_MS = 3_000;

export function Deliveries({ webhook }: { webhook: Webhook }) {
  const { t, format } = useTexts();
  const filtering = useFilters(useLocation().path, ["status", "event"]);
  const [chosen, setChosen] = useState<WebhookDelivery | null>(null);
  const { status, event } = filtering.filters;
  const params = {
    webhook_id: webhook.id,
    status: filterValues(status),
    event_type: filterValues(event),
    ...slice(filtering.page, PAGE_SIZE),
  } as ListWebhookDeliveriesParams;
  const result = useQuery(JSON.stringify(params), (recado) => recado.webhooks.listDeliveries(params), {
    everyMs: POLL_MS,
  });
  const words = t.settings.webhooks;
  const statuses = { ...words.statuses, pending: words.pendingFilter };
  const found = result.value;
  const listed = found?.data.find(({ id }) => id === chosen?.id);
  // Newer deliveries may push the chosen delivery off the page of the list. It is then requested by id.
  const unlistedId = listed === undefined ? (chosen?.id ?? "") : "";
  const unlisted = useQuery(
    `delivery ${unlistedId}`,
    async (recado) =>
      unlistedId === ""
        ? null
        : recado.webhooks.getDelivery({ webhook_id: webhook.id, delivery_id: unlistedId }),
    { everyMs: unlistedId === "" ? null : POLL_MS },
  );
  const opened = listed ?? (unlisted.value?.id === unlistedId ? unlisted.value : chosen);
  const nameOf = (type: string) => wordFor(t.settings.events, type);
  const columns: readonly Column<WebhookDelivery>[] = [
    {
      name: words.event,
      isTitle: true,
      cell: (delivery) => (
        <button
          type="button"
          class="text-left font-semibold hover:underline"
          onClick={() => setChosen(delivery)}
        >
          {nameOf(delivery.event_type)} <code class="hint font-normal">{delivery.event_type}</code>
        </button>
      ),
    },
    { name: t.messages.status, cell: (delivery) => <DeliveryStatus of={delivery} /> },
    { name: words.lastResponse, cell: (delivery) => <LastAttempt of={delivery} /> },
    {
      name: t.settings.webhooks.events,
      isNumber: true,
      cell: ({ event_ids: events }) => format.number(events.length),
    },
    { name: t.contacts.createdAt, class: "when", cell: ({ created_at: at }) => format.instant(at) },
  ];
  return (
    <section>
      <h2 class="mt-6 mb-2">{words.deliveries}</h2>
      <div class="mb-3 flex flex-wrap items-center gap-2">
        <FilterSelect of={filtering} name="status" label={t.messages.status} options={statuses} />
        <FilterSelect of={filtering} name="event" label={words.event} options={t.settings.events} />
      </div>
      <Listing
        result={result}
        of={filtering}
        size={PAGE_SIZE}
        noMatch={words.noDeliveries}
        none={words.noDeliveriesYet}
      >
        <DataTable
          label={words.deliveries}
          columns={columns}
          rows={found?.data ?? []}
          idOf={({ id }) => id}
          onOpen={(delivery) => setChosen(delivery)}
          openId={opened?.id}
        />
      </Listing>
      {opened !== null && (
        <SidePanel
          key={opened.id}
          label={nameOf(opened.event_type)}
          closeLabel={t.menu.close}
          onClose={() => setChosen(null)}
        >
          <Details
            delivery={opened}
            webhook={webhook}
            onChanged={() => {
              result.refetch();
              unlisted.refetch();
            }}
          />
        </SidePanel>
      )}
    </section>
  );
}

interface DetailsProps {
  delivery: WebhookDelivery;
  webhook: Webhook;
  onChanged(): void;
}

function Details({ delivery, webhook, onChanged }: DetailsProps) {
  const { t } = useTexts();
  const words = t.settings.webhooks;
  const retry = useRetry(onChanged);
  return (
    <div class="grid gap-4">
      <h2>{wordFor(t.settings.events, delivery.event_type)}</h2>
      <div>
        <DeliveryStatus of={delivery} />
      </div>
      <div>
        <RetryButton delivery={delivery} webhook={webhook} retry={retry} />
        <Failure of={retry.failure} />
      </div>
      <section>
        <h3>{words.attempts}</h3>
        {delivery.attempts.length === 0 ? <p class="hint">{words.noAttempts}</p> : <Attempts of={delivery} />}
      </section>
      <section>
        <h3>{words.eventIds}</h3>
        <ul class="ids">
          {delivery.event_ids.map((id) => (
            <li key={id}>
              <code>{id}</code>
            </li>
          ))}
        </ul>
      </section>
      <Payload of={delivery} />
    </div>
  );
}
