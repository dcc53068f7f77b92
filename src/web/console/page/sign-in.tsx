import { useState } from "preact/hooks";
import type { Language } from "./texts/chosen-language";
import { useTexts } from "./texts/language";
import { LanguageChoice } from "./parts/language-choice";
import { type Refusal, type SignedIn, signIn } from "./service/session";

const KEY = /^st_[0-9a-fA-F]{64}$/;

interface Props {
  language: Language;
  onLanguage(language: Language): void;
  onSignedIn(who: SignedIn): void;
}

export function SignIn({ language, onLanguage, onSignedIn }: Props) {
  const { t } = useTexts();
  const [refusal, setRefusal] = useState<Refusal | "malformed" | null>(null);
  const [isSubmitting, setSubmitting] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const key = (form.get("key") as string).trim();
    if (!KEY.test(key)) return setRefusal("malformed");
    setSubmitting(true);
    const result = await signIn(key).catch(() => "failed" as const);
    setSubmitting(false);
    if (typeof result === "string") setRefusal(result);
    else onSignedIn(result);
  };
  const refusalTexts = {
    wrong: t.signIn.wrong,
    "too-many": t.signIn.tooMany,
    failed: t.signIn.failed,
    malformed: t.signIn.malformed,
  };
  return (
    <main class="sign-in">
      <h1>{t.product}</h1>
      <form onSubmit={(event) => void submit(event)} class="card">
        <h2>{t.signIn.title}</h2>
        <label>
          {t.signIn.key}
          <input name="key" type="password" autocomplete="off" required aria-describedby="key-hint" />
        </label>
        <p id="key-hint" class="hint">
          {t.signIn.hint}
        </p>
        <p role="alert" class="refusal">
          {refusal === null ? "" : refusalTexts[refusal]}
        </p>
        <button type="submit" class="btn btn-primary" disabled={isSubmitting}>
          {t.signIn.submit}
        </button>
      </form>
      <LanguageChoice language={language} onLanguage={onLanguage} />
    </main>
  );
}
