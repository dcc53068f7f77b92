import { useState } from "preact/hooks";
import type { Webhook, WebhookWithSecret } from "../../../../client";
import { useTexts } from "../texts/language";
import { FirstUse } from "../parts/listing";
import { EndpointHealth } from "../parts/endpoint-health";
import { State } from "../parts/state";
import { Table } from "../parts/table";
import { useAccount, useScope } from "../service/signed-in";
import { useMutation } from "../service/use-mutation";
import { useDraft } from "../service/use-draft";
import { useQuery } from "../service/use-query";
import { Secret } from "./secret";
import { Heading } from "../parts/heading";
import { type Chosen, EMPTY, WebhookForm } from "./webhook-form";

/** Page size. One page suffices, because an account has at most ten endpoints. */
const MAX_WEBHOOKS = 100;
const POLL_MS = 10_000;

export function Webhooks() {
  const { t } = useTexts();
  const { recado } = useAccount();
  const mayWrite = useScope("webhooks:write");
  const [made, setMade] = useState<WebhookWithSecret | null>(null);
  const result = useQuery("webhooks", (signal) => recado.webhooks.list({ limit: MAX_WEBHOOKS }, { signal }), {
    everyMs: POLL_MS,
  });
  const draft = useDraft("webhook new", EMPTY);
  const create = useMutation(
    (chosen: Chosen, _version: string | undefined) => recado.webhooks.create(chosen),
    (webhook) => {
      draft.discard();
      setMade(webhook);
      result.refetch();
    },
  );
  const webhooks = result.value?.data;
  return (
    <>
      <Heading name={t.settings.tabs.webhooks} />
      <p class="hint">{t.settings.webhooks.intro}</p>
      {made !== null && (
        <Secret
          title={t.settings.webhooks.made}
          label={t.settings.webhooks.secret}
          value={made.secret}
          onClose={() => setMade(null)}
        />
      )}
      <State result={result} />
      {webhooks?.length === 0 && <FirstUse words={t.settings.webhooks.none} />}
      {webhooks !== undefined && webhooks.length > 0 && <List webhooks={webhooks} />}
      {mayWrite && (
        <details class="card adds" key={made?.id} open={draft.isRestored || undefined}>
          <summary>{t.settings.webhooks.create}</summary>
          <WebhookForm draft={draft} submit={t.settings.webhooks.save} action={create} />
        </details>
      )}
    </>
  );
}

function List({ webhooks }: { webhooks: readonly Webhook[] }) {
  const { t, format } = useTexts();
  const { webhooks: words, events } = t.settings;
  return (
    <Table label={t.settings.tabs.webhooks} columns={[words.url, words.events, words.state, words.created]}>
      {webhooks.map((webhook) => (
        <tr key={webhook.id}>
          <td class="name">
            <a href={`/console/settings/webhooks/${webhook.id}`}>{webhook.url}</a>
            {webhook.description !== null && <div class="hint">{webhook.description}</div>}
          </td>
          <td>
            {webhook.event_types.map((type) => (
              <div key={type}>{(events as Record<string, string>)[type] ?? type}</div>
            ))}
          </td>
          <td>
            <EndpointHealth of={webhook} />
          </td>
          <td>{format.instant(webhook.created_at)}</td>
        </tr>
      ))}
    </Table>
  );
}
