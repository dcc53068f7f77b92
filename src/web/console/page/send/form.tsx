import { useEffect, useMemo, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { Channel, Content as Wording, PreviewResult, SendMessagesRequest } from "../../../../client";
import { useTexts } from "../texts/language";
import { Content, PhoneFrame } from "../parts/content";
import { waitsForTime } from "../parts/not-before";
import { phoneText } from "../../../../messaging/phone-text";
import { failureText, missingNames } from "../parts/reasons";
import { type Source, Unrendered, useSources } from "../parts/unrendered";
import { type Entered, readRecipients } from "./recipients";
import { useQuery } from "../service/hooks";
import { type Draft, draftFrom, EMPTY, MAX_PEOPLE, requestOf } from "./draft";
import { Skeleton } from "../../../design/skeleton";
import { Failure } from "../parts/state";
import { useAccountDetails } from "../parts/placeholder-price";
import { useSenders } from "../parts/senders";
import { useDraft } from "../service/use-draft";
import { Restored } from "../parts/form";
import { useSettled } from "../parts/use-settled";
import { shortHash, type unconfirmedSends } from "./unconfirmed-sends";
import type { AcceptedSend } from "./stored-sends";
import { ReviewStep } from "./review";
import { MessageStep } from "./message-step";
import { RecipientStep } from "./recipient-step";
import { StepTitle } from "./step-title";

interface RecipientProps {
  /** Request that was previewed. `people` and `previews` have the order of its recipients. */
  request: SendMessagesRequest;
  people: readonly Entered[];
  previews: readonly PreviewResult[];
  isCurrent: boolean;
}

function RecipientPreview({ request, people, previews, isCurrent }: RecipientProps) {
  const localization = useTexts();
  const { t, format } = localization;
  const [chosen, setChosen] = useState(0);
  const index = Math.min(chosen, previews.length - 1);
  const preview = previews[index];
  if (!preview) return null;
  const { status, error, content, segments, segments_as_written, encoding, price, to } = preview;
  const isSaving = segments !== null && segments_as_written !== null && segments < segments_as_written;
  return (
    <div class={isCurrent ? undefined : "outdated"} aria-busy={!isCurrent}>
      <PhoneFrame title={phoneText(to)}>
        {content === null ? (
          <UnrenderedPreview
            preview={preview}
            source={sourceOf(request)}
            variables={people[index]?.variables ?? {}}
          />
        ) : (
          <Content content={content} />
        )}
      </PhoneFrame>
      {previews.length > 1 && (
        <div class="pages">
          <button type="button" disabled={index === 0} onClick={() => setChosen(index - 1)}>
            {t.state.previous}
          </button>
          <span aria-live="polite">
            {t.send.personOf(format.number(index + 1), format.number(previews.length))}
          </span>
          <button type="button" disabled={index === previews.length - 1} onClick={() => setChosen(index + 1)}>
            {t.state.next}
          </button>
        </div>
      )}
      {status === "pending" ? (
        <p class="hint mt-2">
          {segments !== null &&
            `${t.send.segments(format.number(segments), segments === 1)} · ${encoding === "ucs2" ? "UCS-2" : "GSM-7"} · `}
          {format.unitPrice(price)}
          {isSaving && ` · ${t.content.instead(format.number(segments), format.number(segments_as_written))}`}
          {waitsForTime(preview, Date.now()) &&
            ` · ${t.messages.notSentBefore(format.planned(preview.not_before))}`}
        </p>
      ) : (
        <p class="refusal mt-2">
          {failureText(error?.code ?? preview.block_reason ?? status, error?.message ?? null, localization)}
        </p>
      )}
    </div>
  );
}

interface UnrenderedProps {
  preview: PreviewResult;
  source: Source;
  variables: Readonly<Record<string, string>>;
}

function UnrenderedPreview({ preview: { error, to }, source, variables }: UnrenderedProps) {
  const isMissing = error !== null && missingNames(error).length > 0;
  const isTemplate = source !== null && "templateId" in source;
  const sources = useSources(isMissing ? to : null, isMissing && isTemplate ? [source.templateId] : []);
  return <Unrendered error={error} source={source} sources={sources} variables={variables} />;
}

function sourceOf({ template_id: templateId, content }: SendMessagesRequest): Source {
  if (content !== undefined) return { content: content as Wording };
  return templateId === undefined ? null : { templateId };
}

/**
 * Returns the channel of a draft: of its text, or of its template. Returns undefined if no template is chosen
 * or the template is still loading.
 */
function useChannel({ kind, templateId, channel }: Draft): Channel | undefined {
  const id = kind === "template" ? templateId : "";
  const template = useQuery(`template ${id}`, async (recado) =>
    id === "" ? null : await recado.templates.get({ template_id: id }),
  );
  if (kind === "text") return channel;
  return template.isStale ? undefined : template.value?.channel;
}

interface Props {
  unconfirmed: ReturnType<typeof unconfirmedSends>;
  onSent(sent: AcceptedSend): void;
}

export function SendForm({ unconfirmed, onSent }: Props) {
  const { t, format } = useTexts();
  const [, setRenders] = useState(0);
  const storedDraft = useDraft<Draft>("send", EMPTY);
  const { value: draft, change } = storedDraft;
  const { query, path, route } = useLocation();
  const hasParameters = query.template !== undefined || query.to !== undefined;
  // The query parameters apply once and are then removed, so that a reload keeps later input.
  useEffect(() => {
    if (!hasParameters) return;
    change(draftFrom(query, draft));
    route(path, true);
  }, [hasParameters]);
  const sent = (done: AcceptedSend) => {
    storedDraft.discard();
    onSent(done);
  };

  const channel = useChannel(draft);
  const prices = useAccountDetails().value?.prices;
  const senders = useSenders().value ?? [];
  const entry = useMemo(() => readRecipients(draft.recipients), [draft.recipients]);
  const isTooMany = entry.people.length > MAX_PEOPLE;
  const request = isTooMany ? null : requestOf(draft, entry.people);
  const draftKey = request === null ? "" : JSON.stringify(request);
  const preview = useSendPreview(draftKey);
  const { previews, isCurrent } = preview;
  // Names the stored send by a hash, because the draft's text would be as long as the stored request.
  const sendKey = shortHash(draftKey);
  const unrepeated = unconfirmed.unrepeatedKeys(sendKey);
  const update = () => setRenders((renders) => renders + 1);
  const dismiss = () => {
    unconfirmed.dismiss(unrepeated);
    update();
  };
  return (
    <div class="beside">
      <div class="beside-form">
        <Restored draft={storedDraft} />
        <RecipientStep draft={draft} entry={entry} onChange={change} />
        <MessageStep
          draft={draft}
          channel={channel}
          names={entry.names}
          failure={preview.failure}
          onChange={change}
        />
      </div>
      <div class="beside-end">
        {request !== null && previews !== null && isCurrent ? (
          <ReviewStep
            key={draftKey}
            draftKey={sendKey}
            request={request}
            channel={channel}
            prices={prices}
            senders={senders}
            previews={previews}
            unconfirmed={unconfirmed}
            onSent={sent}
            onTooOld={update}
            entry={entry}
          />
        ) : (
          <section class="card" aria-label={t.send.ready}>
            <StepTitle number={3}>{t.send.ready}</StepTitle>
            {request !== null && preview.failure === null ? (
              <Skeleton rows={2} />
            ) : (
              <p class="hint">{t.send.incomplete}</p>
            )}
          </section>
        )}
        {unrepeated.length > 0 && (
          <UnknownSendWarning onDismiss={unrepeated.includes(sendKey) ? null : dismiss} />
        )}
      </div>
      <PreviewAside
        request={request}
        people={entry.people}
        preview={preview}
        nothing={isTooMany ? t.send.tooMany(format.number(MAX_PEOPLE)) : t.send.nothingYet}
      />
    </div>
  );
}

/** Previews the request in `draftKey`, as JSON, when the user pauses. Previews nothing if it is empty. */
function useSendPreview(draftKey: string) {
  const settledKey = useSettled(draftKey);
  const { value, failure, isLoading, refetch } = useQuery(settledKey, async (recado) =>
    settledKey === "" ? null : recado.messages.preview(JSON.parse(settledKey) as SendMessagesRequest),
  );
  const isSettled = settledKey === draftKey;
  return {
    previews: value?.data ?? null,
    failure,
    refetch,
    /** Whether the failure or the previews belong to the current draft. */
    isSettled,
    isCurrent: isSettled && !isLoading && failure === null,
  };
}

/** Warns that earlier sends have an unknown outcome. `onDismiss` is null if the warning must stay. */
function UnknownSendWarning({ onDismiss }: { onDismiss: (() => void) | null }) {
  const { t } = useTexts();
  return (
    <p role="alert" class="card refusal">
      {t.send.unknown} <a href="/console/messages">{t.menu.messages}</a>{" "}
      {onDismiss !== null && (
        <button type="button" class="plain" onClick={onDismiss}>
          {t.menu.close}
        </button>
      )}
    </p>
  );
}

/** Fields that show their error text themselves, in the steps of the form. */
const FIELDS_WITH_FAULT = [
  "content.text",
  "sender_id",
  "purpose",
  "send_at",
  "send_at_local",
  "tags",
  "validity_seconds",
];

interface PreviewProps {
  request: SendMessagesRequest | null;
  people: ReturnType<typeof readRecipients>["people"];
  preview: ReturnType<typeof useSendPreview>;
  /** Text while there is nothing to preview. */
  nothing: string;
}

function PreviewAside({ request, people, preview, nothing }: PreviewProps) {
  const { t } = useTexts();
  const { previews, failure, refetch, isSettled, isCurrent } = preview;
  return (
    <aside class="aside card" aria-label={t.send.preview}>
      <h2>{t.send.preview}</h2>
      <Failure of={isSettled ? failure : null} onRetry={refetch} except={FIELDS_WITH_FAULT} />
      {request === null || previews === null ? (
        <PhoneFrame title={t.content.phone}>
          <p class="hint">{nothing}</p>
        </PhoneFrame>
      ) : (
        <RecipientPreview request={request} people={people} previews={previews} isCurrent={isCurrent} />
      )}
    </aside>
  );
}
