import { useLocation } from "preact-iso";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { SendMessagesRequest } from "../../../../client";
import { Skeleton } from "../../../design/skeleton";
import { useTexts } from "../texts/language";
import { Failure } from "../parts/failure";
import { PhoneFrame } from "../parts/phone-frame";
import { useAccountDetails } from "../parts/placeholder-price";
import { useSenders } from "../parts/senders";
import { useDraft } from "../service/use-draft";
import { useQuery } from "../service/use-query";
import { Restored } from "../parts/form";
import { useSettled } from "../parts/use-settled";
import { type Draft, draftFrom, EMPTY, MAX_PEOPLE, requestOf } from "./draft";
import { shortHash, type unconfirmedSends } from "./unconfirmed-sends";
import type { AcceptedSend } from "./stored-sends";
import { RecipientPreview } from "./recipient-preview";
import { ReviewStep } from "./review";
import { useChannel } from "./use-channel";
import { MessageStep } from "./message-step";
import { RecipientStep } from "./recipient-step";
import { readRecipients } from "./recipients";
import { StepTitle } from "./step-title";

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
  const settledKey = useSettled(draftKey);
  const preview = useQuery(settledKey, async (recado, signal) =>
    settledKey === ""
      ? null
      : recado.messages.preview(JSON.parse(settledKey) as SendMessagesRequest, { signal }),
  );
  const isCurrent = settledKey === draftKey && !preview.isLoading && preview.failure === null;
  const previews = preview.value?.data ?? null;
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
          <p role="alert" class="card refusal">
            {t.send.unknown} <a href="/console/messages">{t.menu.messages}</a>{" "}
            {!unrepeated.includes(sendKey) && (
              <button type="button" class="plain" onClick={dismiss}>
                {t.menu.close}
              </button>
            )}
          </p>
        )}
      </div>
      <aside class="aside card" aria-label={t.send.preview}>
        <h2>{t.send.preview}</h2>
        <Failure
          of={settledKey === draftKey ? preview.failure : null}
          onRetry={preview.refetch}
          except={[
            "content.text",
            "sender_id",
            "purpose",
            "send_at",
            "send_at_local",
            "tags",
            "validity_seconds",
          ]}
        />
        {request === null || previews === null ? (
          <PhoneFrame title={t.content.phone}>
            <p class="hint">{isTooMany ? t.send.tooMany(format.number(MAX_PEOPLE)) : t.send.nothingYet}</p>
          </PhoneFrame>
        ) : (
          <RecipientPreview
            request={request}
            people={entry.people}
            previews={previews}
            isCurrent={isCurrent}
          />
        )}
      </aside>
    </div>
  );
}
