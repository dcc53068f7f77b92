import type { Message, Webhook, WebhookDelivery } from "../../../../client";
import { CopyButton } from "../../../design/copy-button";
import { Attempts, DeliveryStatus, LastAttempt, Payload, RetryButton, useRetry } from "../parts/deliveries";
import { useDeliveries } from "../messages/timeline";
import { ErrorExplanation } from "../parts/error-details";
import { Failure, State } from "../parts/state";
import { phoneText } from "../../../../messaging/phone-text";
import { blockText } from "../parts/reasons";
import { Scheduled, Status } from "../parts/status";
import { type Mutation, useQuery, useScope } from "../service/hooks";
import { useTexts, wordFor } from "../texts/language";
import { Checkbox } from "../parts/form";
import { NamedLink, Pair } from "../parts/fact";

interface Props {
  /** Selected message as the list has it, without its history; null if none is selected. */
  listed: Message | null;
  /** Name of the contact with the phone's number; undefined if there is none. */
  name: string | undefined;
  isFollowing: boolean;
  onFollow(isFollowing: boolean): void;
  paceMs: number;
}

/** Shows the selected message with its history, and the webhook deliveries of its events. */
export function Details({ listed, name, isFollowing, onFollow, paceMs }: Props) {
  const { t } = useTexts();
  const mayReadWebhooks = useScope("webhooks:read");
  const { id = null, status, updated_at } = listed ?? {};
  // The list omits the history. When the listed status or time changes, the page reads the message again.
  const result = useQuery(`detail ${id} ${status} ${updated_at}`, async (recado) =>
    id === null ? null : recado.messages.get({ message_id: id }),
  );
  const message = result.value?.id === id ? result.value : null;
  return (
    <>
      <h2 id="phone-details-title" tabIndex={-1}>
        {t.palette.kinds.message}
      </h2>
      <Checkbox
        label={t.phone.follow}
        checked={isFollowing}
        class="mt-1 text-[0.8125rem]"
        onChange={onFollow}
      />
      {id === null ? <p class="hint mt-2">{t.phone.none}</p> : <State result={result} />}
      {message !== null && <Facts message={message} name={name} />}
      {id !== null && mayReadWebhooks && <Deliveries key={id} id={id} paceMs={paceMs} />}
    </>
  );
}

function Facts({ message, name }: { message: Message; name: string | undefined }) {
  const { t, format } = useTexts();
  const { id, channel, status, to, sender, segments, price, error } = message;
  const { campaign_id: campaignId, template_id: templateId, parent_message_id: parentId } = message;
  const blocked = blockText(message.block_reason, t);
  const facts: [name: string, value: string | null][] = [
    [t.messages.channel, wordFor(t.channel, channel)],
    [
      t.messages.recipient,
      [name, to === null ? t.conversation.numberErased : phoneText(to)].filter(Boolean).join(" · "),
    ],
    [t.messages.sender, sender === null ? null : phoneText(sender)],
    [t.messages.segments, segments === null ? null : format.number(segments)],
    [t.messages.price, format.unitPrice(price)],
    [t.messages.carrier, message.carrier],
    [t.messages.clientReference, message.client_reference],
  ];
  return (
    <>
      {error !== null && (
        <div class="mt-2 text-[0.8125rem]">
          <ErrorExplanation of={error} class="refusal" />
        </div>
      )}
      <dl class="phone-facts">
        <Pair name={t.messages.status}>
          <Status status={status} />
          {blocked !== null && <div class="hint">{blocked}</div>}
          <Scheduled of={message} />
        </Pair>
        {facts.map(([label, value]) => (
          <Pair key={label} name={label}>
            {value}
          </Pair>
        ))}
        <Pair name={t.palette.kinds.campaign}>
          {campaignId && <NamedLink kind="campaign" id={campaignId} />}
        </Pair>
        <Pair name={t.palette.kinds.template}>
          {templateId && <NamedLink kind="template" id={templateId} />}
        </Pair>
        <Pair name={t.messages.parent}>
          {parentId && <a href={`/console/messages/${parentId}`}>{t.phone.earlierMessage}</a>}
        </Pair>
        <div>
          <dt>{t.messages.id}</dt>
          <dd class="flex min-w-0 items-center">
            <code class="truncate" title={id}>
              {id}
            </code>
            <CopyButton value={id} label={t.phone.copyId} copiedLabel={t.settings.copied} />
          </dd>
        </div>
      </dl>
      <p class="mt-2 text-[0.8125rem]">
        <a href={`/console/messages/${id}`}>{t.phone.openMessage}</a>
      </p>
      <h3 class="mt-4 mb-1">{t.contacts.history}</h3>
      <ol class="phone-history">
        {message.status_history.map((step, index) => (
          <li key={index} class="flex flex-wrap justify-between gap-x-3 py-0.5 text-[0.8125rem]">
            <Status status={step.status} />
            <time class="hint" dateTime={step.occurred_at}>
              {format.instant(step.occurred_at)}
            </time>
          </li>
        ))}
      </ol>
    </>
  );
}

function Deliveries({ id, paceMs }: { id: string; paceMs: number }) {
  const { t } = useTexts();
  const { deliveries, endpoints } = useDeliveries(id, 3 * paceMs);
  const retry = useRetry(deliveries.refetch);
  const webhooks = endpoints.value ?? [];
  return (
    <>
      <h3 class="mt-4 mb-1">{t.phone.deliveries}</h3>
      <State result={deliveries} />
      <Failure of={retry.failure} />
      {endpoints.value?.length === 0 && (
        <p class="hint">
          {t.phone.noWebhooks} <a href="/console/settings/webhooks">{t.phone.toWebhooks}</a>
        </p>
      )}
      {webhooks.length > 0 && deliveries.value?.length === 0 && <p class="hint">{t.messages.noDeliveries}</p>}
      <ul class="rows text-[0.8125rem]">
        {deliveries.value?.map((delivery) => (
          <Delivery
            key={delivery.id}
            delivery={delivery}
            messageId={id}
            retry={retry}
            webhook={webhooks.find((webhook) => webhook.id === delivery.webhook_id)}
          />
        ))}
      </ul>
    </>
  );
}

interface DeliveryProps {
  delivery: WebhookDelivery;
  messageId: string;
  webhook: Webhook | undefined;
  retry: Mutation<[WebhookDelivery]>;
}

function Delivery({ delivery, messageId, webhook, retry }: DeliveryProps) {
  const { t } = useTexts();
  return (
    <li>
      <a class="link" href={`/console/settings/webhooks/${delivery.webhook_id}`}>
        {webhook?.url ?? delivery.webhook_id}
      </a>
      <div>
        <DeliveryStatus of={delivery} />
      </div>
      <LastAttempt of={delivery} />
      <details>
        <summary>{t.settings.webhooks.attempts}</summary>
        <Attempts of={delivery} />
      </details>
      <Payload of={delivery} messageId={messageId} />
      <RetryButton delivery={delivery} webhook={webhook} retry={retry} />
    </li>
  );
}
