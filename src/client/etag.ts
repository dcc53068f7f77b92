import type {
  CannedResponse,
  Campaign,
  ContactList,
  SendingRule,
  Template,
  Webhook,
} from "../../generated/client/types";

// `Symbol.for` makes the ESM and CommonJS copies of the package use the same symbol.
const ETAG = Symbol.for("recado.etag");

/** Attaches the response's `ETag` to its parsed body as a non-enumerable property. */
export function attachEtag<T>(body: T, { headers }: Response): T {
  const etag = headers.get("ETag");
  if (etag !== null && typeof body === "object" && body !== null) {
    Object.defineProperty(body, ETAG, { value: etag });
  }
  return body;
}

/**
 * Returns the `ETag` of a resource that a call returned; pass the tag as `ifMatch` to the call that changes
 * the resource. Throws for entries of lists and for copies, which have no tag.
 */
export function etagOf(
  resource: Template | ContactList | Campaign | Webhook | CannedResponse | SendingRule,
): string {
  const etag = (resource as { [ETAG]?: unknown })[ETAG];
  if (typeof etag === "string") return etag;
  throw new TypeError(
    "There is no ETag: give the object that get, create, update or schedule returned, not a copy.",
  );
}
