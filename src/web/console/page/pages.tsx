import type { AnyComponent } from "preact";
import { Route, Router, useLocation } from "preact-iso";
import { useEffect } from "preact/hooks";
import { type Area, AREAS, areaOf } from "./areas";
import { NoPages } from "./overview/no-pages";
import { NotFound } from "./parts/resource-page";
import { useAccount } from "./service/hooks";
import { useTexts } from "./texts/language";

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
