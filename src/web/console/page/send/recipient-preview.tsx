import { useState } from "preact/hooks";
import type { Content as Wording, PreviewResult, SendMessagesRequest } from "../../../../client";
import { useTexts } from "../texts/language";
import { Content, PhoneFrame } from "../parts/content";
import { waitsForTime } from "../parts/not-before";
import { phoneText } from "../../../../messaging/phone-text";
import { missingNames } from "../parts/reasons";
import { type Source, Unrendered } from "../parts/unrendered";
import { useSources } from "../parts/use-sources";
import type { Entered } from "./recipients";
import { failureText } from "./failure-text";

interface Props {
  /** Request that was previewed. `people` and `previews` have the order of its recipients. */
  request: SendMessagesRequest;
  people: readonly Entered[];
  previews: readonly PreviewResult[];
  isCurrent: boolean;
}

export function RecipientPreview({ request, people, previews, isCurrent }: Props) {
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
