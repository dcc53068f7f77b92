import type { ComponentChildren } from "preact";
import { useLocation } from "preact-iso";
import { useLayoutEffect, useRef } from "preact/hooks";
import { AREAS, areaOf } from "./areas";
import type { Language } from "./texts/chosen-language";
import { useTexts } from "./texts/language";
import { Failure } from "./parts/failure";
import { LanguageChoice } from "./parts/language-choice";
import { useAccount } from "./service/signed-in";
import { useMutation } from "./service/use-mutation";

/** Address of the sandbox phone; undefined if the sandbox is disabled. */
const PHONE = document.getElementById("console")?.dataset.handset;

interface Props {
  language: Language;
  onLanguage(language: Language): void;
  signOut(): Promise<void>;
  onSignedOut(): void;
  children: ComponentChildren;
}

export function Shell({ language, onLanguage, signOut, onSignedOut, children }: Props) {
  const { t } = useTexts();
  const { account, key } = useAccount();
  const { path } = useLocation();
  const here = areaOf(path);
  const leave = useMutation(signOut, onSignedOut);
  useLayoutEffect(() => {
    document.title = here === undefined ? t.product : `${here.name(t)} · ${t.product}`;
  }, [here, path, t]);
  const menu = useRef<HTMLElement>(null);
  // Narrow screens show only part of the menu, so the current entry is scrolled into view.
  useLayoutEffect(() => {
    const current = menu.current?.querySelector<HTMLElement>("[aria-current]");
    if (menu.current && current) {
      const middle = current.offsetLeft - menu.current.offsetLeft + current.offsetWidth / 2;
      menu.current.scrollLeft = middle - menu.current.clientWidth / 2;
    }
  }, [here, t]);
  const offered = AREAS.filter(({ scope }) => scope === null || key.scopes.includes(scope));
  return (
    <div class="shell">
      <a class="skip" href="#content">
        {t.menu.skip}
      </a>
      <header>
        <strong class="product">{t.product}</strong>
        <nav ref={menu} aria-label={t.menu.label}>
          {offered.map((area) => (
            <a key={area.href} href={area.href} aria-current={area === here ? "page" : undefined}>
              {area.name(t)}
            </a>
          ))}
        </nav>
        <nav aria-label={t.menu.elsewhere} class="elsewhere">
          {PHONE !== undefined && <a href={PHONE}>{t.menu.phone}</a>}
          <a href="/docs">{t.menu.docs}</a>
        </nav>
        <div class="who">
          <span>{t.menu.signedInAs(account.name, key.name || key.prefix)}</span>
          <LanguageChoice language={language} onLanguage={onLanguage} />
          <button type="button" disabled={leave.busy} onClick={() => void leave.run()}>
            {t.menu.signOut}
          </button>
          <Failure of={leave.failure} />
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
