import { getHeapStatistics, setFlagsFromString } from "node:v8";

/** Growth of the old generation of the heap between two collections, in percent. */
const GROWTH_PERCENT = 100;
/**
 * Heap limit in bytes up to which V8 collects early enough by itself. It covers the old generation, which
 * `--max-old-space-size` limits, and the new generation, which has 48 MB by default.
 */
const SMALL_LIMIT = 512 * 1024 * 1024;

/**
 * Makes V8 collect the old generation earlier. By default, a steady load of requests grows the heap to a
 * multiple of its live objects before a collection, and the process keeps that memory.
 */
export function limitHeapGrowth(): void {
  if (getHeapStatistics().heap_size_limit <= SMALL_LIMIT) return;
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}
