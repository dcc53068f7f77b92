import { ArrowLeft } from "lucide";
import { useLocation, useRoute } from "preact-iso";
import { useState } from "preact/hooks";
import { etagOf, type Webhook, type WebhookEventTypeInput } from "../../../../client";
import { useTexts } from "../texts/language";
import { CopyButton } from "../../../design/copy-button";
import { Dialog } from "../../../design/dialog";
import { Icon } from "../../../design/icon";
import { useToast } from "../../../design/toast";
import { NotFound, isNotFound } from "../parts/not-found";
import { ConfirmButton } from "../parts/confirm-button";
import { Conflict, type Shown } from "../parts/conflict";
import { EndpointHealth } from "../parts/endpoint-health";
import { isSuccess } from "../parts/deliveries";
import { deliveredShare, endpointState, isLow } from "../parts/endpoint-state";
import { Failure } from "../parts/failure";
import { State } from "../parts/state";
import { useAccount, useScope } from "../service/signed-in";
import { useMutation } from "../service/use-mutation";
import { useDraft } from "../service/use-draft";
import { useQuery } from "../service/use-query";
import { Deliveries } from "./deliveries";
import { EventTypes } from "./event-types";
import { Replay } from "./replay";
import { Secret } from "./secret";
import { Heading } from "../parts/heading";
import { type Chosen, draftOf, type WebhookDraft, WebhookForm } from "./webhook-form";

const LIST_PATH = "/console/settings/webhooks";
const POLL_MS = 5_000;

export function WebhookPage() {
  const { t } = useTexts();
  const { recado } = useAccount();
  const { id = "" } = useRoute().params;
  const result = useQuery(id, (signal) => recado.webhooks.get({ webhook_id: id }, { signal }), {
    everyMs: POLL_MS,
  });
  const mayWrite = useScope("webhooks:write");
  const webhook = result.value;
  if (isNotFound(result)) {
    const { notFound, back } = t.settings.webhooks;
    return <NotFound title={notFound} href={LIST_PATH} linkText={back} />;
  }
  return (
    <>
      <a class="back" href={LIST_PATH}>
        <Icon of={ArrowLeft} />
        {t.settings.webhooks.back}
      </a>
      <State result={result} />
      {webhook !== null && (
        <>
          <div class="head">
            <Title of={webhook} />
            {mayWrite && <Actions webhook={webhook} onChanged={result.refetch} />}
          </div>
          <div class="columns">
            <div>
              <Health of={webhook} />
              {mayWrite && webhook.status === "enabled" && <Test webhook={webhook} />}
            </div>
            <section class="card">
              <h2>{t.settings.webhooks.about}</h2>
              <Facts of={webhook} />
            </section>
          </div>
          <Deliveries webhook={webhook} />
        </>
      )}
    </>
  );
}

/** Description, address and state. Without a description, the address is the heading. */
function Title({ of: { url, description }, of: webhook }: { of: Webhook }) {
  const { t } = useTexts();
  const copy = <CopyButton value={url} label={t.settings.webhooks.copyUrl} copiedLabel={t.settings.copied} />;
  return (
    <div class="min-w-0">
      <div class="flex items-center gap-2">
        <Heading name={description ?? url} />
        {description === null && copy}
      </div>
      {description !== null && (
        <p class="hint wrap-anywhere">
          {url} {copy}
        </p>
      )}
      <EndpointHealth of={webhook} isBrief />
    </div>
  );
}

