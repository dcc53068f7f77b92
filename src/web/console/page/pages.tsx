import type { AnyComponent } from "preact";
import { Route, Router, useLocation } from "preact-iso";
import { useEffect } from "preact/hooks";
import { type Area, areaOf, AREAS } from "./areas";
import { Heading, NotFound } from "./parts/resource-page";
import { useAccount } from "./service/hooks";
import { useTexts, wordFor } from "./texts/language";
import { byArea, verbName } from "./settings/key-scopes";

/** Replaces the page when the path changes, so that it never shows the content of the previous path. */
const keyedByPath =
  (Page: AnyComponent) =>
  ({ path }: { path: string }) => <Page key={path} />;

const ROUTES = AREAS.flatMap(({ href, pages, keepsPage = false }) =>
  Object.entries(pages).map(([below, page]) => ({
    path: href + below,
    component: (keepsPage ? page : keyedByPath(page)) as AnyComponent<{ path: string }>,
  })),
);

/** Returns whether a key with these scopes may see a page besides the pages that every key sees. */
const hasPages = (scopes: readonly string[]): boolean =>
  AREAS.some(({ scope }) => scope !== null && scopes.includes(scope));

export function Pages() {
  const { path, route } = useLocation();
  const { key } = useAccount();
  const isSettings = path === "/console/settings";
  // The path `/console/settings` leads to the first settings page that the key may see.
  useEffect(() => {
    const isOffered = ({ group, scope }: Area) =>
      group === "settings" && (scope === null || key.scopes.includes(scope));
    if (isSettings) route(AREAS.find(isOffered)?.href ?? "/console", true);
  }, [isSettings]);
  if (isSettings) return null;
  if (areaOf(path) === undefined) return <NoPage />;
  if (path === "/console" && !hasPages(key.scopes)) return <NoPages />;
  return (
    <Router>
      {ROUTES.map(({ path: pattern, component }) => (
        <Route key={pattern} path={pattern} component={component} />
      ))}
    </Router>
  );
}

function NoPage() {
  const { t } = useTexts();
  return <NotFound title={t.notFound.page} href="/console" linkText={t.notFound.toOverview} />;
}

/** Replaces the overview if the console has no page for any permission of the key. */
function NoPages() {
  const { t, format } = useTexts();
  const { scopes } = useAccount().key;
  const words = t.settings.keys;
  const uses = byArea(scopes).map(
    ({ area, scopes: its }) =>
      `${wordFor(words.areas, area)} (${its.map((scope) => verbName(scope, words.verbs)).join(", ")})`,
  );
  return (
    <>
      <div class="head">
        <Heading name={t.menu.overview} />
      </div>
      <section class="card">
        <p>{t.overview.noPages.uses(format.list(uses))}</p>
        <p class="hint">{t.overview.noPages.hint}</p>
      </section>
    </>
  );
}
