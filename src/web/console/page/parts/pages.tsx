import { useTexts } from "../language";

/** How many entries a page of a list shows. */
export const PAGE_SIZE = 50;

interface Props {
  /** From 1. */
  page: number;
  count: number;
  hasMore: boolean;
  onPage(page: number): void;
  size?: number;
}

/** The way through a long list. */
export function Pages({ page, count, hasMore, onPage, size = PAGE_SIZE }: Props) {
  const { t, format } = useTexts();
  if (page === 1 && !hasMore) return null;
  const before = (page - 1) * size;
  return (
    <div class="pages">
      <button type="button" disabled={page === 1} onClick={() => onPage(page - 1)}>
        {t.state.previous}
      </button>
      <span>
        {format.number(before + (count === 0 ? 0 : 1))}–{format.number(before + count)}
      </span>
      <button type="button" disabled={!hasMore} onClick={() => onPage(page + 1)}>
        {t.state.next}
      </button>
    </div>
  );
}

/** Of a page's address; 1 where it names none. */
export const pageIn = (query: Readonly<Record<string, string>>): number =>
  Math.max(1, Number.parseInt(query.page ?? "1", 10) || 1);

/** An address with what is asked for in it; what is empty, and the first page, are left out. */
export function addressOf(path: string, query: Readonly<Record<string, string | number>>): string {
  const some = Object.entries(query).filter(
    ([name, value]) => value !== "" && !(name === "page" && value === 1),
  );
  const text = new URLSearchParams(some.map(([name, value]) => [name, String(value)])).toString();
  return text === "" ? path : `${path}?${text}`;
}
