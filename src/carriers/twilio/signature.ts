import { createHash, createHmac } from "node:crypto";
import { constantTimeEqual } from "../../platform/constant-time-equal";
import { forged } from "../callback-checks";
import type { Callback } from "../kind";

/**
 * Suffix of callback URLs that makes Twilio retry any failed request up to five times. By default Twilio
 * gives up after one response that is not 2xx. Source: Webhooks, "Connection overrides".
 */
export const RETRY_SUFFIX = "#rc=5&rp=all";

type Signed = Pick<Callback, "url" | "headers" | "body">;

/**
 * Returns the posted form; an empty form for a signed body of another content type. Throws a 401 `Problem` if
 * the signature is invalid. Source: Webhooks security, "Validating signatures from Twilio".
 */
export function signedForm(callback: Signed, authToken: string): URLSearchParams {
  const isForm = /^application\/x-www-form-urlencoded *(;|$)/i.test(callback.headers["content-type"] ?? "");
  const form = new URLSearchParams(isForm ? callback.body.toString("utf8") : "");
  const given = callback.headers["x-twilio-signature"] ?? "";
  const signed = spellings(callback.url).some((url) =>
    constantTimeEqual(given, signatureOf(url, form, authToken)),
  );
  if (!signed || !(isForm || bodyIsSigned(callback))) throw forged();
  return form;
}

/** Returns Twilio's signature: HMAC-SHA1 of the URL and the parameters, sorted by name and value. */
export function signatureOf(url: string, form: URLSearchParams, authToken: string): string {
  const names = [...new Set(form.keys())].sort();
  const parameters = names.flatMap((name) => [...new Set(form.getAll(name))].sort().map((one) => name + one));
  return createHmac("sha1", authToken)
    .update(url + parameters.join(""), "utf8")
    .digest("base64");
}

const ORIGIN = /^(https?:\/\/)([^/?#]*?)(:\d+)?(?=[/?#]|$)/i;

/**
 * Returns the URL spellings that Twilio may have signed: with and without port and `RETRY_SUFFIX`. The
 * request line never contains a fragment, but the signed URL may.
 */
function spellings(url: string): string[] {
  const [origin = "", scheme = "", host = "", port = ""] = ORIGIN.exec(url) ?? [];
  const rest = url.slice(origin.length);
  const standard = scheme.toLowerCase() === "https://" ? ":443" : ":80";
  return [`${scheme}${host}${rest}`, `${scheme}${host}${port || standard}${rest}`].flatMap((one) => [
    one,
    one + RETRY_SUFFIX,
  ]);
}

/**
 * Returns whether the signature covers a body that is not a form. The signature covers only the URL, so the
 * body must be empty or have the SHA-256 hash in the URL's parameter `bodySHA256`.
 */
function bodyIsSigned({ url, body }: Signed): boolean {
  const hash = URL.canParse(url) ? new URL(url).searchParams.get("bodySHA256") : null;
  if (hash === null) return body.length === 0;
  return constantTimeEqual(hash, createHash("sha256").update(body).digest("hex"));
}
