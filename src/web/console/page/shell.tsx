import type { ComponentChildren } from "preact";
import { useLocation } from "preact-iso";
import { type Language, useTexts } from "./language";
import { LanguageChoice } from "./parts/language-choice";
import { useAccount, useScope } from "./signed-in";

interface Props {
  language: Language;
  onLanguage(language: Language): void;
  onSignOut(): void;
  children: ComponentChildren;
}

/** What is around every page: the menu, who has signed in, and the way out. */
export function Shell({ language, onLanguage, onSignOut, children }: Props) {
  const { t } = useTexts();
  const { account, key } = useAccount();
  const { path } = useLocation();
  const mayMessages = useScope("messages:read");
  const pages = [
    { href: "/console", text: t.menu.overview, isHere: path === "/console" || path === "/console/" },
    ...(mayMessages
      ? [{ href: "/console/messages", text: t.menu.messages, isHere: path.startsWith("/console/messages") }]
      : []),
  ];
  return (
    <div class="shell">
      <a class="skip" href="#content">
        {t.menu.skip}
      </a>
      <header>
        <strong class="product">{t.product}</strong>
        <nav aria-label={t.menu.label}>
          {pages.map(({ href, text, isHere }) => (
            <a key={href} href={href} aria-current={isHere ? "page" : undefined}>
              {text}
            </a>
          ))}
          <a href="/docs">{t.menu.docs}</a>
        </nav>
        <div class="who">
          <span>{t.menu.signedInAs(account.name, key.name || key.prefix)}</span>
          <LanguageChoice language={language} onLanguage={onLanguage} />
          <button type="button" onClick={onSignOut}>
            {t.menu.signOut}
          </button>
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
