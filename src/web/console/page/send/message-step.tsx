import { Segments } from "../../../design/segments";
import { Failure, useFieldFault } from "../parts/state";
import { fromLocal, toLocal, zoneAt } from "../parts/local-time";
import { useTexts } from "../texts/language";
import type { Draft } from "./draft";
import { Field, InputField, optionsOf, SelectField } from "../parts/form";
import { limits } from "../../../../../generated/server/values";
import type { Channel } from "../../../../client";
import { MoreOptions, PurposeChoice, ValidityChoice } from "../parts/message-options";
import { placeholderFault } from "../parts/placeholder-fault";
import { EncodedSize, EncodingChoice } from "../parts/sms-size";
import { TemplateChoice } from "../parts/resource-choices";
import { TemplatedText } from "../parts/templated-text";
import { TagsInput } from "../parts/tags";
import { SenderChoice, senderOf, useSenders } from "../parts/senders";
import { useCount, usePlaceholders, useVariables } from "../parts/variables";
import { distinctVariables } from "../../../../messaging/variable-names";
import { useScope } from "../service/hooks";
import { StepTitle } from "./step-title";

interface TimeProps {
  draft: Draft;
  failure: unknown;
  onChange(changes: Partial<Draft>): void;
}

function TimeStep({ draft, failure, onChange }: TimeProps) {
  const { t } = useTexts();
  const fieldFault = useFieldFault();
  const words = t.send.time;
  const at = fromLocal(draft.sendAt);
  return (
    <>
      <div class="field mt-3">
        <span class="font-medium">{t.messages.when}</span>
        <Segments
          label={t.messages.when}
          options={optionsOf(words.kinds)}
          value={draft.when}
          onChange={(when) => onChange({ when })}
        />
      </div>
      {draft.when !== "now" && (
        <InputField
          label={words.kinds.at}
          hint={draft.when === "at" ? words.zone(zoneAt(new Date(at ?? Date.now()))) : words.local}
          fault={fieldFault(failure, draft.when === "at" ? "send_at" : "send_at_local")}
          type="datetime-local"
          min={toLocal(new Date())}
          value={draft.sendAt}
          onValue={(sendAt) => onChange({ sendAt })}
        />
      )}
    </>
  );
}

interface Props {
  draft: Draft;
  /** Names of the variables that the columns of the recipients' table fill. */
  names: readonly string[];
  /** Channel of the message; undefined until the template is loaded. */
  channel: Channel | undefined;
  failure: unknown;
  onChange(changes: Partial<Draft>): void;
}

export function MessageStep({ draft, names, channel, failure, onChange }: Props) {
  const { t } = useTexts();
  const fieldFault = useFieldFault();
  const variables = useVariables().value;
  const known = usePlaceholders(variables);
  const countOf = useCount(variables);
  const hasTemplates = useScope("templates:read");
  return (
    <section class="card">
      <StepTitle number={2}>{t.palette.kinds.message}</StepTitle>
      {hasTemplates && (
        <div class="mb-3">
          <Segments
            label={t.palette.kinds.message}
            options={optionsOf(t.send.kinds)}
            value={draft.kind}
            onChange={(kind) => onChange({ kind, senderId: "" })}
          />
        </div>
      )}
      {draft.kind === "template" && hasTemplates ? (
        <TemplateChoice
          label={t.palette.kinds.template}
          chosen={draft.templateId}
          onChoose={(templateId) => onChange({ templateId, senderId: "" })}
        />
      ) : (
        <>
          <SelectField
            label={t.messages.channel}
            value={draft.channel}
            options={(["sms", "rcs"] as const).map((one) => [one, t.channel[one]] as const)}
            onValue={(one) => onChange({ channel: one, senderId: "" })}
          />
          <PurposeChoice
            chosen={draft.purpose}
            fault={fieldFault(failure, "purpose")}
            onChoose={(purpose) => onChange({ purpose })}
          />
          <Field
            label={t.send.text}
            hint={t.content.placeholders}
            fault={placeholderFault(draft.text, t) ?? fieldFault(failure, "content.text")}
            below={
              draft.channel === "sms" ? <EncodedSize text={draft.text} encoding={draft.encoding} /> : null
            }
          >
            <TemplatedText
              value={draft.text}
              onValue={(text) => onChange({ text })}
              names={distinctVariables([...names, ...known])}
              // A variable that the recipients' table fills needs no count of contacts that have it.
              countOf={(name) => (names.includes(name) ? null : countOf(name))}
              isSms={draft.channel === "sms" && draft.encoding !== "gsm7"}
              maxLength={limits.TextContent.text.maxLength}
            />
          </Field>
        </>
      )}
      <SenderField draft={draft} channel={channel} failure={failure} onChange={onChange} />
      <TimeStep draft={draft} failure={failure} onChange={onChange} />
      <Options draft={draft} failure={failure} onChange={onChange} />
    </section>
  );
}

/** Edits rarely used options of a send: the SMS encoding, the validity and the tags. */
function Options({ draft, failure, onChange }: Omit<Props, "names" | "channel">) {
  const { t } = useTexts();
  const fieldFault = useFieldFault();
  const isOwnSms = draft.kind === "text" && draft.channel === "sms";
  return (
    <MoreOptions
      isSet={draft.validity !== "" || draft.tags.length > 0 || (isOwnSms && draft.encoding !== "auto")}
    >
      {isOwnSms && (
        <EncodingChoice encoding={draft.encoding} onEncoding={(encoding) => onChange({ encoding })} />
      )}
      <ValidityChoice
        chosen={draft.validity === "" ? null : Number(draft.validity)}
        none={draft.kind === "template" ? t.validity.ofTemplate : t.validity.none}
        fault={fieldFault(failure, "validity_seconds")}
        onChoose={(seconds) => onChange({ validity: seconds === null ? "" : String(seconds) })}
      />
      <Field label={t.tags.name} hint={t.tags.hint} fault={fieldFault(failure, "tags")}>
        <TagsInput tags={draft.tags} onChange={(tags) => onChange({ tags })} />
      </Field>
    </MoreOptions>
  );
}

function SenderField({ draft, channel, failure, onChange }: Omit<Props, "names">) {
  const { t } = useTexts();
  const fieldFault = useFieldFault();
  const result = useSenders();
  if (result.failure !== null) return <Failure of={result.failure} onRetry={result.refetch} />;
  if (result.value === null || channel === undefined) return null;
  const sender = senderOf(result.value, channel, draft.senderId);
  return (
    <>
      <SenderChoice
        senders={result.value}
        channel={channel}
        chosen={draft.senderId}
        fault={fieldFault(failure, "sender_id")}
        onChoose={(senderId) => onChange({ senderId })}
      />
      {sender && (
        <p class="hint">
          {t.send.sender(sender.address, sender.carrier)}
          {sender.carrier === "sandbox" && ` ${t.settings.senders.sandbox}.`}
        </p>
      )}
      {!sender && draft.senderId === "" && <p class="refusal">{t.send.noSender}</p>}
    </>
  );
}
