import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { OptOutWords } from "../../../../client";
import { limits } from "../../../../../generated/server/values";
import { useToast } from "../../../design/toast";
import { ActionButton, Failure, refusedFields, State, useFieldFault } from "../parts/state";
import { ListHead } from "../parts/listing";
import { handleSubmit, Restored, TextAreaField } from "../parts/form";
import { SmsSize } from "../parts/sms-size";
import { useMutation, useQuery, useScope } from "../service/hooks";
import { useDraft } from "../service/use-draft";
import { optOutWords as en, type OptOutWordsTexts } from "../texts/en/opt-out-words";
import { textsHook, useTexts } from "../texts/language";
import { optOutWords as pt } from "../texts/pt/opt-out-words";
import {
  DEFAULTS,
  type EnteredWords,
  enteredOf,
  enteredWords,
  type ListName,
  withCurrent,
  wordsOf,
} from "./word-lines";

const useWords = textsHook({ en, "pt-BR": pt });

export function OptOutWordsPage() {
  const { t } = useTexts();
  const words = useWords();
  const result = useQuery("opt-out words", (recado) => recado.optOutWords.get());
  return (
    <>
      <ListHead title={t.settings.tabs.words} intro={words.intro} action={null} />
      <State result={result} />
      {result.value !== null && <Form current={result.value} words={words} />}
    </>
  );
}

function Form({ current, words }: { current: OptOutWords; words: OptOutWordsTexts }) {
  const { t } = useTexts();
  const mayWrite = useScope("rules:write");
  const showToast = useToast();
  const faultOf = useFieldFault();
  const draft = useDraft("opt-out words", enteredOf(current));
  // A restored draft may be older than the saved words, so unchanged fields show the saved words.
  const entered = draft.isRestored ? withCurrent(draft.value, draft.base, enteredOf(current)) : draft.value;
  const [sentWords, setSentWords] = useState<OptOutWords | null>(null);
  // A save replaces all words, so it first merges the user's changes into the words that the service now has.
  const action = useMutation(
    async (recado, sent: EnteredWords, base: EnteredWords) => {
      const latest = await recado.optOutWords.get();
      const body = wordsOf(withCurrent(sent, base, enteredOf(latest)));
      setSentWords(body);
      return recado.optOutWords.update(body);
    },
    (saved, sent) => {
      draft.settleSent(sent, enteredOf(saved));
      showToast({ text: words.saved });
    },
  );
  const listFault = useListFault(action.failure, sentWords, words);
  const change = (changes: Partial<EnteredWords>) => {
    action.forget();
    draft.change(changes);
  };
  const list = (name: ListName, label: string, hint: string, below?: ComponentChildren) => (
    <TextAreaField
      label={label}
      hint={hint}
      below={below}
      fault={listFault(name)}
      value={entered[name]}
      readOnly={!mayWrite}
      class="mono"
      rows={name === "opt_out" ? 8 : 4}
      onValue={(value) => change({ [name]: value })}
    />
  );
  const text = (name: "confirmation" | "help_answer", label: string) => (
    <TextAreaField
      label={label}
      fault={faultOf(action.failure, name)}
      below={<SmsSize text={entered[name]} />}
      rows={3}
      value={entered[name]}
      readOnly={!mayWrite}
      maxLength={limits.AutomaticReplyText.maxLength}
      onValue={(value) => change({ [name]: value })}
    />
  );
  return (
    <form class="narrow" onSubmit={handleSubmit(() => action.run(draft.value, draft.base))}>
      <Restored draft={draft} isSaving={action.busy} />
      {!mayWrite && <p class="hint">{words.readOnly}</p>}
      <section class="card">
        <h2>{words.words}</h2>
        {list(
          "opt_out",
          words.optOut,
          `${words.optOutHint} ${words.perLine}`,
          enteredWords(entered.opt_out).length === 0 && <p class="hint">{words.noOptOut}</p>,
        )}
        {list("opt_in", words.optIn, `${words.optInHint} ${words.perLine}`)}
        {list("help", words.help, words.perLine)}
      </section>
      <section class="card">
        <h2>{words.replies}</h2>
        <p class="hint">{words.replyHint}</p>
        {text("confirmation", words.confirmation)}
        {text("help_answer", words.helpAnswer)}
      </section>
      <Failure of={action.failure} except={refusedFields(action.failure)} />
      {mayWrite && (
        <div class="choices">
          <ActionButton type="submit" class="btn btn-primary" isBusy={action.busy}>
            {t.common.save}
          </ActionButton>
          <button type="button" class="btn" onClick={() => change(DEFAULTS)}>
            {words.defaults}
          </button>
        </div>
      )}
    </form>
  );
}

/** Returns a function that returns the error text of a list, or of its first rejected word; null if none. */
function useListFault(failure: unknown, sent: OptOutWords | null, words: OptOutWordsTexts) {
  const faultOf = useFieldFault();
  return (name: ListName): string | null => {
    const whole = faultOf(failure, name);
    const one = refusedFields(failure).find((field) => field.startsWith(`${name}[`));
    if (whole !== null || one === undefined) return whole;
    const word = sent?.[name][Number(/\d+/.exec(one)?.[0])] ?? "";
    return words.faultOf(word, faultOf(failure, one) ?? "");
  };
}
