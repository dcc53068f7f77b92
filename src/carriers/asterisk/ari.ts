import type { paths } from "../../../generated/carriers/asterisk";
import { type ApiClient, apiClient } from "../api-client";
import type { HttpClient } from "../http-client";
import type { Connection } from "../kind";

export const settings = {
  url: {
    type: "url",
    description: "Asterisk's REST Interface (ARI), such as http://127.0.0.1:8088/ari",
  },
  username: {
    type: "text",
    pattern: /^[^:\s]{1,128}$/,
    form: "a user name without spaces or colons",
    description: "the user of ari.conf",
  },
  app: {
    type: "text",
    default: "recado",
    pattern: /^[A-Za-z0-9_-]{1,40}$/,
    form: "1 to 40 letters, digits, - or _",
    description: "the Stasis application's name: one for each installation that uses the same Asterisk",
  },
  endpoint: {
    type: "text",
    pattern: /^[A-Za-z0-9_]+\/[^\s,]*\{number\}[^\s,]*$/,
    form: "a technology, a slash and where to call, with {number} for the number, such as PJSIP/{number}@trunk",
    description: "endpoint to call; {number} is replaced by the number, as +5511987654321",
  },
  ring_seconds: {
    type: "integer",
    default: 45,
    minimum: 5,
    maximum: 300,
    description: "how long a telephone rings before the call ends unanswered, in seconds",
  },
} as const;

export const secrets = {
  password: {
    description: "the password of ari.conf",
    // In ari.conf a value ends with its line, so a password cannot contain a line break.
    check: (value: string) =>
      /^[^\x00-\x1f\x7f]{1,255}$/.test(value) ? null : "must be 1 to 255 characters without line breaks",
  },
} as const;

export type AsteriskConnection = Connection<typeof settings, typeof secrets>;

export type Ari = ApiClient<paths>;

export const authorizationOf = ({ settings: { username }, secrets: { password } }: AsteriskConnection) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;

export const ariOf = (connection: AsteriskConnection, http: HttpClient): Ari =>
  apiClient(http, {
    baseUrl: connection.settings.url,
    headers: { authorization: authorizationOf(connection) },
  });

export function eventsUrl({ settings: { url } }: AsteriskConnection, app: string): string {
  return `${url.replace(/^http/, "ws")}/events?app=${encodeURIComponent(app)}`;
}

/** Returns Asterisk's description of a failure. Most errors have `message`; lower layers use `error`. */
export function failureOf(status: number, body: { message?: string; error?: string } | undefined): string {
  const words = body?.message ?? body?.error;
  return typeof words === "string" ? `${status}: ${words.slice(0, 200)}` : String(status);
}
