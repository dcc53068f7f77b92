import type { ListConsentsParams } from "../../../../client";
import { type Filters, filterValues } from "../parts/filter-values";
import { rangeOf } from "../parts/period";

/**
 * Names of the filters in the query string. `phone` is as typed, and `period` names a preset. `contact` is a
 * contact's id, which replaces all other filters and also finds records without a number.
 */
export const FILTERS = ["contact", "phone", "purpose", "status", "channel", "period", "from", "to"] as const;
type ConsentFilters = Filters<(typeof FILTERS)[number]>;

/** Returns the filters as request parameters. The service validates them, as they come from the address. */
export const toFilter = (filters: ConsentFilters, now: Date): ListConsentsParams =>
  ({
    phone: filterValues(filters.phone),
    purpose: filterValues(filters.purpose),
    status: filterValues(filters.status),
    channel: filterValues(filters.channel),
    ...rangeOf(filters, now),
  }) as ListConsentsParams;
