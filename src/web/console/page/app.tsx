import { render } from "preact";
import { LocationProvider } from "preact-iso";
import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import { preloadPage } from "./areas";
import { Pages } from "./pages";
import { StandalonePage } from "./parts/standalone-page";
import { later, loadPartsWhenIdle } from "./parts/later";
import { chosenTheme, showTheme } from "./parts/theme";
import { forgetDrafts } from "./service/drafts";
import { reloadWhenUp } from "./service/reload";
import { recadoOf, type SignedIn, signOut, fetchSession } from "./service/session";
import { AccountContext } from "./service/hooks";
import { watchUserInput } from "./service/user-input";
import { Shell } from "./shell";
import { OtherKey, SignIn } from "./sign-in";
import { firstLanguage, type Language, rememberLanguage } from "./texts/chosen-language";
import { LANGUAGES, LanguageContext, SetLanguageContext, useTexts } from "./texts/language";
import { loadTexts } from "./texts/load";

// Loads the texts of all languages early, so that the user can change the language during an outage.
for (const language of Object.keys(LANGUAGES)) later(() => loadTexts(language as Language));

/** Interval between attempts to request the session from an unavailable service, in milliseconds. */
const RETRY_EVERY = 3_000;

export function start(root: HTMLElement): void {
  showTheme(chosenTheme());
  watchUserInput();
  // The script of the current page loads while the session is requested.
  preloadPage(location.pathname);
  render(<App />, root);
  loadPartsWhenIdle();
}

function App() {
  const [language, setLanguage] = useState<Language>(firstLanguage);
  useLayoutEffect(() => rememberLanguage(language), [language]);
  const choose = (chosen: Language) =>
    void loadTexts(chosen).then(
      () => setLanguage(chosen),
      () => {
        rememberLanguage(chosen);
        reloadWhenUp(() => Date.now());
      },
    );
  return (
    <LanguageContext.Provider value={language}>
      <SetLanguageContext.Provider value={choose}>
        <Session />
      </SetLanguageContext.Provider>
    </LanguageContext.Provider>
  );
}

function Session() {
  const { t } = useTexts();
  // Session of the user: undefined while loading, null if the user is not signed in.
  const [who, setWho] = useState<SignedIn | null | undefined>(undefined);
  // Session that another tab has started with another key; shown after the user confirms it.
  const [other, setOther] = useState<SignedIn | null>(null);
  const [hasEnded, setEnded] = useState(false);
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    if (who !== undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = () =>
      void fetchSession().then(setWho, () => {
        setAway(true);
        timer = setTimeout(load, RETRY_EVERY);
      });
    load();
    return () => clearTimeout(timer);
  }, [who]);
  const end = (byService: boolean) => {
    setEnded(byService);
    setWho(null);
  };
  const account = useMemo(
    () =>
      who
        ? {
            ...who,
            recado: recadoOf(who.key.id),
            onEnded: () => confirmEnd(who, { onEnd: () => end(true), onOther: setOther }),
          }
        : null,
    [who],
  );
  if (who === undefined) {
    return isAway ? (
      <StandalonePage>
        <div class="card flex items-center gap-3 p-6">
          <span class="loading loading-spinner loading-sm text-quiet" aria-hidden="true" />
          <p role="status">{t.state.away}</p>
        </div>
      </StandalonePage>
    ) : null;
  }
  if (other !== null) {
    const proceed = () => {
      setWho(other);
      setOther(null);
    };
    return <OtherKey who={other} onContinue={proceed} />;
  }
  if (account === null) return <SignIn hasEnded={hasEnded} onSignedIn={setWho} />;
  const leave = () => {
    forgetDrafts();
    end(false);
  };
  return (
    <AccountContext.Provider value={account}>
      <LocationProvider scope="/console">
        <Shell
          signOut={() =>
            signOut(account.key.id).catch((failure: unknown) => {
              // The service may have ended the session although its response was lost.
              confirmEnd(account, { onEnd: leave, onOther: setOther });
              throw failure;
            })
          }
          onSignedOut={leave}
        >
          <Pages />
        </Shell>
      </LocationProvider>
    </AccountContext.Provider>
  );
}

interface Outcomes {
  onEnd(): void;
  onOther(who: SignedIn): void;
}

/**
 * Asks the service whether the session has ended or now belongs to another key. A 401 is not sufficient,
 * because a proxy may also return it.
 */
function confirmEnd({ key }: SignedIn, { onEnd, onOther }: Outcomes): void {
  fetchSession().then(
    (who) => {
      if (who === null) onEnd();
      else if (who.key.id !== key.id) onOther(who);
    },
    () => undefined,
  );
}
