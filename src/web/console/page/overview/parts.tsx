import type { ComponentChildren } from "preact";
import type { Sender, Webhook } from "../../../../client";
import { useTexts } from "../texts/language";
import { CampaignProgress } from "../parts/campaign-progress";
import { EndpointHealth } from "../parts/endpoint-health";
import { byUrgency } from "../parts/endpoint-state";
import { phoneText } from "../parts/phone-text";
import { SenderState } from "../parts/sender-state";
import { State } from "../parts/state";
import { useAccount } from "../service/signed-in";
import { type QueryResult, useQuery } from "../service/use-query";
import { isBroken } from "./attention-rules";

const POLL_MS = 10_000;
const MAX_ITEMS = 100;

interface PartProps {
  title: string;
  result: QueryResult<unknown>;
  isEmpty: boolean;
  children: ComponentChildren;
}

/** Card with a list. Without entries there is no card. */
export function Part({ title, result, isEmpty, children }: PartProps) {
  if (isEmpty && result.failure === null) return null;
  return (
    <section class="card">
      <h2>{title}</h2>
      <State result={result} />
      {!isEmpty && <ul class="rows">{children}</ul>}
    </section>
  );
}

export function RunningCampaigns() {
  const { t } = useTexts();
  const { recado } = useAccount();
  const result = useQuery(
    "running",
    (signal) => recado.campaigns.list({ status: ["running"], limit: MAX_ITEMS }, { signal }),
    { everyMs: POLL_MS },
  );
  const running = result.value?.data ?? [];
  return (
    <Part title={t.overview.running} result={result} isEmpty={running.length === 0}>
      {running.map((campaign) => (
        <li key={campaign.id}>
          <a class="line" href={`/console/campaigns/${campaign.id}`}>
            {campaign.name}
          </a>
          <CampaignProgress of={campaign} />
        </li>
      ))}
    </Part>
  );
}

/** Lists webhook endpoints with their health, except endpoints that need attention. */
export function Webhooks({ result }: { result: QueryResult<readonly Webhook[]> }) {
  const { t } = useTexts();
  const endpoints = byUrgency((result.value ?? []).filter((webhook) => !isBroken(webhook)));
  return (
    <Part title={t.overview.webhooks} result={result} isEmpty={endpoints.length === 0}>
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

export function Senders({ result }: { result: QueryResult<readonly Sender[]> }) {
  const { t, format } = useTexts();
  const senders = result.value ?? [];
  return (
    <Part title={t.overview.senders} result={result} isEmpty={senders.length === 0}>
      {senders.map((sender) => (
        <li key={sender.id}>
          <span>
            {(t.channel as Record<string, string>)[sender.channel] ?? sender.channel}{" "}
            {phoneText(sender.address)}
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
      ))}
    </Part>
  );
}
