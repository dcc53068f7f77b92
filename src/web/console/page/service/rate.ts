/** Rate limit of the account, from the headers of the latest response. */
export interface Rate {
  /** Maximum number of requests per window. */
  limit: number;
  left: number;
  /** Time until the next window, in seconds. */
  resetSeconds: number;
}

/** Wait of the client before it repeats a request that exceeded the rate limit. */
export class RateLimitWait {
  constructor(readonly seconds: number) {}
}

/** Returns the rate limit from the headers of a response; null without them. A 403 response also has them. */
export function rateIn({ headers }: Pick<Response, "headers">): Rate | null {
  const [limit, left, resetSeconds] = ["Limit", "Remaining", "Reset"].map((name) =>
    Number(headers.get(`RateLimit-${name}`) ?? NaN),
  ) as [number, number, number];
  return [limit, left, resetSeconds].every(Number.isFinite) ? { limit, left, resetSeconds } : null;
}
