import { useContext } from "preact/hooks";
import { isRecadoError, type OptOutWords } from "../../../../client";
import { limits } from "../../../../../generated/server/values";
import { DEFAULT_WORDS } from "../../../../messaging/default-words";
import { useToast } from "../../../design/toast";
import { Failure, useFieldFault } from "../parts/failure";
import { Field } from "../parts/field";
import { Heading } from "../parts/heading";
import { Restored } from "../parts/restored";
import { SmsSize } from "../parts/sms-size";
import { State } from "../parts/state";
import { useAccount, useScope } from "../service/signed-in";
import { useDraft } from "../service/use-draft";
import { useMutation } from "../service/use-mutation";
import { useQuery } from "../service/use-query";
import type { Language } from "../texts/chosen-language";
import { optOutWords as en, type OptOutWordsTexts } from "../texts/en/opt-out-words";
import { LanguageContext, useTexts } from "../texts/language";
import { optOutWords as pt } from "../texts/pt/opt-out-words";
import { type EnteredWords, enteredOf, enteredWords, wordsOf } from "./word-lines";

// Texts of this page alone, so that they do not add to the script that opens the console.
const TEXTS: Readonly<Record<Language, OptOutWordsTexts>> = { en, "pt-BR": pt };

export function OptOutWordsPage() {
  const { t } = useTexts();
  const { recado } = useAccount();
  const words = TEXTS[useContext(LanguageContext)];
  const result = useQuery("opt-out words", (signal) => recado.optOutWords.get({}, { signal }));
  return (
    <>
      <Heading name={t.settings.tabs.words} />
      <p class="hint">{words.intro}</p>
      <State result={result} />
      {result.value !== null && <Form current={result.value} words={words} />}
    </>
  );
}

function Form({ current, words }: { current: OptOutWords; words: OptOutWordsTexts }) {
  const { recado } = useAccount();
  const mayWrite = useScope("rules:write");
  const showToast = useToast();
  const faultOf = useFieldFault();
  const draft = useDraft("opt-out words", enteredOf(current));
  const entered = draft.value;
  const action = useMutation(
    () => recado.optOutWords.update(wordsOf(entered)),
    (saved) => {
      draft.settle(enteredOf(saved));
      showToast({ text: words.saved });
    },
  );
  /** Returns the fault of a list, or of its first refused word. */
  const listFault = (name: "opt_out" | "opt_in" | "help"): string | null => {
    const whole = faultOf(action.failure, name);
    if (whole !== null || !isRecadoError(action.failure)) return whole;
    const one = action.failure.fields.find(({ field }) => field.startsWith(`${name}[`));
    if (one === undefined) return null;
    const word = enteredWords(entered[name])[Number(/\d+/.exec(one.field)?.[0])] ?? "";
    return words.faultOf(word, faultOf(action.failure, one.field) ?? "");
  };
  const change =
    (name: keyof EnteredWords) =>
    ({ currentTarget }: { currentTarget: HTMLTextAreaElement }) =>
      draft.change({ [name]: currentTarget.value });
  const list = (name: "opt_out" | "opt_in" | "help", label: string, hint: string) => (
    <Field label={label} hint={hint} fault={listFault(name)}>
      <textarea class="mono" rows={4} value={entered[name]} onInput={change(name)} />
    </Field>
  );
  const text = (name: "confirmation" | "help_answer", label: string) => (
    <>
      <Field label={label} hint={words.replyHint} fault={faultOf(action.failure, name)}>
        <textarea
          rows={3}
          maxLength={limits.AutomaticReplyText.maxLength}
          value={entered[name]}
          onInput={change(name)}
        />
      </Field>
      <SmsSize text={entered[name]} />
    </>
  );
  const refused = isRecadoError(action.failure) ? action.failure.fields.map(({ field }) => field) : [];
  return (
    <form
      class="narrow"
      onSubmit={(event) => {
        event.preventDefault();
        void action.run();
      }}
    >
      <Restored draft={draft} />
      {!mayWrite && <p class="hint">{words.readOnly}</p>}
      <fieldset disabled={!mayWrite}>
        {list("opt_out", words.optOut, `${words.optOutHint} ${words.perLine}`)}
        {enteredWords(entered.opt_out).length === 0 && <p class="hint">{words.noOptOut}</p>}
        {list("opt_in", words.optIn, `${words.optInHint} ${words.perLine}`)}
        {list("help", words.help, words.perLine)}
        {text("confirmation", words.confirmation)}
        {text("help_answer", words.helpAnswer)}
      </fieldset>
      <Failure of={action.failure} except={refused} />
      {mayWrite && (
        <div class="choices">
          <button
            type="button"
            class="btn"
            onClick={() => {
              const { optOut, optIn, help } = DEFAULT_WORDS;
              const lines = (list: readonly string[]) => list.join("\n");
              draft.change({ opt_out: lines(optOut), opt_in: lines(optIn), help: lines(help) });
            }}
          >
            {words.defaults}
          </button>
          <button type="submit" class="btn btn-primary" disabled={action.busy}>
            {words.save}
          </button>
        </div>
      )}
    </form>
  );
}
