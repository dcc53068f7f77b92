import { useLocation, useRoute } from "preact-iso";
import { useState } from "preact/hooks";
import type { Webhook, WebhookEventTypeInput } from "../../../../client";
import { useTexts, wordFor } from "../texts/language";
import { CopyButton } from "../../../design/copy-button";
import { useToast } from "../../../design/toast";
import { ConfirmButton, DialogButton } from "../parts/dialog-buttons";
import { Conflict, type Shown } from "../parts/conflict";
import { deliveredShare, endpointAdvice, endpointState, isLow } from "../parts/endpoint-state";
import { EndpointHealth } from "../parts/endpoint-health";
import { isSuccess } from "../parts/deliveries";
import { ActionButton, Failure } from "../parts/state";
import { useMutation, useQuery, useScope } from "../service/hooks";
import { Deliveries } from "./deliveries";
import { EventTypes } from "./event-types";
import { Replay } from "./replay";
import { Secret } from "./secret";
import { Heading, ResourcePage } from "../parts/resource-page";
import { draftOf, requestOf, type WebhookDraft, WebhookForm } from "./webhook-form";
import { useEdit } from "../service/use-draft";
import { Pair } from "../parts/fact";
import { Figures, type FigureText } from "../parts/figures";

const LIST_PATH = "/console/settings/webhooks";
const POLL_MS = 5_000;

export function WebhookPage() {
  const { t } = useTexts();
  const { id = "" } = useRoute().params;
  const result = useQuery(id, (recado) => recado.webhooks.get({ webhook_id: id }), { everyMs: POLL_MS });
  const mayWrite = useScope("webhooks:write");
  const { notFound, back, about } = t.settings.webhooks;
  return (
    <ResourcePage result={result} notFound={notFound} back={{ href: LIST_PATH, text: back }}>
      {(webhook) => (
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
              <h2>{about}</h2>
              <Facts of={webhook} />
            </section>
          </div>
          <Deliveries key={webhook.id} webhook={webhook} />
        </>
      )}
    </ResourcePage>
  );
}

/** Shows a webhook's description, address and state. Without a description, the address is the heading. */
function Title({ of: { url, description }, of: webhook }: { of: Webhook }) {
  const { t } = useTexts();
  const advice = endpointAdvice(webhook, t);
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
      {advice !== null && <p class="hint pl-[0.9rem]">{advice}</p>}
    </div>
  );
}

/** Shows the endpoint's success rate and deliveries of the last 24 hours, and its last response. */
function Health({ of: webhook }: { of: Webhook }) {
  const { t, format } = useTexts();
  const words = t.settings.webhooks;
  const { health } = webhook;
  const share = deliveredShare(health);
  const last = health.last_attempt;
  const tone = endpointState(webhook) === "failing" ? "refusal" : isLow(share) ? "warning" : undefined;
  const figures: FigureText[] = [
    [words.rateName, share === null ? "—" : format.share(share), null, tone],
    [t.rates.delivered, format.number(health.delivered)],
    [words.failedName, format.number(health.failed), null, health.failed > 0 && tone],
    [
      words.lastResponse,
      last === null ? "—" : String(last.response_status ?? t.common.none),
      null,
      last !== null && !isSuccess(last) && "refusal",
    ],
  ];
  return (
    <section class="card">
      <h2>{words.health.window}</h2>
      <Figures of={figures} class="grid-cols-2 sm:grid-cols-4" />
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
      <Pair name={words.events}>
        <EventTypes of={webhook.event_types} />
      </Pair>
      <Pair name={t.contacts.createdAt}>{format.instant(webhook.created_at)}</Pair>
    </dl>
  );
}

function Actions({ webhook, onChanged }: Props) {
  const { t } = useTexts();
  const { route } = useLocation();
  const [secret, setSecret] = useState<string | null>(null);
  const words = t.settings.webhooks;
  const ref = { webhook_id: webhook.id };
  const enable = useMutation((recado) => recado.webhooks.update({ ...ref, status: "enabled" }), onChanged);
  const disable = useMutation((recado) => recado.webhooks.update({ ...ref, status: "disabled" }), onChanged);
  const rotate = useMutation(
    (recado) => recado.webhooks.rotateSecret(ref),
    (rotated) => setSecret(rotated.secret),
  );
  const remove = useMutation(
    (recado) => recado.webhooks.delete(ref),
    () => route(LIST_PATH, true),
  );
  const isEnabled = webhook.status === "enabled";
  return (
    <>
      <div class="choices">
        {!isEnabled && (
          <ActionButton
            type="button"
            class="btn btn-primary"
            isBusy={enable.busy}
            onClick={() => void enable.run()}
          >
            {words.enable}
          </ActionButton>
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
        <ConfirmButton label={t.common.delete} action={remove} isDangerous>
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
  const showToast = useToast();
  const words = t.settings.webhooks;
  const ref = { webhook_id: webhook.id };
  const edit = useEdit({
    place: `webhook ${webhook.id}`,
    current: webhook,
    enteredOf: draftOf,
    save: (recado, entered, ifMatch) =>
      recado.webhooks.update({ ...ref, ...requestOf(entered) }, { ifMatch }),
    onSaved() {
      setOpen(false);
      showToast({ text: t.common.saved });
      onChanged();
    },
  });
  const [isOpen, setOpen] = useState(edit.draft.isRestored);
  const shown = ({ url, description, event_types: types }: WebhookDraft): Shown => [
    [words.url, url],
    [words.description, description],
    [
      words.events,
      [...types]
        .sort()
        .map((type) => wordFor(t.settings.events, type))
        .join(", "),
    ],
  ];
  return (
    <DialogButton label={t.common.edit} isOpen={isOpen} onOpen={setOpen}>
      <WebhookForm {...edit} submit={words.saveChanges} onSubmit={edit.save} onCancel={() => setOpen(false)}>
        <Conflict of={edit} read={(recado) => recado.webhooks.get(ref)} shown={shown} />
      </WebhookForm>
    </DialogButton>
  );
}

function Test({ webhook }: { webhook: Webhook }) {
  const { t } = useTexts();
  const [isSent, setSent] = useState(false);
  const words = t.settings.webhooks;
  const test = useMutation(
    (recado, type: WebhookEventTypeInput) =>
      recado.webhooks.test({ webhook_id: webhook.id, event_type: type }),
    () => setSent(true),
  );
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setSent(false);
    void test.run(new FormData(event.currentTarget as HTMLFormElement).get("type") as WebhookEventTypeInput);
  };
  return (
    <form class="card" onSubmit={submit}>
      <h2>{words.testTitle}</h2>
      <div class="flex flex-wrap gap-2">
        <select name="type" class="sm:min-w-72 flex-1" aria-label={t.settings.webhooks.event}>
          {webhook.event_types.map((type) => (
            <option key={type} value={type}>
              {wordFor(t.settings.events, type)}
            </option>
          ))}
        </select>
        <ActionButton type="submit" isBusy={test.busy}>
          {words.test}
        </ActionButton>
      </div>
      <Failure of={test.failure} />
      <p role="status" class="hint">
        {isSent && words.tested}
      </p>
    </form>
  );
}
