import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import type { Webhook, WebhookWithSecret } from "../../../../client";
import { useTexts } from "../texts/language";
import { type Column, DataTable } from "../../../design/data-table";
import { Dialog } from "../../../design/dialog";
import { FirstUse, ListHead } from "../parts/listing";
import { EndpointHealth } from "../parts/endpoint-health";
import { byUrgency } from "../parts/endpoint-state";
import { State } from "../parts/state";
import { When } from "../parts/when";
import { useMutation, useQuery, useScope } from "../service/hooks";
import { useDraft } from "../service/use-draft";
import { EventTypes } from "./event-types";
import { Secret } from "./secret";
import { EMPTY, requestOf, WebhookForm } from "./webhook-form";

/** Page size. One page suffices, because an account has at most ten endpoints. */
const MAX_WEBHOOKS = 100;
const POLL_MS = 10_000;

export function Webhooks() {
  const { t } = useTexts();
  const mayWrite = useScope("webhooks:write");
  const [made, setMade] = useState<WebhookWithSecret | null>(null);
  const result = useQuery("webhooks", (recado) => recado.webhooks.list({ limit: MAX_WEBHOOKS }), {
    everyMs: POLL_MS,
  });
  const draft = useDraft("webhook new", EMPTY);
  const [isOpen, setOpen] = useState(draft.isRestored);
  const create = useMutation(
    (recado) => recado.webhooks.create(requestOf(draft.value)),
    (webhook) => {
      draft.discard();
      setMade(webhook);
      setOpen(false);
      result.refetch();
    },
  );
  const webhooks = result.value?.data;
  return (
    <>
      <ListHead
        title={t.settings.tabs.webhooks}
        intro={t.settings.webhooks.intro}
        action={mayWrite ? { label: t.settings.webhooks.create, to: () => setOpen(true) } : null}
      />
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
      {mayWrite && isOpen && (
        <Dialog title={t.settings.webhooks.create} closeLabel={t.menu.close} onClose={() => setOpen(false)}>
          <WebhookForm
            draft={draft}
            submit={t.settings.webhooks.save}
            action={create}
            onSubmit={() => void create.run()}
            onCancel={() => setOpen(false)}
          />
        </Dialog>
      )}
    </>
  );
}

function List({ webhooks }: { webhooks: readonly Webhook[] }) {
  const { t } = useTexts();
  const { route } = useLocation();
  const words = t.settings.webhooks;
  const addressOf = ({ id }: Webhook) => `/console/settings/webhooks/${id}`;
  const columns: readonly Column<Webhook>[] = [
    {
      name: words.url,
      isTitle: true,
      cell: (webhook) => (
        <div class="name min-w-40">
          <a class="hover:underline" href={addressOf(webhook)}>
            {webhook.url}
          </a>
          {webhook.description !== null && <div class="hint">{webhook.description}</div>}
        </div>
      ),
    },
    {
      name: t.messages.status,
      onCard: "text",
      class: "sm:min-w-52",
      cell: (webhook) => <EndpointHealth of={webhook} />,
    },
    {
      name: words.events,
      cell: ({ event_types: types }) => <EventTypes of={types} />,
    },
    { name: t.contacts.createdAt, class: "when", cell: ({ created_at: at }) => <When at={at} /> },
  ];
  return (
    <DataTable
      label={t.settings.tabs.webhooks}
      columns={columns}
      rows={byUrgency(webhooks)}
      idOf={({ id }) => id}
      onOpen={(webhook) => route(addressOf(webhook))}
    />
  );
}
