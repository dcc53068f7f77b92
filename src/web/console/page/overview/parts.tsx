import { ArrowRight } from "lucide";
import type { ComponentChildren } from "preact";
import { useLocation } from "preact-iso";
import type { Campaign, Sender, Webhook } from "../../../../client";
import { DataTable } from "../../../design/data-table";
import { Icon } from "../../../design/icon";
import { columnsOf } from "../campaigns/list";
import { useTexts, wordFor } from "../texts/language";
import { EndpointHealth } from "../parts/endpoint-health";
import { byUrgency } from "../parts/endpoint-state";
import { phoneText } from "../../../../messaging/phone-text";
import { SenderState } from "../parts/senders";
import { State } from "../parts/state";
import type { QueryResult } from "../service/hooks";
import { isBroken, isStuck, recentOf } from "./attention-rules";

const CAMPAIGNS = "/console/campaigns";

interface PartProps {
  title: string;
  result: QueryResult<unknown>;
  isEmpty: boolean;
  children: ComponentChildren;
}

/** Shows a list in a card with a title. Shows nothing for an empty list, unless its request failed. */
function Part({ title, result, isEmpty, children }: PartProps) {
  if (isEmpty && result.failure === null) return null;
  return (
    <section class="card">
      <h2>{title}</h2>
      <State result={result} />
      {!isEmpty && <ul class="rows">{children}</ul>}
    </section>
  );
}

/** Lists up to five of the newest campaigns, running campaigns first. Shows nothing if there are none. */
export function Campaigns({ result }: { result: QueryResult<readonly Campaign[]> }) {
  const localization = useTexts();
  const { route } = useLocation();
  const { t } = localization;
  const shown = recentOf(result.value ?? []);
  if (shown.length === 0) return null;
  return (
    <section class="card">
      <div class="card-head">
        <h2>{t.overview.campaigns}</h2>
        <a class="btn btn-ghost btn-sm" href={CAMPAIGNS}>
          {t.overview.allCampaigns}
          <Icon of={ArrowRight} size={14} />
        </a>
      </div>
      <DataTable
        label={t.overview.campaigns}
        columns={columnsOf(localization)}
        rows={shown}
        idOf={({ id }) => id}
        onOpen={({ id }) => route(`${CAMPAIGNS}/${id}`)}
      />
    </section>
  );
}

/** Lists the webhook endpoints with their health, except failing endpoints and disabled endpoints. */
export function Webhooks({ result }: { result: QueryResult<readonly Webhook[]> }) {
  const { t } = useTexts();
  const endpoints = byUrgency((result.value ?? []).filter((webhook) => !isBroken(webhook)));
  return (
    <Part title={t.settings.tabs.webhooks} result={result} isEmpty={endpoints.length === 0}>
      {endpoints.map((webhook) => (
        <li key={webhook.id}>
          <a class="line" href={`/console/settings/webhooks/${webhook.id}`}>
            {webhook.description || webhook.url}
          </a>
          {webhook.description && <span class="line hint">{webhook.url}</span>}
          <EndpointHealth of={webhook} />
        </li>
      ))}
    </Part>
  );
}

/** Lists the senders. While all senders are healthy, shows one line that the user can expand to the list. */
export function Senders({ result }: { result: QueryResult<readonly Sender[]> }) {
  const { t, format } = useTexts();
  const senders = result.value ?? [];
  const areHealthy = senders.every((sender) => !isStuck(sender, Date.now()));
  const list = senders.map((sender) => (
    <li key={sender.id}>
      <span>
        {wordFor(t.channel, sender.channel)} {phoneText(sender.address)}
      </span>{" "}
      <span class="hint">
        {sender.carrier}, {t.overview.speed(format.number(sender.max_per_second))}
      </span>
      {(sender.state !== "ready" || sender.waiting_since !== null) && (
        <div>
          <SenderState of={sender} />
        </div>
      )}
    </li>
  ));
  if (senders.length === 0 || !areHealthy || result.failure !== null) {
    return (
      <Part title={t.settings.tabs.senders} result={result} isEmpty={senders.length === 0}>
        {list}
      </Part>
    );
  }
  return (
    <details class="card">
      <summary>
        <h2 class="inline">{t.settings.tabs.senders}</h2>{" "}
        <span class="status tone-good ml-2">{t.overview.sendersReady}</span>
      </summary>
      <ul class="rows mt-2">{list}</ul>
    </details>
  );
}
