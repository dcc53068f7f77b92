import type { Logger } from "pino";
import type { components } from "../../../generated/carriers/google-rcs";
import type { Clock, Instant } from "../../platform/time";
import { SECOND } from "../../platform/time";
import { untilAborted } from "../../platform/with-timeout";
import { causeOf, type HttpClient, TextRequest } from "../http-client";
import { type ServiceAccount, signedAssertion } from "./service-account";

type Schemas = components["schemas"];

const GRANT_TYPE = "urn:ietf:params:oauth:grant-type:jwt-bearer";
/** Time before expiry at which a token is replaced, in milliseconds; at most half of its lifetime. */
const MARGIN = 60 * SECOND;
/** Timeout of a token request, in milliseconds. Each caller also has a deadline. */
const DEADLINE = 10 * SECOND;
/** Cache time of a failed token request, in milliseconds. Otherwise every message would request a token. */
const REST = 3 * SECOND;

/** Failed token request. The message is one line without secrets. */
export class TokenError extends Error {
  override readonly name = "TokenError";
  constructor(
    message: string,
    /** OAuth error code, such as `invalid_grant`, or else the HTTP status; null without a JSON response. */
    readonly code: string | null,
  ) {
    super(message);
  }
}

interface AccessTokens {
  /**
   * Returns a token that remains valid for at least a minute, or for half of its lifetime if that is shorter.
   * Rejects with `TokenError` or the signal's reason.
   */
  get(signal: AbortSignal): Promise<string>;
  /** Discards a token that Google rejected. */
  refused(token: string): void;
}

/** Returns a cache for a service account's access token. Concurrent callers share one token request. */
export function accessTokens(
  account: ServiceAccount,
  { clock, log, fetch }: { clock: Clock; log: Logger; fetch: HttpClient["fetch"] },
): AccessTokens {
  let held: { token: string; until: Instant } | null = null;
  let refreshing: Promise<string> | null = null;
  let failed: { error: TokenError; until: Instant } | null = null;

  async function refresh(): Promise<string> {
    try {
      const { access_token: token, expires_in: seconds } = await requestToken(account, clock, fetch);
      held = { token, until: clock.now() + Math.max(seconds * SECOND - MARGIN, (seconds * SECOND) / 2) };
      return token;
    } catch (error) {
      if (error instanceof TokenError) {
        failed = { error, until: clock.now() + REST };
        log.warn({ code: error.code, reason: error.message }, "failed to get an access token from Google");
      }
      throw error;
    } finally {
      refreshing = null;
    }
  }

  return {
    async get(signal) {
      signal.throwIfAborted();
      const now = clock.now();
      if (held && now < held.until) return held.token;
      if (failed && now < failed.until) throw failed.error;
      refreshing ??= refresh();
      return untilAborted(refreshing, signal);
    },
    refused(token) {
      if (held?.token === token) held = null;
    },
  };
}

async function requestToken(
  account: ServiceAccount,
  clock: Clock,
  fetch: HttpClient["fetch"],
): Promise<Schemas["AccessToken"]> {
  const form = new URLSearchParams({
    grant_type: GRANT_TYPE,
    assertion: signedAssertion(account, clock.now()),
  });
  const { status, body } = await fetch(
    new TextRequest(account.tokenUri, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: form.toString(),
      signal: AbortSignal.timeout(DEADLINE),
    }),
  )
    .then(async (response) => ({ status: response.status, body: (await response.json()) as unknown }))
    .catch((error: unknown) => {
      throw new TokenError(`no access token from ${account.tokenUri} (${causeOf(error)})`, null);
    });
  const { access_token: token, expires_in: seconds } = (body ?? {}) as Partial<Schemas["AccessToken"]>;
  if (status === 200 && typeof token === "string" && Number(seconds) > 0) {
    return { access_token: token, expires_in: Number(seconds) };
  }
  const { error } = (body ?? {}) as Schemas["TokenFailure"];
  const code = typeof error === "string" ? error.slice(0, 64) : null;
  throw new TokenError(
    `${account.tokenUri} returned no access token for ${account.clientEmail}: ${code ?? `it returned ${status}`}`,
    code ?? String(status),
  );
}
