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

describe("service accounts of Google", () => {
  it("reads a key file", () => {
    expect(readServiceAccount(keyFileOf(TOKEN_URI))).toMatchObject({
      clientEmail: CLIENT_EMAIL,
      privateKeyId: "key-1",
      tokenUri: TOKEN_URI,
    });
  });

  it("defaults to Google's token URI", () => {
    const account = readServiceAccount(keyFileOf(TOKEN_URI, { token_uri: undefined }));
    expect(account).toMatchObject({ tokenUri: "https://oauth2.googleapis.com/token" });
  });

  it.each<[string, string, string]>([
    ["an empty text", "", "must be the JSON text of a service account's key file"],
    ["the path of the file", "key.json", "must be the JSON text of a service account's key file"],
    ["null", "null", "must be the JSON text of a service account's key file"],
    ["a very long text", `"${"x".repeat(30_000)}"`, "must be the JSON text of a service account's key file"],
    [
      "a key file of another type",
      keyFileOf(TOKEN_URI, { type: "authorized_user" }),
      'must be a key file with "type": "service_account"',
    ],
    ["a key file without an address", keyFileOf(TOKEN_URI, { client_email: "" }), "lacks client_email"],
    ["a key file with an invalid token URI", keyFileOf("token"), "has a token_uri that is not a URL"],
    [
      "a key file whose token URI is a file",
      keyFileOf("file:///etc/passwd"),
      "has a token_uri that is not a URL",
    ],
    [
      "a key file without a key",
      keyFileOf(TOKEN_URI, { private_key: undefined }),
      "has a private_key that is not an RSA key in PEM",
    ],
    [
      "a key file with a truncated key",
      keyFileOf(TOKEN_URI, { private_key: "-----BEGIN PRIVATE KEY-----\nAA" }),
      "has a private_key that is not an RSA key in PEM",
    ],
    [
      "a key file with a key of another algorithm",
      keyFileOf(TOKEN_URI, { private_key: elliptic }),
      "has a private_key that is not an RSA key in PEM",
    ],
  ])("refuses %s", (_label, text, problem) => {
    expect(readServiceAccount(text)).toEqual({ problem });
  });

  it("signs an assertion that is valid for an hour", () => {
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
