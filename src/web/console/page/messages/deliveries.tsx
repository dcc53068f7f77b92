import type { Message } from "../../../../client";
import { useTexts } from "../texts/language";
import { DeliveryTable } from "../parts/deliveries";
import { State } from "../parts/state";
import { useAccount, useScope } from "../service/signed-in";
import { useQuery } from "../service/use-query";

const POLL_MS = 5_000;
/** Page size. An account has at most ten endpoints, so a message has fewer than 100 deliveries. */
const MAX_DELIVERIES = 100;

/** Shows the webhook deliveries of a message, or nothing if the key may not read webhooks. */
export function MessageDeliveries({ of }: { of: Message }) {
  const mayRead = useScope("webhooks:read");
  return mayRead ? <Deliveries id={of.id} /> : null;
}

function Deliveries({ id }: { id: string }) {
  const { t } = useTexts();
  const { recado } = useAccount();
  const result = useQuery(
    `deliveries ${id}`,
    async (signal) => {
      const params = { message_id: id, limit: MAX_DELIVERIES };
      const [deliveries, webhooks] = await Promise.all([
        recado.webhooks.listDeliveriesOfMessage(params, { signal }),
        recado.webhooks.list({ limit: MAX_DELIVERIES }, { signal }),
      ]);
      return { deliveries: deliveries.data, webhooks: webhooks.data };
    },
    { everyMs: POLL_MS },
  );
  const found = result.value;
  return (
    <section class="card">
      <h2>{t.messages.deliveries}</h2>
      <State result={result} />
      {found?.deliveries.length === 0 && <p class="hint">{t.messages.noDeliveries}</p>}
      {found !== null && found.deliveries.length > 0 && (
        <DeliveryTable {...found} messageId={id} onChanged={result.refetch} />
      )}
    </section>
  );
}
