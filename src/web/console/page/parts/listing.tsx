import { useLocation } from "preact-iso";
import { type IconNode, Plus } from "lucide";
import type { ComponentChildren } from "preact";
import type { Sorting } from "../../../design/data-table";
import type { QueryResult } from "../service/hooks";
import type { Filtering } from "./filters";
import { nextOrder, shownOrder } from "./list-order";
import { Pages } from "./pages";
import { Icon } from "../../../design/icon";
import { useTexts } from "../texts/language";
import { Heading } from "./resource-page";
import { State } from "./state";

/** Returns whether a list is known to be empty without filters. The page then hides the filters. */
export const isUnused = (
  { isFiltered, page }: Pick<Filtering, "isFiltered" | "page">,
  { value, isStale }: Pick<QueryResult<{ data: readonly unknown[] }>, "value" | "isStale">,
): boolean => !isFiltered && page === 1 && !isStale && value?.data.length === 0;

/** Returns a table's sort order, as in the address's `sort`, and the function that changes it. */
export function sortingOf(of: Filtering<"sort">): Sorting {
  const value = shownOrder(of.filters.sort);
  return { value, onSort: (clicked) => of.apply({ sort: nextOrder(value, clicked) }) };
}

interface HeadProps {
  title: string;
  /** Sentence below the title. */
  intro?: string;
  /** Primary action of the list; null if the key may not perform it. */
  action: { label: string; icon?: IconNode; to: string | (() => void) } | null;
  /** Secondary actions. A phone shows them below the title. */
  children?: ComponentChildren;
}

/** Shows the head of a list: the title, with the primary action at its right. */
export function ListHead({ title, intro, action, children }: HeadProps) {
  return (
    <div class="list-head">
      <Heading name={title} />
      {children && <div class="choices">{children}</div>}
      {action !== null && <Primary {...action} />}
      {intro !== undefined && <p class="hint">{intro}</p>}
    </div>
  );
}

function Primary({ label, icon = Plus, to }: NonNullable<HeadProps["action"]>) {
  const content = (
    <>
      <Icon of={icon} />
      {label}
    </>
  );
  return typeof to === "string" ? (
    <a class="btn btn-primary" href={to}>
      {content}
    </a>
  ) : (
    <button type="button" class="btn btn-primary" onClick={to}>
      {content}
    </button>
  );
}

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
