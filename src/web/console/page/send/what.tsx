import { useTexts } from "../texts/language";
import { Failure, useFieldFault } from "../parts/failure";
import { Field } from "../parts/field";
import { SmsSize } from "../parts/sms-size";
import { TemplateChoice } from "../parts/template-choice";
import { TemplatedText } from "../parts/templated-text";
import { usePlaceholders, useVariables } from "../parts/use-placeholders";
import { useCount } from "../parts/variable-counts";
import { distinctVariables } from "../../../../messaging/variable-names";
import { useAccount, useScope } from "../service/signed-in";
import { useAnswer } from "../service/use-answer";
import type { Draft } from "./draft";

interface Props {
  draft: Draft;
  /** Columns of the recipients. */
  names: readonly string[];
  /** Why there is no preview. */
  failure: unknown;
  onChange(changes: Partial<Draft>): void;
}

export function What({ draft, names, failure, onChange }: Props) {
  const { t } = useTexts();
  const fieldFault = useFieldFault();
  const variables = useVariables();
  const known = usePlaceholders(variables);
  const countOf = useCount(variables);
  const hasTemplates = useScope("templates:read");
  return (
    <section class="card">
      <h2>{t.send.what}</h2>
      {hasTemplates && (
        <div class="choices segmented" role="radiogroup" aria-label={t.send.what}>
          {(["text", "template"] as const).map((says) => (
            <label key={says}>
              <input
                type="radio"
                name="says"
                checked={draft.says === says}
                onChange={() => onChange({ says })}
              />
              {t.send.says[says]}
            </label>
          ))}
        </div>
      )}
      {draft.says === "template" && hasTemplates ? (
        <TemplateChoice
          label={t.send.template}
          chosen={draft.templateId}
          onChoose={(templateId) => onChange({ templateId })}
        />
      ) : (
        <>
          <Field label={t.messages.channel}>
            <select
              value={draft.channel}
              onChange={({ currentTarget }: { currentTarget: HTMLSelectElement }) =>
                onChange({ channel: currentTarget.value as Draft["channel"] })
              }
            >
              <option value="sms">{t.channel.sms}</option>
              <option value="rcs">{t.channel.rcs}</option>
            </select>
          </Field>
          <Field
            label={t.send.text}
            hint={t.content.placeholders}
            fault={fieldFault(failure, "content.text")}
          >
            <TemplatedText
              value={draft.text}
              onValue={(text) => onChange({ text })}
              names={distinctVariables([...names, ...known])}
              // A column of the recipients has its values there.
              countOf={(name) => (names.includes(name) ? null : countOf(name))}
              isSms={draft.channel === "sms"}
              maxLength={3072}
            />
          </Field>
          {draft.channel === "sms" && <SmsSize text={draft.text} />}
          <SenderOf channel={draft.channel} />
        </>
      )}
    </section>
  );
}

/** From where messages of a channel go out. */
export function SenderOf({ channel }: { channel: string }) {
  return useScope("senders:read") ? <KnownSender channel={channel} /> : null;
}

function KnownSender({ channel }: { channel: string }) {
  const { t } = useTexts();
  const { recado } = useAccount();
  const answer = useAnswer("senders", (signal) => recado.senders.list({ limit: 1000 }, { signal }));
  if (answer.failure !== null) return <Failure of={answer.failure} onAgain={answer.again} />;
  if (answer.value === null) return null;
  const sender = answer.value.data.find((one) => one.is_default && one.channel === channel);
  if (!sender) return <p class="refusal">{t.send.noSender}</p>;
  return <p class="hint">{t.send.sender(sender.address, sender.carrier)}</p>;
}
