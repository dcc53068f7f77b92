/** Body of `/console/session`: the account and API key of the session. */
export interface SignedIn {
  account: { id: string; name: string };
  key: { id: string; name: string; prefix: string; scopes: readonly string[] };
  /** Time at which the session ends unless it is used before, in RFC 3339. */
  ends_at: string;
}
