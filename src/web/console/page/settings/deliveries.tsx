import { useLocation } from "preact-iso";
import type { ListWebhookDeliveriesParams, Webhook } from "../../../../client";
import { useTexts } from "../texts/language";
import { DeliveryTable } from "../parts/deliveries";
import { filterValues } from "../parts/filter-values";
import { Choice, useFilters } from "../parts/filters";
import { Listing } from "../parts/listing";
import { Pages, slice } from "../parts/pages";
import { useAccount } from "../service/signed-in";
import { useQuery } from "../service/use-query";

const PAGE_SIZE = 25;
const POLL_MS = 3_000;

export function Deliveries({ webhook }: { webhook: Webhook }) {
  const { t } = useTexts();
  const { recado } = useAccount();
  const filtering = useFilters(useLocation().path, ["status", "event"]);
  const { status, event } = filtering.filters;
  const params = {
    ...{ webhook_id: webhook.id, status: filterValues(status), event_type: filterValues(event) },
    ...slice(filtering.page, PAGE_SIZE),
  } as ListWebhookDeliveriesParams;
  const result = useQuery(
    JSON.stringify(params),
    (signal) => recado.webhooks.listDeliveries(params, { signal }),
    { everyMs: POLL_MS },
  );
  const words = t.settings.webhooks;
  const found = result.value;
  return (
    <section>
      <h2>{words.deliveries}</h2>
      <div class="filters">
        <Choice of={filtering} name="status" label={words.status} options={words.statuses} atOnce />
        <Choice of={filtering} name="event" label={words.event} options={t.settings.events} atOnce />
      </div>
      <Listing result={result} of={filtering} noMatch={words.noDeliveries} none={words.noDeliveriesYet}>
        <DeliveryTable deliveries={found?.data ?? []} webhooks={[webhook]} onChanged={result.refetch} />
      </Listing>
      <Pages page={filtering.page} of={found} size={PAGE_SIZE} onPage={filtering.turnTo} />
    </section>
  );
}