/** Figures of the last 24 hours. */
function Health({ of: webhook }: { of: Webhook }) {
  const { t, format } = useTexts();
  const words = t.settings.webhooks;
  const { health } = webhook;
  const share = deliveredShare(health);
  const last = health.last_attempt;
  const tone = endpointState(webhook) === "failing" ? "refusal" : isLow(share) ? "warning" : undefined;
  const figures: readonly [name: string, value: string, tone?: string | false][] = [
    [words.rateName, share === null ? "—" : format.share(share), tone],
    [words.deliveredName, format.number(health.delivered)],
    [words.failedName, format.number(health.failed), health.failed > 0 && tone],
    [
      words.lastResponse,
      last === null ? "—" : String(last.response_status ?? words.noResponse),
      last !== null && !isSuccess(last) && "refusal",
    ],
  ];
  return (
    <section class="card">
      <h2>{words.health.window}</h2>
      <dl class="figures in-card grid-cols-2 sm:grid-cols-4">
        {figures.map(([name, value, ownTone]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class={ownTone || undefined}>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface Props {
  webhook: Webhook;
  onChanged(): void;
}

function Facts({ of: webhook }: { of: Webhook }) {
  const { t, format } = useTexts();
  const words = t.settings.webhooks;
  return (
    <dl class="facts-list">
      <div>
        <dt>{words.events}</dt>
        <dd>
          <EventTypes of={webhook.event_types} />
        </dd>
      </div>
      <div>
        <dt>{words.created}</dt>
        <dd>{format.instant(webhook.created_at)}</dd>
      </div>
    </dl>
  );
}

/** Actions of the page: the deletion comes last. */
function Actions({ webhook, onChanged }: Props) {
  const { t } = useTexts();
  const { recado } = useAccount();
  const { route } = useLocation();
  const [secret, setSecret] = useState<string | null>(null);
  const words = t.settings.webhooks;
  const ref = { webhook_id: webhook.id };
  const enable = useMutation(() => recado.webhooks.update({ ...ref, status: "enabled" }), onChanged);
  const disable = useMutation(() => recado.webhooks.update({ ...ref, status: "disabled" }), onChanged);
  const rotate = useMutation(
    () => recado.webhooks.rotateSecret(ref),
    (rotated) => setSecret(rotated.secret),
  );
  const remove = useMutation(
    () => recado.webhooks.delete(ref),
    () => route(LIST_PATH, true),
  );
  const isEnabled = webhook.status === "enabled";
  return (
    <>
      <div class="choices">
        {!isEnabled && (
          <button
            type="button"
            class="btn btn-primary"
            disabled={enable.busy}
            onClick={() => void enable.run()}
          >
            {words.enable}
          </button>
        )}
        <Edit webhook={webhook} onChanged={onChanged} />
        {isEnabled && <Replay webhook={webhook} onDone={onChanged} />}
        <ConfirmButton label={words.rotate} action={rotate}>
          <p>{words.rotateSure}</p>
        </ConfirmButton>
        {isEnabled && (
          <ConfirmButton label={words.disable} action={disable}>
            <p>{words.disableSure}</p>
          </ConfirmButton>
        )}
        <ConfirmButton label={words.remove} action={remove} isDangerous>
          <p>{words.removeSure}</p>
        </ConfirmButton>
      </div>
      <Failure of={enable.failure} />
      {secret !== null && (
        <Secret title={words.rotated} label={words.secret} value={secret} onClose={() => setSecret(null)} />
      )}
    </>
  );
}

function Edit({ webhook, onChanged }: Props) {
  const { t } = useTexts();
  const { recado } = useAccount();
  const showToast = useToast();
  const draft = useDraft(`webhook ${webhook.id}`, draftOf(webhook), etagOf(webhook));
  const [isOpen, setOpen] = useState(draft.isRestored);
  const update = useMutation(
    (chosen: Chosen, ifMatch: string | undefined) =>
      recado.webhooks.update({ webhook_id: webhook.id, ...chosen }, { ifMatch }),
    (saved) => {
      draft.settle(draftOf(saved), etagOf(saved));
      setOpen(false);
      showToast({ text: t.settings.webhooks.saved });
      onChanged();
    },
  );
  const words = t.settings.webhooks;
  const shown = (one: WebhookDraft): Shown => [
    [words.url, one.url],
    [words.description, one.description],
    [
      words.events,
      [...one.event_types]
        .sort()
        .map((type) => t.settings.events[type])
        .join(", "),
    ],
  ];
  const chosen = { ...draft.value, description: draft.value.description.trim() || null };
  return (
    <>
      <button type="button" class="btn" onClick={() => setOpen(true)}>
        {words.edit}
      </button>
      {isOpen && (
        <Dialog title={words.edit} closeLabel={t.menu.close} onClose={() => setOpen(false)}>
          <WebhookForm draft={draft} submit={words.saveChanges} action={update}>
            <Conflict
              {...{ failure: update.failure, version: draft.version, busy: update.busy }}
              read={(signal) => recado.webhooks.get({ webhook_id: webhook.id }, { signal })}
              own={shown(draft.value)}
              shown={(other) => shown(draftOf(other))}
              onLoadOther={(other) => {
                draft.settle(draftOf(other), etagOf(other));
                update.forget();
              }}
              onOverwrite={(other) => void update.run(chosen, etagOf(other))}
            />
          </WebhookForm>
        </Dialog>
      )}
    </>
  );
}

function Test({ webhook }: { webhook: Webhook }) {
  const { t } = useTexts();
  const { recado } = useAccount();
  const [isSent, setSent] = useState(false);
  const words = t.settings.webhooks;
  const test = useMutation(
    (type: WebhookEventTypeInput) => recado.webhooks.test({ webhook_id: webhook.id, event_type: type }),
    () => setSent(true),
  );
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void test.run(new FormData(event.currentTarget as HTMLFormElement).get("type") as WebhookEventTypeInput);
  };
  return (
    <form class="card" onSubmit={submit}>
      <h2>{words.testTitle}</h2>
      <div class="flex flex-wrap gap-2">
        <select name="type" class="sm:min-w-72 flex-1" aria-label={words.testEvent}>
          {webhook.event_types.map((type) => (
            <option key={type} value={type}>
              {(t.settings.events as Record<string, string>)[type] ?? type}
            </option>
          ))}
        </select>
        <button type="submit" disabled={test.busy}>
          {words.test}
        </button>
      </div>
      <Failure of={test.failure} />
      <p role="status" class="hint">
        {isSent && words.tested}
      </p>
    </form>
  );
}
