import { useState } from "preact/hooks";
import { useTexts } from "./texts/language";
import { StandalonePage } from "./parts/standalone-page";
import { Field } from "./parts/form";
import { LanguageChoice } from "./parts/language-choice";
import { type Refusal, type SignedIn, signIn } from "./service/session";

const KEY = /^st_[0-9a-fA-F]{64}$/;

interface Props {
  /** Whether the service has ended the session, rather than the user. */
  hasEnded: boolean;
  onSignedIn(who: SignedIn): void;
}

export function SignIn({ hasEnded, onSignedIn }: Props) {
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
    <StandalonePage>
      <form onSubmit={(event) => void submit(event)} class="card p-6">
        <h1>{t.signIn.title}</h1>
        {hasEnded && (
          <p role="status" class="mb-3">
            {t.signIn.ended}
          </p>
        )}
        <Field
          label={t.settings.keys.key}
          hint={t.signIn.hint}
          fault={refusal === null ? null : refusalTexts[refusal]}
        >
          <input name="key" type="password" autocomplete="off" required placeholder="st_…" />
        </Field>
        <button type="submit" class="btn btn-primary w-full" disabled={isSubmitting}>
          {t.signIn.title}
        </button>
      </form>
      <div class="flex items-center justify-between gap-4">
        <LanguageChoice />
        <a class="link" href={t.menu.docsHref}>
          {t.menu.docs}
        </a>
      </div>
    </StandalonePage>
  );
}

interface OtherKeyProps {
  /** Session that another tab has started. */
  who: SignedIn;
  onContinue(): void;
}

/** Says that another tab has signed in with another key, before the page shows that key's account. */
export function OtherKey({ who: { account, key }, onContinue }: OtherKeyProps) {
  const { t } = useTexts();
  return (
    <StandalonePage>
      <div class="card p-6">
        <h1>{t.signIn.otherKey}</h1>
        <p role="status">{t.signIn.otherKeyHint(account.name, key.name || key.prefix)}</p>
        <button type="button" class="btn btn-primary w-full" onClick={onContinue}>
          {t.signIn.withOtherKey}
        </button>
      </div>
    </StandalonePage>
  );
}
