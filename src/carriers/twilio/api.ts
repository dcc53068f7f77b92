import type { paths } from "../../../generated/carriers/twilio";
import { type ApiClient, apiClient } from "../api-client";
import type { HttpClient } from "../http-client";
import type { Connection } from "../kind";
import type { SecretSpecs, SettingSpecs } from "../settings";
import { formOf } from "./requests";

export const settings = {
  url: {
    type: "url",
    default: "https://api.twilio.com",
    description: "where Twilio's API is, without the version",
  },
  account_sid: {
    type: "text",
    pattern: /^AC[0-9a-fA-F]{32}$/,
    form: "AC and 32 hexadecimal digits",
    description: "the account's SID, from the first page of Twilio's console",
  },
} as const satisfies SettingSpecs;

export const secrets = {
  auth_token: {
    description: "the account's primary auth token, from the same page",
    check: (value: string) =>
      /^[\x21-\x7e]{1,255}$/.test(value) ? null : "must be 1 to 255 characters without spaces",
  },
} as const satisfies SecretSpecs;

export type TwilioConnection = Connection<typeof settings, typeof secrets>;

export type TwilioApi = ApiClient<paths>;

export const twilioApi = (connection: TwilioConnection, http: HttpClient): TwilioApi =>
  apiClient(http, {
    baseUrl: connection.settings.url,
    headers: { authorization: authorization(connection), accept: "application/json" },
    bodySerializer: (body: unknown) => formOf(body as object).toString(),
  });

export const authorization = ({ settings: { account_sid }, secrets: { auth_token } }: TwilioConnection) =>
  `Basic ${Buffer.from(`${account_sid}:${auth_token}`).toString("base64")}`;
