import { Pencil } from "lucide";
import { useRoute } from "preact-iso";
import { useState } from "preact/hooks";
import type { Purpose, SendingRule } from "../../../../client";
import { Icon } from "../../../design/icon";
import { ListHead } from "../parts/listing";
import { ActionButton, Failure, isConflict, refusedFields, State, useFieldFault } from "../parts/state";
import { When } from "../parts/when";
import { useMutation, useQuery, useScope } from "../service/hooks";
import { useTexts } from "../texts/language";
import { shownFields, summaryOf } from "./rule-summary";
import { useRuleTexts } from "./rule-texts";
import { useToast } from "../../../design/toast";
import { ConfirmButton } from "../parts/dialog-buttons";
import { Conflict } from "../parts/conflict";
import { Back, Heading, NotFound } from "../parts/resource-page";
import { handleSubmit, Restored } from "../parts/form";
import { BRAZIL, enteredOf, type EnteredRule, ruleOf } from "./rule-draft";
import { Calendar, Limits, Windows } from "./rule-form";
import { useEdit } from "../service/use-draft";

const RULES_PATH = "/console/settings/sending-rules";

/** Lists the account's sending rules, one per message purpose, with each rule's restrictions in one line. */
export function SendingRulesPage() {
  const { t } = useTexts();
  const words = useRuleTexts();
  const result = useQuery("sending rules", (recado) => recado.sendingRules.list());
  return (
    <>
      <ListHead title={t.settings.tabs.rules} intro={words.intro} action={null} />
      <State result={result} />
      {result.value?.data.map((rule) => (
        <RuleCard key={rule.purpose} of={rule} />
      ))}
    </>
  );
}

function RuleCard({ of: rule }: { of: SendingRule }) {
  const { t, format } = useTexts();
  const words = useRuleTexts();
  const mayWrite = useScope("rules:write");
  const purpose = t.purpose[rule.purpose];
  const address = `${RULES_PATH}/${rule.purpose}`;
  return (
    <section class="card narrow" aria-label={purpose}>
      <div class="mb-1 flex items-center gap-2">
        <h2 class="me-auto">
          <a href={address}>{purpose}</a>
        </h2>
        {rule.updated_at !== null && (
          <span class="hint">
            {words.changed} <When at={rule.updated_at} />
          </span>
        )}
        {mayWrite && (
          <a class="btn btn-ghost btn-sm" href={address} aria-label={`${t.common.edit}: ${purpose}`}>
            <Icon of={Pencil} size={14} />
            {t.common.edit}
          </a>
        )}
      </div>
      <p class={rule.updated_at === null ? "hint" : undefined}>{summaryOf(rule, words, format)}</p>
    </section>
  );
}

export function SendingRulePage() {
  const { t } = useTexts();
  const words = useRuleTexts();
  const { purpose = "" } = useRoute().params;
  if (!Object.hasOwn(t.purpose, purpose)) {
    return <NotFound title={words.notFound} href={RULES_PATH} linkText={words.back} />;
  }
  return (
    <>
      <Back href={RULES_PATH} text={words.back} />
      <Heading name={words.title(t.purpose[purpose as Purpose])} />
      <LoadedRule key={purpose} purpose={purpose as Purpose} />
    </>
  );
}

function LoadedRule({ purpose }: { purpose: Purpose }) {
  const result = useQuery(`sending rule ${purpose}`, (recado) => recado.sendingRules.get({ purpose }));
  // The rule that this page saved or loaded last, which is newer than `result`; null if none.
  const [latest, setLatest] = useState<SendingRule | null>(null);
  const current = latest ?? result.value;
  return (
    <>
      <State result={result} />
      {current !== null && <RuleForm current={current} onLatest={setLatest} />}
    </>
  );
}

interface RuleFormProps {
  current: SendingRule;
  onLatest(rule: SendingRule): void;
}

function RuleForm({ current, onLatest }: RuleFormProps) {
  const { t, format } = useTexts();
  const words = useRuleTexts();
  const mayWrite = useScope("rules:write");
  const showToast = useToast();
  const ref = { purpose: current.purpose };
  const edit = useEdit<SendingRule, EnteredRule>({
    place: `sending rule ${current.purpose}`,
    current,
    enteredOf,
    save: (recado, rule, ifMatch) => recado.sendingRules.update({ ...ref, ...ruleOf(rule) }, { ifMatch }),
    onSaved(saved) {
      onLatest(saved);
      showToast({ text: words.saved });
    },
    onLoaded: onLatest,
  });
  const { draft, action: save } = edit;
  const entered = draft.value;
  const remove = useMutation(
    async (recado) => {
      await recado.sendingRules.delete(ref, { ifMatch: draft.version });
      return recado.sendingRules.get(ref);
    },
    (rule) => {
      edit.load(rule);
      showToast({ text: words.removed });
    },
  );
  const change = (changes: Partial<EnteredRule>) => {
    save.forget();
    draft.change(changes);
  };
  const editor = { entered, change, faultIn: useFaultIn(save.failure) };
  return (
    <form class="narrow" onSubmit={handleSubmit(edit.save)}>
      <Restored draft={draft} isSaving={save.busy} />
      {!mayWrite && <p class="hint">{words.readOnly}</p>}
      <div class="card">
        <p>
          <strong>{words.inShort}:</strong> {summaryOf(ruleOf(entered), words, format)}
        </p>
        {mayWrite && (
          <button type="button" class="btn btn-sm mt-3" onClick={() => change(enteredOf(BRAZIL))}>
            {words.preset}
          </button>
        )}
      </div>
      <fieldset disabled={!mayWrite}>
        <section class="card">
          <h2>{words.when}</h2>
          <Windows {...editor} />
          <Calendar {...editor} />
        </section>
        <section class="card">
          <h2>{words.limits}</h2>
          <Limits {...editor} />
        </section>
      </fieldset>
      <Conflict
        of={edit}
        read={(recado) => recado.sendingRules.get(ref)}
        shown={(rule) => shownFields(ruleOf(rule), words, format)}
      />
      {!isConflict(save.failure) && <Failure of={save.failure} except={refusedFields(save.failure)} />}
      {mayWrite && (
        <div class="choices justify-between">
          <ActionButton type="submit" class="btn btn-primary" isBusy={save.busy}>
            {t.common.save}
          </ActionButton>
          <ConfirmButton
            label={words.remove}
            action={remove}
            disabled={current.updated_at === null}
            isDangerous
          >
            <p>{words.removeSure}</p>
          </ConfirmButton>
        </div>
      )}
    </form>
  );
}

/**
 * Returns a function that returns the error text of a field. A field such as `windows` has the error text of
 * its first refused part, such as `windows[0].to`.
 */
function useFaultIn(failure: unknown): (name: string) => string | null {
  const faultOf = useFieldFault();
  return (name) => {
    const inside = refusedFields(failure).find(
      (field) => field === name || field.startsWith(`${name}.`) || field.startsWith(`${name}[`),
    );
    return inside === undefined ? null : faultOf(failure, inside);
  };
}
