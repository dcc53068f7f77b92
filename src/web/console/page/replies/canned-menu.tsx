import { useEffect, useRef } from "preact/hooks";
import type { CannedResponse } from "../../../../client";
import { Skeleton } from "../../../design/skeleton";
import { Failure } from "../parts/state";
import type { QueryResult } from "../service/hooks";
import { useTexts } from "../texts/language";

interface Props {
  id: string;
  offered: readonly CannedResponse[];
  /** Index in `offered` of the quick reply that Enter inserts. */
  current: number;
  /** Query of all quick replies, for its state. */
  result: QueryResult<unknown>;
  take(one: CannedResponse): void;
  retry(): void;
  onKeyDown(event: KeyboardEvent): void;
}

/** Shows quick replies above the box for a reply. A click on one leaves the focus in the box. */
export function CannedMenu({ id, offered, current, result, take, retry, onKeyDown }: Props) {
  const { t } = useTexts();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: "nearest" });
  }, [current]);
  const isLoading = result.value === null && result.failure === null;
  const isEmpty = result.value !== null && offered.length === 0;
  return (
    <div class="canned-menu" onMouseDown={(event) => event.preventDefault()} onKeyDown={onKeyDown}>
      {/* Screen readers announce changes of a status that the page keeps, but may miss a new status. */}
      <div class={isLoading || isEmpty ? "p-3" : undefined}>
        <p role="status" class={isLoading ? "sr-only" : "text-quiet"}>
          {isLoading ? t.state.loading : isEmpty ? t.replies.canned.none : ""}
        </p>
        {isLoading && <Skeleton rows={3} />}
      </div>
      {result.value === null && result.failure !== null && (
        <div class="p-3">
          <Failure of={result.failure} onRetry={retry} />
        </div>
      )}
      {offered.length > 0 && (
        <ul ref={list} id={id} role="listbox" aria-label={t.menu.canned}>
          {offered.map((one, index) => (
            <li
              key={one.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === current}
              onClick={() => take(one)}
            >
              <span class="flex items-baseline gap-2">
                <strong class="min-w-0 truncate">{one.name}</strong>
                {one.shortcut !== null && <span class="hint mono">/{one.shortcut}</span>}
              </span>
              <span class="hint block truncate">{one.text}</span>
            </li>
          ))}
        </ul>
      )}
      <p class="border-t border-base-300 px-3 py-2 text-[0.8125rem]">
        <a href="/console/canned-responses">{t.replies.canned.manage}</a>
      </p>
    </div>
  );
}
