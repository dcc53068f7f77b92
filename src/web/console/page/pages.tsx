import type { AnyComponent } from "preact";
import { Route, Router, useLocation } from "preact-iso";
import { AREAS, areaOf } from "./areas";
import { Absent } from "./parts/absent";
import { useTexts } from "./texts/language";

/** Each path gets a page of its own, so that no page keeps the content of the path before. */
const keyedByPath =
  (Page: AnyComponent) =>
  ({ path }: { path: string }) => <Page key={path} />;

const ROUTES = AREAS.flatMap(({ href, pages }) =>
  Object.entries(pages).map(([below, page]) => ({ path: href + below, component: keyedByPath(page) })),
);

/** The page that the address names. */
export function Pages() {
  const { path } = useLocation();
  if (areaOf(path) === undefined) return <NoPage />;
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
  return <Absent title={t.absent.page} href="/console" wayOn={t.absent.toOverview} />;
}
