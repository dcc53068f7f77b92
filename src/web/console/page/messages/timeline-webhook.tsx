import type { Webhook, WebhookDelivery } from "../../../../client";
import { useTexts } from "../texts/language";
import { Attempts, DeliveryStatus, LastAttempt, RetryButton, useRetry } from "../parts/deliveries";
import { Failure } from "../parts/failure";
import { Payload } from "../parts/payload";
import { TimelineRow } from "./timeline-row";

interface Props {
  delivery: WebhookDelivery;
  webhooks: readonly Webhook[];
  messageId: string;
  onChanged(): void;
}

/**
 * Shows a webhook delivery with its last attempt. The user can expand it to all attempts, the payload and the
 * retry button.
 */
export function WebhookEntry({ delivery, webhooks, messageId, onChanged }: Props) {
  const { t, format } = useTexts();
  const { webhook_id, status, attempts } = delivery;
  const webhook = webhooks.find((one) => one.id === webhook_id);
  const retry = useRetry(onChanged);
  return (
    <TimelineRow
      class={`delivery-${/^[a-z]+$/.test(status) ? status : "other"}`}
      title={
        <span class="min-w-0 flex-1 truncate" title={webhook?.url}>
          {t.messages.webhook}{" "}
          <a href={`/console/settings/webhooks/${webhook_id}`}>{webhook?.url ?? webhook_id}</a>
        </span>
      }
      at={delivery.created_at}
    >
      <div class="hint flex flex-wrap gap-x-3">
        <DeliveryStatus of={delivery} />
        <LastAttempt of={delivery} />
      </div>
      <details class="text-[0.8125rem]">
        <summary>{t.messages.attempts(format.number(attempts.length), attempts.length === 1)}</summary>
        <Attempts of={delivery} />
        <Payload of={delivery} messageId={messageId} />
        <div class="my-1">
          <RetryButton delivery={delivery} webhook={webhook} retry={retry} />
        </div>
        <Failure of={retry.failure} />
      </details>
    </TimelineRow>
  );
}
