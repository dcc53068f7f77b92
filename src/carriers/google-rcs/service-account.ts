import { createPrivateKey, type KeyObject, sign } from "node:crypto";
import type { Instant } from "../../platform/time";
import { isObject } from "../untrusted";

export interface ServiceAccount {
  clientEmail: string;
  privateKeyId: string | null;
  privateKey: KeyObject;
  tokenUri: string;
}

/**
 * Google's token endpoint. Source: https://developers.google.com/identity/protocols/oauth2/service-account
 */
const GOOGLE_TOKEN_URI = "https://oauth2.googleapis.com/token";
const SCOPE = "https://www.googleapis.com/auth/rcsbusinessmessaging";
/** Lifetime of an assertion, in seconds. Google's maximum is one hour. */
const ASSERTION_SECONDS = 3_600;
/** Maximum length of a key file, in characters. Google's key files have about 2,000. */
const MAX_LENGTH = 20_000;

/** Parses a key file. Returns the account, or a problem that does not quote the file. */
export function readServiceAccount(text: string): ServiceAccount | { problem: string } {
  const fields = text.length <= MAX_LENGTH ? jsonObject(text) : null;
  if (fields === null) return { problem: "must be the JSON text of a service account's key file" };
  const { type, client_email: clientEmail, private_key: pem, private_key_id: keyId } = fields;
  const tokenUri = fields.token_uri ?? GOOGLE_TOKEN_URI;
  if (type !== "service_account") return { problem: 'must be a key file with "type": "service_account"' };
  if (typeof clientEmail !== "string" || clientEmail === "") return { problem: "lacks client_email" };
  if (typeof tokenUri !== "string" || !/^https?:\/\//.test(tokenUri) || !URL.canParse(tokenUri)) {
    return { problem: "has a token_uri that is not a URL" };
  }
  const privateKey = typeof pem === "string" ? rsaKey(pem) : null;
  if (privateKey === null) return { problem: "has a private_key that is not an RSA key in PEM" };
  return { clientEmail, privateKey, tokenUri, privateKeyId: typeof keyId === "string" ? keyId : null };
}

function jsonObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function rsaKey(pem: string): KeyObject | null {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === "rsa" ? key : null;
  } catch {
    return null;
  }
}

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Returns the JWT of a token request (RFC 7523), signed with RS256. */
export function signedAssertion(account: ServiceAccount, now: Instant): string {
  const { clientEmail, privateKeyId, privateKey, tokenUri } = account;
  const issuedAt = Math.floor(now / 1_000);
  const header = { alg: "RS256", typ: "JWT", ...(privateKeyId !== null && { kid: privateKeyId }) };
  const claims = {
    iss: clientEmail,
    scope: SCOPE,
    aud: tokenUri,
    iat: issuedAt,
    exp: issuedAt + ASSERTION_SECONDS,
  };
  const signed = `${base64url(header)}.${base64url(claims)}`;
  return `${signed}.${sign("RSA-SHA256", Buffer.from(signed), privateKey).toString("base64url")}`;
}
