// Minimum intervals in milliseconds. Messages that arrive one by one share rounds and transactions, because
// one of these costs about the same for several messages. After a quiet interval, a message does not wait.

/** Interval between the starts of two rounds of which the first leased all due jobs. */
export const ROUND_EVERY_MS = 40;

/** Interval between the starts of two transactions that write outcomes or delivery reports. */
export const WRITE_EVERY_MS = 20;
