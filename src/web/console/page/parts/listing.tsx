import { useLocation } from "preact-iso";
import type { ComponentChildren } from "preact";
import type { QueryResult } from "../service/use-query";
import { useTexts } from "../texts/language";
import { type Filtering, isUnused } from "./filters";
import { Pages } from "./pages";
import { State } from "./state";

/** Link that is shown if the list has no entries yet. */
interface NextStep {
  href: string;
  label: string;
}

interface Props {
  result: QueryResult<NonNullable<Parameters<typeof Pages>[0]["of"]>>;
  of: Pick<Filtering, "isFiltered" | "page" | "home" | "turnTo">;
  /** Maximum number of entries of a page. Default: `PAGE_SIZE`. */
  size?: number;
  /** Text if no entry matches the filters. */
  noMatch: string;
  /** Text if the list has no entries yet. */
  none: string;
  nextSteps?: readonly NextStep[];
  children: ComponentChildren;
}

/**
 * Shows a page of a list, or a hint if the page is empty. While new filters are requested, dims the entries
 * of the previous filters.
 */
export function Listing({ result, of, size, noMatch, none, nextSteps = [], children }: Props) {
  const { t } = useTexts();
  const { route } = useLocation();
  return (
    <>
      <State result={result} />
      {result.value !== null && (
        <div class={result.isStale ? "outdated" : undefined} aria-busy={result.isStale}>
          {result.value.data.length > 0 ? (
            children
          ) : isUnused(of, result) ? (
            <FirstUse words={none} nextSteps={nextSteps} />
          ) : of.page > 1 ? (
            <Hint words={t.state.pageEmpty} action={t.state.firstPage} onClick={() => of.turnTo(1)} />
          ) : (
            <Hint words={noMatch} action={t.filters.clear} onClick={() => route(of.home)} />
          )}
        </div>
      )}
      <Pages page={of.page} of={result.value} size={size} onPage={of.turnTo} />
    </>
  );
}

function Hint({ words, action, onClick }: { words: string; action: string; onClick: () => void }) {
  return (
    <div class="card empty">
      <p>{words}</p>
      <div class="choices">
        <button type="button" class="btn" onClick={onClick}>
          {action}
        </button>
      </div>
    </div>
  );
}

export function FirstUse({ words, nextSteps = [] }: { words: string; nextSteps?: readonly NextStep[] }) {
  return (
    <div class="card empty">
      <p>{words}</p>
      {nextSteps.length > 0 && (
        <div class="choices">
          {nextSteps.map(({ href, label }) => (
            <a key={href} class="btn" href={href}>
              {label}
            </a>
          ))}
        </div>
      )}
    </div>
  );
}
