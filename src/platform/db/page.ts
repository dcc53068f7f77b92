import { limits } from "../../../generated/server/values";
import type { FieldProblem } from "../problem";

interface Page<T> {
  data: T[];
  pagination: { total: number; limit: number; offset: number; has_more: boolean };
}

export interface PageRequest {
  limit: number;
  offset: number;
}

export function pageRequest(query: { limit?: number; offset?: number }): PageRequest {
  return { limit: query.limit ?? limits.Limit.default, offset: query.offset ?? limits.Offset.default };
}

/** Filters that examine rows one by one, in the order in which an error names them. */
const ONE_BY_ONE = ["search", "sender_id", "error_code", "block_reason", "purpose", "tag", "attribute"];

/**
 * Returns the problem of a list query that takes too long, with a narrower alternative. Names the filter that
 * examines rows one by one, or else the first filter.
 */
export function tooLong(query: object, narrower: string): FieldProblem {
  const filters = Object.keys(query).filter((name) => name !== "limit" && name !== "offset");
  const field = [...ONE_BY_ONE, ...filters].find((name) => filters.includes(name)) ?? "limit";
  return { field, message: `takes too long here: ${narrower}` };
}

export function pageOf<T>(data: T[], total: number, { limit, offset }: PageRequest): Page<T> {
  return { data, pagination: { total, limit, offset, has_more: offset + data.length < total } };
}

/** A page whose entries are read in chunks while the page is consumed. */
export interface LazyPage<T> {
  chunks: AsyncIterable<T[]>;
  /** Number of entries on the page. */
  count: number;
  total: number;
}

/** Returns the contract's page, whose entries are read while the response is written. */
export const streamedPageOf = <T, Shown>(
  { chunks, count, total }: LazyPage<T>,
  { limit, offset }: PageRequest,
  show: (chunk: T[]) => Shown[] | Promise<Shown[]>,
): { data: AsyncIterable<Shown>; pagination: Page<Shown>["pagination"] } => ({
  data: eachShown(chunks, show),
  pagination: { total, limit, offset, has_more: offset + count < total },
});

async function* eachShown<T, Shown>(
  chunks: AsyncIterable<T[]>,
  show: (chunk: T[]) => Shown[] | Promise<Shown[]>,
): AsyncGenerator<Shown> {
  for await (const chunk of chunks) for (const shown of await show(chunk)) yield shown;
}
