import type { ComponentChildren } from "preact";
import { useLocation } from "preact-iso";
import { useEffect } from "preact/hooks";
import type { ApiKeyScopeInput } from "../../../../client";
import { useTexts } from "../texts/language";
import { Heading } from "../parts/heading";
import { useAccount } from "../service/signed-in";

const BASE_PATH = "/console/settings";

/** Sections of the settings, each with the scope that it needs; null if it needs none. */
const TABS = [
  ["webhooks", "webhooks:read"],
  ["keys", "keys:read"],
  ["senders", "senders:read"],
  ["limits", null],
] as const satisfies readonly (readonly [name: string, scope: ApiKeyScopeInput | null])[];

function useTabs() {
  const { key } = useAccount();
  return TABS.filter(([, scope]) => scope === null || key.scopes.includes(scope)).map(([name]) => name);
}

export function Settings({ children }: { children: ComponentChildren }) {
  const { t } = useTexts();
  const { path } = useLocation();
  const tabs = useTabs();
  const here = tabs.find((name) => isBelow(path, name));
  return (
    <>
      <Heading name={here ? t.settings.tabs[here] : t.settings.title}>{t.settings.title}</Heading>
      <nav aria-label={t.settings.label} class="tabs">
        {tabs.map((name) => (
          <a key={name} href={`${BASE_PATH}/${name}`} aria-current={name === here ? "page" : undefined}>
            {t.settings.tabs[name]}
          </a>
        ))}
      </nav>
      {children}
    </>
  );
}

const isBelow = (path: string, name: string) => `${path}/`.startsWith(`${BASE_PATH}/${name}/`);

/** Redirects to the first section that the key may read. */
export function SettingsHome() {
  const { route } = useLocation();
  const [first] = useTabs();
  useEffect(() => route(`${BASE_PATH}/${first}`, true), []);
  return null;
}
