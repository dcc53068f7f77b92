import type { ListConsentsParams } from "../../../../client";
import { type Filters, filterValues } from "../parts/filter-values";
import { rangeOf } from "../parts/period";

/**
 * Filters in the query string. `phone` is a number as the user entered it. `period` is the name of a preset.
 * `contact` is the id of a contact. It replaces all other filters, and also finds records without a number.
 */
export const FILTERS = ["contact", "phone", "purpose", "status", "channel", "period", "from", "to"] as const;
type ConsentFilters = Filters<(typeof FILTERS)[number]>;

/** Returns the filter parameters. The service validates values that come from the address. */
export const toFilter = (filters: ConsentFilters, now: Date): ListConsentsParams =>
  ({
    phone: filterValues(filters.phone),
    purpose: filterValues(filters.purpose),
    status: filterValues(filters.status),
    channel: filterValues(filters.channel),
    ...rangeOf(filters, now),
  }) as ListConsentsParams;
