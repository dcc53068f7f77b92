import { createHmac, createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { googleRcsKind } from "../../../src/carriers/google-rcs/google-rcs";
import type { Callback } from "../../../src/carriers/kind";
import type { GivenSettings } from "../../../src/carriers/settings";
import { listening } from "../../support/listening";
import { callbackOf, connectionOf } from "./connection";

export const CLIENT_TOKEN = "SJENCPGJESMGUFPY";

interface GoogleRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
  body: unknown;
}

export type GoogleResponse =
  | { status: number; body?: unknown; headers?: Record<string, string> }
  | ((response: ServerResponse, request: GoogleRequest) => void);

/** A fake of Google's RCS API that checks the assertion of each token request and the token of each call. */
export interface GooglePeer {
  url: string;
  /** Content of a service-account key file for this peer. */
  keyFile: string;
  /** Received calls with a valid token. */
  calls: readonly GoogleRequest[];
  /** Claims of the valid assertions in token requests. */
  claims: readonly Record<string, unknown>[];
  unauthorized(): number;
  /** Sets the responses to further calls, in order. The last response repeats. */
  respondsWith(...respondsWith: GoogleResponse[]): void;
  /** Sets the response to token requests. Null restores the usual response, a token. */
  respondsToTokensWith(googleResponse: GoogleResponse | null): void;
  forgetTokens(): void;
  close(): Promise<void>;
  /** Listens again on the same port. */
  reopen(): Promise<void>;
}

const keyPair = () =>
  generateKeyPairSync("rsa", {
    modulusLength: 2_048,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
const { privateKey, publicKey } = keyPair();
/** Private key that this peer does not accept. */
export const otherKey = keyPair().privateKey;

export const CLIENT_EMAIL = "recado@padaria.iam.gserviceaccount.example";

/** Returns the content of a service-account key file. */
export const keyFileOf = (tokenUri: string, changes: Record<string, unknown> = {}) =>
  JSON.stringify({
    type: "service_account",
    project_id: "padaria",
    private_key_id: "key-1",
    private_key: privateKey,
    client_email: CLIENT_EMAIL,
    token_uri: tokenUri,
    ...changes,
  });

export const ACCEPTED_RESPONSE: GoogleResponse = {
  status: 200,
  body: { name: "phones/+5511987654321/agentMessages/1" },
};

export const failure = (code: number, status: string, rest: object = {}): GoogleResponse => ({
  status: code,
  body: { error: { code, status, message: `about ${status}`, ...rest } },
});

/** Returns the claims of an assertion. Null unless it is signed with this peer's key. */
export function verifiedClaims(assertion: string): Record<string, unknown> | null {
  const [header = "", claims = "", signature = ""] = assertion.split(".");
  const signed = Buffer.from(`${header}.${claims}`);
  const isSigned = verify(
    "RSA-SHA256",
    signed,
    createPublicKey(publicKey),
    Buffer.from(signature, "base64url"),
  );
  const { alg } = JSON.parse(Buffer.from(header, "base64url").toString()) as { alg: string };
  if (!isSigned || alg !== "RS256") return null;
  return JSON.parse(Buffer.from(claims, "base64url").toString()) as Record<string, unknown>;
}

export async function googlePeer(): Promise<GooglePeer> {
  const calls: GoogleRequest[] = [];
  const claims: Record<string, unknown>[] = [];
  const good = new Set<string>();
  let given = 0;
  let refused = 0;
  let responses: GoogleResponse[] = [ACCEPTED_RESPONSE];
  let tokenResponse: GoogleResponse | null = null;

  const reply = (response: ServerResponse, googleResponse: GoogleResponse, request: GoogleRequest) => {
    if (typeof googleResponse === "function") return googleResponse(response, request);
    const { status, body = {}, headers } = googleResponse;
    const text = typeof body === "string" ? body : JSON.stringify(body);
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(text);
  };
  const giveToken = (body: string): GoogleResponse => {
    const form = new URLSearchParams(body);
    const claimed = verifiedClaims(form.get("assertion") ?? "");
    if (form.get("grant_type") !== "urn:ietf:params:oauth:grant-type:jwt-bearer" || claimed === null) {
      return { status: 400, body: { error: "invalid_grant", error_description: "Invalid JWT Signature." } };
    }
    claims.push(claimed);
    const token = `token-${++given}`;
    good.add(token);
    return { status: 200, body: { access_token: token, expires_in: 3_599, token_type: "Bearer" } };
  };
  const server = createServer((request, response) => {
    void buffer(request).then((bytes) => {
      const { pathname: path, searchParams } = new URL(request.url ?? "/", "http://peer.example");
      const { method = "", headers } = request;
      const isForm = path === "/token";
      const body: unknown = isForm || bytes.length === 0 ? bytes.toString() : JSON.parse(bytes.toString());
      const call = { method, path, query: Object.fromEntries(searchParams), headers, body };
      if (isForm) return reply(response, tokenResponse ?? giveToken(bytes.toString()), call);
      if (!good.has(headers.authorization?.replace("Bearer ", "") ?? "")) {
        refused += 1;
        return reply(response, failure(401, "UNAUTHENTICATED"), call);
      }
      calls.push(call);
      reply(response, (responses.length > 1 ? responses.shift() : responses[0]) as GoogleResponse, call);
    });
  });
  const { url, listen, stop } = await listening(server);
  return {
    url,
    calls,
    claims,
    keyFile: keyFileOf(`${url}/token`),
    unauthorized: () => refused,
    respondsWith: (...next) => void (responses = next),
    respondsToTokensWith: (googleResponse) => void (tokenResponse = googleResponse),
    forgetTokens: () => good.clear(),
    close: stop,
    reopen: () => listen(true),
  };
}

type GoogleConnection = Parameters<typeof googleRcsKind.open>[0];

export const connectionTo = (given: GivenSettings, serviceAccount: string): GoogleConnection =>
  connectionOf(googleRcsKind, given, { service_account: serviceAccount, client_token: CLIENT_TOKEN });

/** Returns a notification in Google's format, signed with the client token. */
export function notification(data: unknown, clientToken = CLIENT_TOKEN): Callback {
  const bytes = Buffer.from(typeof data === "string" ? data : JSON.stringify(data));
  const signature = createHmac("sha512", clientToken).update(bytes).digest("base64");
  const message = { data: bytes.toString("base64"), messageId: "1", attributes: { product: "RBM" } };
  return posted({ message, subscription: "projects/padaria" }, { "x-goog-signature": signature });
}

export const posted = (body: unknown, headers: Record<string, string> = {}): Callback =>
  callbackOf({
    path: "/events",
    url: "https://recado.example/carriers/google/events",
    headers: { "content-type": "application/json", ...headers },
    body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
  });
