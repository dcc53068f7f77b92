import { useEffect, useRef } from "preact/hooks";
import type { CannedResponse } from "../../../../client";
import { Failure } from "../parts/failure";
import { Loading } from "../parts/state";
import type { QueryResult } from "../service/use-query";
import { useTexts } from "../texts/language";

interface Props {
  id: string;
  offered: readonly CannedResponse[];
  /** Index of the quick reply that Enter inserts. */
  current: number;
  /** Request for all quick replies. */
  result: QueryResult<unknown>;
  take(one: CannedResponse): void;
  retry(): void;
  onKeyDown(event: KeyboardEvent): void;
}

/** Shows quick replies above the reply box. A click leaves the focus in the box. */
export function CannedMenu({ id, offered, current, result, take, retry, onKeyDown }: Props) {
  const { t } = useTexts();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: "nearest" });
  }, [current]);
  return (
    <div class="canned-menu" onMouseDown={(event) => event.preventDefault()} onKeyDown={onKeyDown}>
      {result.value === null && result.failure !== null ? (
        <div class="p-3">
          <Failure of={result.failure} onRetry={retry} />
        </div>
      ) : result.value === null ? (
        <div class="p-3">
          <Loading isLoading rows={3} />
        </div>
      ) : offered.length === 0 ? (
        <p class="p-3 text-quiet" role="status">
          {t.replies.canned.none}
        </p>
      ) : (
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
