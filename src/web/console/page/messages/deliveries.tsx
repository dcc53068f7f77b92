import type { Message } from "../../../../client";
import { useTexts } from "../texts/language";
import { DeliveryTable } from "../parts/deliveries";
import { State } from "../parts/state";
import { useAccount, useScope } from "../service/signed-in";
import { useQuery } from "../service/use-query";

const POLL_MS = 5_000;
/** More than its events are tried for at ten endpoints. */
const MAX_DELIVERIES = 100;

/** Who was told of the message by webhook, for those who may know. */
export function MessageDeliveries({ of }: { of: Message }) {
  const mayRead = useScope("webhooks:read");
  return mayRead ? <Deliveries id={of.id} /> : null;
}

function Deliveries({ id }: { id: string }) {
  const { t } = useTexts();
  const { recado } = useAccount();
  const answer = useQuery(
    `told ${id}`,
    async (signal) => {
      const asked = { message_id: id, limit: MAX_DELIVERIES };
      const [deliveries, webhooks] = await Promise.all([
        recado.webhooks.listDeliveriesOfMessage(asked, { signal }),
        recado.webhooks.list({ limit: MAX_DELIVERIES }, { signal }),
      ]);
      return { deliveries: deliveries.data, to: webhooks.data };
    },
    { everyMs: POLL_MS },
  );
  const found = answer.value;
  return (
    <section class="card">
      <h2>{t.messages.told}</h2>
      <State answer={answer} />
      {found?.deliveries.length === 0 && <p class="hint">{t.messages.nobodyTold}</p>}
      {found !== null && found.deliveries.length > 0 && (
        <DeliveryTable {...found} about={id} onChanged={answer.refetch} />
      )}
    </section>
  );
}
