import type { Webhook, WebhookDelivery } from "../../../../client";
import { useTexts } from "../texts/language";
import { Failure } from "../parts/failure";
import { Payload } from "../parts/payload";
import { type Localization, postReason } from "../parts/reasons";
import { useAccount, useScope } from "../service/signed-in";
import { useMutation } from "../service/use-mutation";
import { TimelineRow } from "./timeline";

interface Props {
  delivery: WebhookDelivery;
  webhooks: readonly Webhook[];
  messageId: string;
  onChanged(): void;
}

/** Webhook delivery with its last attempt. Details show all attempts and the payload, and retry it. */
export function WebhookEntry({ delivery, webhooks, messageId, onChanged }: Props) {
  const localization = useTexts();
  const { t, format } = localization;
  const { recado } = useAccount();
  const mayWrite = useScope("webhooks:write");
  const words = t.settings.webhooks;
  const { id, webhook_id, status, attempts, next_attempt_at: next } = delivery;
  const webhook = webhooks.find((one) => one.id === webhook_id);
  const retry = useMutation(
    () => recado.webhooks.retryDelivery({ webhook_id, delivery_id: id }),
    () => onChanged(),
  );
  const last = attempts.at(-1);
  return (
    <TimelineRow
      class={`delivery-${/^[a-z]+$/.test(status) ? status : "other"}`}
      title={
        <span class="wrap-anywhere">
          {t.messages.webhook}{" "}
          <a href={`/console/settings/webhooks/${webhook_id}`}>{webhook?.url ?? webhook_id}</a>
        </span>
      }
      at={delivery.created_at}
    >
      <p class="hint">
        {(words.statuses as Record<string, string>)[status] ?? status}
        {" · "}
        {last === undefined ? words.noAttempts : outcomeText(last, localization)}
        {status === "pending" && next !== null && ` · ${words.next}: ${format.instant(next)}`}
      </p>
      <details class="text-[0.8125rem]">
        <summary>{t.messages.attempts(format.number(attempts.length), attempts.length === 1)}</summary>
        <ol class="history">
          {attempts.map((attempt, index) => (
            <li key={index}>
              <time dateTime={attempt.attempted_at}>{format.instant(attempt.attempted_at)}</time>
              <div class="hint">{outcomeText(attempt, localization)}</div>
            </li>
          ))}
        </ol>
        <Payload of={delivery} messageId={messageId} />
        {mayWrite && webhook?.status === "enabled" && (
          <button type="button" class="btn btn-sm my-1" disabled={retry.busy} onClick={() => void retry.run()}>
            {words.retry}
          </button>
        )}
        <Failure of={retry.failure} />
      </details>
    </TimelineRow>
  );
}

function outcomeText(
  { response_status: code, error, duration_ms: ms }: WebhookDelivery["attempts"][number],
  localization: Localization,
): string {
  const { t, format } = localization;
  const words = t.settings.webhooks;
  return code === null
    ? words.failed(postReason(error ?? "", localization), format.number(ms))
    : words.responded(String(code), format.number(ms));
}
