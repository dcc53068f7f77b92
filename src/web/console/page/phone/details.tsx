import type { Message, Webhook, WebhookDelivery } from "../../../../client";
import { CopyButton } from "../../../design/copy-button";
import { Attempts, DeliveryStatus, LastAttempt, RetryButton, useRetry } from "../parts/deliveries";
import { ErrorCodes, ErrorDetails } from "../parts/error-details";
import { Failure } from "../parts/failure";
import { Payload } from "../parts/payload";
import { phoneText } from "../parts/phone-text";
import { blockText } from "../parts/reasons";
import { Scheduled } from "../parts/scheduled";
import { State } from "../parts/state";
import { Status } from "../parts/status";
import { useAccount, useScope } from "../service/signed-in";
import type { Mutation } from "../service/use-mutation";
import { useQuery } from "../service/use-query";
import { useTexts, wordFor } from "../texts/language";
import { Checkbox } from "../parts/field";
import { Pair } from "../parts/fact";

const MAX_DELIVERIES = 100;

interface Props {
  /** Selected message, as the list of messages has it; null if there is none. */
  listed: Message | null;
  /** Name of the number's contact. */
  name: string | undefined;
  isFollowing: boolean;
  onFollow(isFollowing: boolean): void;
  paceMs: number;
}

/** Selected message with its history, and the webhook deliveries that the message caused. */
export function Details({ listed, name, isFollowing, onFollow, paceMs }: Props) {
  const { t } = useTexts();
  const { recado } = useAccount();
  const mayReadWebhooks = useScope("webhooks:read");
  const { id = null, status, updated_at } = listed ?? {};
  // Only single messages have a history. The message is read again when its status or time has changed.
  const result = useQuery(`detail ${id} ${status} ${updated_at}`, async (signal) =>
    id === null ? null : recado.messages.get({ message_id: id }, { signal }),
  );
  const message = result.value?.id === id ? result.value : null;
  return (
    <>
      <h2 id="phone-details-title" tabIndex={-1}>
        {t.phone.message}
      </h2>
      <Checkbox
        {...{
          label: t.phone.follow,
          checked: isFollowing,
          class: "mt-1 text-[0.8125rem]",
          onChange: onFollow,
        }}
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
  const blocked = blockText(message.block_reason, t);
  const known = error && (t.faults as Record<string, { what: string; todo: string }>)[error.code];
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
          <p class="refusal">{known?.what ?? error.message}</p>
          {known && <p class="hint">{known.todo}</p>}
          <ErrorDetails of={error} />
          <ErrorCodes of={error} />
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
        <Origins of={message} />
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

/** Links to the campaign, the template and the earlier message that the message came from. */
function Origins({ of }: { of: Message }) {
  const { t } = useTexts();
  const { recado } = useAccount();
  const [mayReadCampaigns, mayReadTemplates] = [useScope("campaigns:read"), useScope("templates:read")];
  const { campaign_id, template_id, parent_message_id: parentId } = of;
  const names = useQuery(`origins ${campaign_id} ${template_id}`, async (signal) => {
    const [campaign, template] = await Promise.all([
      campaign_id !== null && mayReadCampaigns ? recado.campaigns.get({ campaign_id }, { signal }) : null,
      template_id !== null && mayReadTemplates ? recado.templates.get({ template_id }, { signal }) : null,
    ]);
    return { campaign: campaign?.name, template: template?.name };
  }).value;
  const origins: [label: string, path: string, id: string | null, text: string | undefined][] = [
    [t.messages.campaign, "/console/campaigns", campaign_id, names?.campaign],
    [t.messages.template, "/console/templates", template_id, names?.template],
    [t.messages.parent, "/console/messages", parentId, t.phone.earlierMessage],
  ];
  return (
    <>
      {origins.map(([label, path, id, text]) => (
        <Pair key={label} name={label}>
          {id === null ? null : <a href={`${path}/${id}`}>{text ?? id}</a>}
        </Pair>
      ))}
    </>
  );
}

function Deliveries({ id, paceMs }: { id: string; paceMs: number }) {
  const { t } = useTexts();
  const { recado } = useAccount();
  const webhooks = useQuery(
    "webhooks",
    async (signal) => (await recado.webhooks.list({ limit: MAX_DELIVERIES }, { signal })).data,
    { everyMs: 15 * paceMs },
  );
  const result = useQuery(
    `deliveries ${id}`,
    async (signal) =>
      (await recado.webhooks.listDeliveriesOfMessage({ message_id: id, limit: MAX_DELIVERIES }, { signal }))
        .data,
    { everyMs: 3 * paceMs },
  );
  const retry = useRetry(result.refetch);
  const known = webhooks.value ?? [];
  return (
    <>
      <h3 class="mt-4 mb-1">{t.phone.deliveries}</h3>
      <State result={result} />
      <Failure of={retry.failure} />
      {webhooks.value?.length === 0 && (
        <p class="hint">
          {t.phone.noWebhooks} <a href="/console/settings/webhooks">{t.phone.toWebhooks}</a>
        </p>
      )}
      {result.value?.length === 0 && known.length > 0 && <p class="hint">{t.phone.noDeliveries}</p>}
      <ul class="rows text-[0.8125rem]">
        {result.value?.map((delivery) => (
          <Delivery
            key={delivery.id}
            {...{ delivery, messageId: id, retry }}
            webhook={known.find((webhook) => webhook.id === delivery.webhook_id)}
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
      <RetryButton {...{ delivery, webhook, retry }} />
    </li>
  );
}
