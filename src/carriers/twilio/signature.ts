import { createHash, createHmac } from "node:crypto";
import { sameSecret } from "../../platform/same-secret";
import { forged } from "../bearer";
import type { Callback } from "../kind";

/**
 * After a URL that is given to Twilio: asks again five times at most after any failure, where it would give up after the
 * first answer that is not 2xx. Source: Webhooks, "Connection overrides".
 */
export const ASK_AGAIN = "#rc=5&rp=all";

type Signed = Pick<Callback, "url" | "headers" | "body">;

/**
 * The form that Twilio has posted; 401 for anything that Twilio did not sign. Source: Webhooks security, "Validating
 * signatures from Twilio". What is not a form is signed by the hash of its body, and holds nothing for us.
 */
export function signedForm(callback: Signed, authToken: string): URLSearchParams {
  const isForm = /^application\/x-www-form-urlencoded *(;|$)/i.test(callback.headers["content-type"] ?? "");
  const form = new URLSearchParams(isForm ? callback.body.toString("utf8") : "");
  const given = callback.headers["x-twilio-signature"] ?? "";
  const signed = spellings(callback.url).some((url) => sameSecret(given, signatureOf(url, form, authToken)));
  if (!signed || !(isForm || bodyIsSigned(callback))) throw forged();
  return form;
}

/** The URL, then the name and value of each parameter in the order of names, of one name in that of its values. */
export function signatureOf(url: string, form: URLSearchParams, authToken: string): string {
  const names = [...new Set(form.keys())].sort();
  const parameters = names.flatMap((name) => [...new Set(form.getAll(name))].sort().map((one) => name + one));
  return createHmac("sha1", authToken)
    .update(url + parameters.join(""), "utf8")
    .digest("base64");
}

const ORIGIN = /^(https?:\/\/)([^/?#]*?)(:\d+)?(?=[/?#]|$)/i;

/**
 * Twilio is not consistent about ports: it signs with or without one, and with the standard one where the URL has none.
 * What follows a `#` is not sent along, and may be part of what was signed.
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

/** Nothing vouches for a body that is neither a form nor hashed, unless there is none. */
function bodyIsSigned({ url, body }: Signed): boolean {
  const hash = URL.canParse(url) ? new URL(url).searchParams.get("bodySHA256") : null;
  if (hash === null) return body.length === 0;
  return sameSecret(hash, createHash("sha256").update(body).digest("hex"));
}
