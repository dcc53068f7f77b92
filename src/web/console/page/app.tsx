import { render } from "preact";
import { LocationProvider } from "preact-iso";
import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import { preloadPage } from "./areas";
import { Pages } from "./pages";
import { Entrance } from "./parts/entrance";
import { later, loadPartsWhenIdle } from "./parts/later";
import { chosenTheme, showTheme } from "./parts/theme";
import { forgetDraftsOf } from "./service/drafts";
import { reloadWhenUp } from "./service/reload";
import { recadoOf, type SignedIn, signOut, fetchSession } from "./service/session";
import { AccountContext } from "./service/signed-in";
import { Shell } from "./shell";
import { SignIn } from "./sign-in";
import { firstLanguage, type Language, rememberLanguage } from "./texts/chosen-language";
import { LANGUAGES, LanguageContext, useTexts } from "./texts/language";
import { loadTexts } from "./texts/load";

// Loads the texts of all languages, so that the user can change the language during an outage.
for (const language of Object.keys(LANGUAGES)) later(() => loadTexts(language as Language));

/** Interval between attempts to reach an unavailable service, in milliseconds. */
const RETRY_EVERY = 3_000;

export function start(root: HTMLElement): void {
  showTheme(chosenTheme());
  // The page's script loads while the session is requested.
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
      <Session language={language} onLanguage={choose} />
    </LanguageContext.Provider>
  );
}

function Session({ language, onLanguage }: { language: Language; onLanguage(language: Language): void }) {
  const { t } = useTexts();
  // The session is undefined while loading, and null if the user is not signed in.
  const [who, setWho] = useState<SignedIn | null | undefined>(undefined);
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
  const account = useMemo(
    () => (who ? { ...who, recado: recadoOf(), onEnded: () => confirmEnd(setWho) } : null),
    [who],
  );
  if (who === undefined) {
    return isAway ? (
      <Entrance>
        <div class="card flex items-center gap-3 p-6">
          <span class="loading loading-spinner loading-sm text-quiet" aria-hidden="true" />
          <p role="status">{t.state.away}</p>
        </div>
      </Entrance>
    ) : null;
  }
  if (account === null) return <SignIn language={language} onLanguage={onLanguage} onSignedIn={setWho} />;
  return (
    <AccountContext.Provider value={account}>
      <LocationProvider scope="/console">
        <Shell
          language={language}
          onLanguage={onLanguage}
          signOut={signOut}
          onSignedOut={() => {
            forgetDraftsOf(account.key.id);
            setWho(null);
          }}
        >
          <Pages />
        </Shell>
      </LocationProvider>
    </AccountContext.Provider>
  );
}

/** Checks with the service that the session has ended, because a proxy may also return 401. */
function confirmEnd(setWho: (who: null) => void): void {
  fetchSession().then(
    (who) => {
      if (who === null) setWho(null);
    },
    () => undefined,
  );
}
