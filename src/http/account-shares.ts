import { Problem, serviceUnavailable } from "../platform/problem";
import { Shares } from "./shares";

/** Requests of one account that are worked on at once, until their answers are taken; further ones wait. */
export const MAX_REQUESTS_OF_ACCOUNT = 64;

const MIB = 1024 * 1024;

/** What large bodies hold from their reading to their answer, in bytes: of all accounts, and of one. */
const BODIES = { all: 64 * MIB, perAccount: 16 * MIB };

/**
 * Requests with large bodies that are parsed, checked and handled at once. Each of them has the event loop for up to
 * 40 ms at a time, so their number says how long a turn takes.
 */
export const LARGE_REQUESTS = { all: 4, perAccount: 2 };

/** How long a request waits for its part of any of these, in milliseconds. */
const PATIENCE_MS = 10_000;

/** What requests that carry a key share, by account. */
export interface AccountShares {
  requests: Shares;
  bodyBytes: Shares;
  largeRequests: Shares;
}

const tooManyLarge = () => serviceUnavailable("Too many large bodies are on their way at the moment");

export const accountShares = (): AccountShares => ({
  requests: new Shares({
    all: Infinity,
    perAccount: MAX_REQUESTS_OF_ACCOUNT,
    patienceMs: PATIENCE_MS,
    refusal: () =>
      new Problem(
        429,
        "rate_limited",
        `${MAX_REQUESTS_OF_ACCOUNT} requests of this account are under way: wait for their answers, and read them`,
        undefined,
        { "Retry-After": "1" },
      ),
  }),
  bodyBytes: new Shares({
    ...BODIES,
    patienceMs: PATIENCE_MS,
    refusal: tooManyLarge,
  }),
  largeRequests: new Shares({ ...LARGE_REQUESTS, patienceMs: PATIENCE_MS, refusal: tooManyLarge }),
});
