import { generateKeyPairSync } from "node:crypto";
import { readServiceAccount, signedAssertion } from "../../src/carriers/google-rcs/service-account";
import { CLIENT_EMAIL, keyFileOf, verifiedClaims } from "../carriers/support/google-peer";

const NOW = Date.parse("2026-01-31T12:00:00.900Z");
const TOKEN_URI = "https://oauth2.example/token";
const elliptic = generateKeyPairSync("ec", {
  namedCurve: "P-256",
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
}).privateKey;

describe("a service account's key file", () => {
  it("is read", () => {
    expect(readServiceAccount(keyFileOf(TOKEN_URI))).toMatchObject({
      ...{ clientEmail: CLIENT_EMAIL, privateKeyId: "key-1", tokenUri: TOKEN_URI },
    });
  });

  it("gets its tokens from Google where it does not say from where", () => {
    const account = readServiceAccount(keyFileOf(TOKEN_URI, { token_uri: undefined }));
    expect(account).toMatchObject({ tokenUri: "https://oauth2.googleapis.com/token" });
  });

  it.each<[string, string, string]>([
    ["an empty text", "", "must be the JSON text of a service account's key file"],
    ["the path of the file", "key.json", "must be the JSON text of a service account's key file"],
    ["null", "null", "must be the JSON text of a service account's key file"],
    [
      "a text without an end",
      `"${"x".repeat(30_000)}"`,
      "must be the JSON text of a service account's key file",
    ],
    [
      "a key of another kind",
      keyFileOf(TOKEN_URI, { type: "authorized_user" }),
      'must be a key file with "type": "service_account"',
    ],
    ["no address", keyFileOf(TOKEN_URI, { client_email: "" }), "lacks client_email"],
    ["a token URI that is none", keyFileOf("token"), "has a token_uri that is not a URL"],
    [
      "a token URI that leads to a file",
      keyFileOf("file:///etc/passwd"),
      "has a token_uri that is not a URL",
    ],
    [
      "no key",
      keyFileOf(TOKEN_URI, { private_key: undefined }),
      "has a private_key that is not an RSA key in PEM",
    ],
    [
      "a key that was cut",
      keyFileOf(TOKEN_URI, { private_key: "-----BEGIN PRIVATE KEY-----\nAA" }),
      "has a private_key that is not an RSA key in PEM",
    ],
    [
      "a key of another algorithm",
      keyFileOf(TOKEN_URI, { private_key: elliptic }),
      "has a private_key that is not an RSA key in PEM",
    ],
  ])("is not %s", (_label, text, problem) => {
    expect(readServiceAccount(text)).toEqual({ problem });
  });

  it("signs for an hour what it asks a token for", () => {
    const account = readServiceAccount(keyFileOf(TOKEN_URI));
    if ("problem" in account) throw new Error(account.problem);
    const assertion = signedAssertion(account, NOW);
    expect(verifiedClaims(assertion)).toEqual({
      iss: CLIENT_EMAIL,
      scope: "https://www.googleapis.com/auth/rcsbusinessmessaging",
      aud: TOKEN_URI,
      iat: Date.parse("2026-01-31T12:00:00Z") / 1_000,
      exp: Date.parse("2026-01-31T13:00:00Z") / 1_000,
    });
    const header = JSON.parse(Buffer.from(assertion.split(".")[0] ?? "", "base64url").toString()) as object;
    expect(header).toEqual({ alg: "RS256", typ: "JWT", kid: "key-1" });
  });
});
