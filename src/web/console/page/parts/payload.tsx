import { useState } from "preact/hooks";
import type { WebhookDelivery } from "../../../../client";
import { useTexts } from "../texts/language";
import { State } from "./state";
import { useScope } from "../service/signed-in";
import { useQuery } from "../service/use-query";
import { formatEvents } from "./format-events";

interface Props {
  of: WebhookDelivery;
  /** Id of the message to limit the shown events to; all events if omitted. */
  messageId?: string | undefined;
}

/** Shows a webhook delivery's payload, loaded when opened; nothing without the scope `messages:read`. */
export function Payload({ of, messageId }: Props) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const mayRead = useScope("messages:read");
  if (!mayRead) return null;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t.settings.webhooks.payload}</summary>
      {isOpen && <Text of={of} messageId={messageId} />}
    </details>
  );
}

function Text({ of: { id, webhook_id }, messageId }: Props) {
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
