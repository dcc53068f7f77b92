import { useTexts } from "../texts/language";

export const PAGE_SIZE = 50;

/** Returns the request parameters of a page. `page` counts from 1. */
export const slice = (page: number, size = PAGE_SIZE) => ({ limit: size, offset: (page - 1) * size });

/** Returns the text that says how many entries a page shows, and how many there are. */
export const countText = (
  { data, pagination: { total } }: { data: readonly unknown[]; pagination: { total: number } },
  format: { number(value: number): string },
  textOf: (count: string, total: string, isOne: boolean) => string,
): string => textOf(format.number(data.length), format.number(total), total === 1);

interface Props {
  page: number;
  /** Response with the current page; null before the first response. */
  of: { data: readonly unknown[]; pagination: { has_more: boolean } } | null;
  onPage(page: number): void;
  size?: number;
}

export function Pages({ page, of, onPage, size = PAGE_SIZE }: Props) {
  const { t, format } = useTexts();
  if (of === null || (page === 1 && !of.pagination.has_more)) return null;
  const count = of.data.length;
  const before = (page - 1) * size;
  return (
    <div class="pages">
      <button type="button" disabled={page === 1} onClick={() => onPage(page - 1)}>
        {t.state.previous}
      </button>
      <span>
        {format.number(before + (count === 0 ? 0 : 1))}–{format.number(before + count)}
      </span>
      <button type="button" disabled={!of.pagination.has_more} onClick={() => onPage(page + 1)}>
        {t.state.next}
      </button>
    </div>
  );
}

export const pageIn = (query: Readonly<Record<string, string>>): number =>
  Math.max(1, Number.parseInt(query.page ?? "1", 10) || 1);

/** Returns a URL with a query string. Omits empty values and `page=1`. */
export function addressOf(path: string, query: Readonly<Record<string, string | number>>): string {
  const some = Object.entries(query).filter(
    ([name, value]) => value !== "" && !(name === "page" && value === 1),
  );
  const text = new URLSearchParams(some.map(([name, value]) => [name, String(value)])).toString();
  return text === "" ? path : `${path}?${text}`;
}
