import { useTexts } from "../texts/language";

/** How many entries a page of a list shows. */
export const PAGE_SIZE = 50;

/** The entries of a page, from 1, as the service is asked for them. */
export const slice = (page: number, size = PAGE_SIZE) => ({ limit: size, offset: (page - 1) * size });

interface Props {
  page: number;
  /** What the service answered; null: nothing yet. */
  of: { data: readonly unknown[]; pagination: { has_more: boolean } } | null;
  onPage(page: number): void;
  size?: number;
}

/** The way through a long list. */
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
