import { createHash, createHmac } from "node:crypto";
import { sameSecret } from "../../platform/same-secret";
import { forged } from "../bearer";
import type { Callback } from "../kind";

/**
 * Suffix of callback URLs that makes Twilio retry up to five times after any failure. By default it gives up
 * after the first response that is not 2xx. Source: Webhooks, "Connection overrides".
 */
export const ASK_AGAIN = "#rc=5&rp=all";

type Signed = Pick<Callback, "url" | "headers" | "body">;

/**
 * Returns the posted form; throws 401 unless Twilio signed it. Source: Webhooks security, "Validating
 * signatures from Twilio". Other content is signed by the hash of its body and is not used.
 */
export function signedForm(callback: Signed, authToken: string): URLSearchParams {
  const isForm = /^application\/x-www-form-urlencoded *(;|$)/i.test(callback.headers["content-type"] ?? "");
  const form = new URLSearchParams(isForm ? callback.body.toString("utf8") : "");
  const given = callback.headers["x-twilio-signature"] ?? "";
  const signed = spellings(callback.url).some((url) => sameSecret(given, signatureOf(url, form, authToken)));
  if (!signed || !(isForm || bodyIsSigned(callback))) throw forged();
  return form;
}

/** Signs the URL, followed by the name and value of each parameter, sorted by name and then by value. */
export function signatureOf(url: string, form: URLSearchParams, authToken: string): string {
  const names = [...new Set(form.keys())].sort();
  const parameters = names.flatMap((name) => [...new Set(form.getAll(name))].sort().map((one) => name + one));
  return createHmac("sha1", authToken)
    .update(url + parameters.join(""), "utf8")
    .digest("base64");
}

const ORIGIN = /^(https?:\/\/)([^/?#]*?)(:\d+)?(?=[/?#]|$)/i;

/**
 * Returns the URL spellings that Twilio may have signed: with or without a port, and with the standard port
 * if the URL has none. The fragment is not sent but may be part of the signed URL.
 */
function spellings(url: string): string[] {
  const [origin = "", scheme = "", host = "", port = ""] = ORIGIN.exec(url) ?? [];
  const rest = url.slice(origin.length);
  const standard = scheme.toLowerCase() === "https://" ? ":443" : ":80";
  return [`${scheme}${host}${rest}`, `${scheme}${host}${port || standard}${rest}`].flatMap((one) => [
    one,
    one + ASK_AGAIN,
  ]);
}

/**
 * Returns whether a body that is not a form is covered by the signature: by its hash, or because it is empty.
 */
function bodyIsSigned({ url, body }: Signed): boolean {
  const hash = URL.canParse(url) ? new URL(url).searchParams.get("bodySHA256") : null;
  if (hash === null) return body.length === 0;
  return sameSecret(hash, createHash("sha256").update(body).digest("hex"));
}
