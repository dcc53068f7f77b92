/** Body of `/console/session`: the account and the key of the session. */
export interface SignedIn {
  account: { id: string; name: string };
  key: { id: string; name: string; prefix: string; scopes: readonly string[] };
  /** Instant at which an unused session ends, RFC 3339. */
  ends_at: string;
}
