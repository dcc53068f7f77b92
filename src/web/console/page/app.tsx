import { LocationProvider, Route, Router } from "preact-iso";
import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import { AREAS } from "./areas";
import { firstLanguage, type Language, LanguageContext, rememberLanguage } from "./texts/language";
import { Overview } from "./overview/overview";
import { recadoOf, type SignedIn, signOut, whoIsSignedIn } from "./service/session";
import { Shell } from "./shell";
import { SignIn } from "./sign-in";
import { AccountContext } from "./service/signed-in";

/** How long until a service that is away is asked again, in milliseconds. */
const AGAIN_AFTER = 3_000;

export function App() {
  const [language, setLanguage] = useState<Language>(firstLanguage);
  /** Undefined while it is not known. */
  const [who, setWho] = useState<SignedIn | null | undefined>(undefined);
  useLayoutEffect(() => rememberLanguage(language), [language]);
  useEffect(() => {
    if (who !== undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = () =>
      void whoIsSignedIn().then(setWho, () => {
        timer = setTimeout(ask, AGAIN_AFTER);
      });
    ask();
    return () => clearTimeout(timer);
  }, [who]);
  const account = useMemo(
    () => (who ? { ...who, recado: recadoOf(), onEnded: () => setWho(null) } : null),
    [who],
  );
  if (who === undefined) return null;
  return (
    <LanguageContext.Provider value={language}>
      {account === null ? (
        <SignIn language={language} onLanguage={setLanguage} onSignedIn={setWho} />
      ) : (
        <AccountContext.Provider value={account}>
          <LocationProvider scope="/console">
            <Shell
              language={language}
              onLanguage={setLanguage}
              onSignOut={() => void signOut().finally(() => setWho(null))}
            >
              <Router>
                {AREAS.flatMap(({ pages }) =>
                  pages.map(({ path, component }) => <Route key={path} path={path} component={component} />),
                )}
                <Route default component={Overview} />
              </Router>
            </Shell>
          </LocationProvider>
        </AccountContext.Provider>
      )}
    </LanguageContext.Provider>
  );
}
