/** Who has signed in, as `/console/session` tells the page. */
export interface SignedIn {
  account: { id: string; name: string };
  key: { id: string; name: string; prefix: string; scopes: readonly string[] };
  /** When the session ends unless it is used until then, RFC 3339. */
  ends_at: string;
}
