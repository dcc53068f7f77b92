import type { Campaign, ContactList, Template, Webhook } from "../../generated/client/types";

// Registered symbols are shared by all copies of the package, ESM and CommonJS.
const ETAG = Symbol.for("recado.etag");

/** Attaches the response's `ETag` to its body, hidden from loops over fields and from JSON. */
export function keepEtag<T>(body: T, { headers }: Response): T {
  const etag = headers.get("ETag");
  if (etag !== null && typeof body === "object" && body !== null) {
    Object.defineProperty(body, ETAG, { value: etag });
  }
  return body;
}

/**
 * Returns the `ETag` of a resource returned by a call, to pass as `ifMatch` to the call that changes it.
 * Throws if there is none: entries of lists and copies of objects have no tag.
 */
export function etagOf(resource: Template | ContactList | Campaign | Webhook): string {
  const etag = (resource as { [ETAG]?: unknown })[ETAG];
  if (typeof etag === "string") return etag;
  throw new TypeError(
    "There is no ETag: give the object that get, create, update or schedule returned, not a copy.",
  );
}
