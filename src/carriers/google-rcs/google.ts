import createClient, { type Client } from "openapi-fetch";
import type { Logger } from "pino";
import type { paths } from "../../../generated/carriers/google-rcs";
import type { Clock } from "../../platform/time";
import { type HttpClient, httpClient } from "../http-client";
import { accessTokens } from "./access-token";
import { readServiceAccount } from "./service-account";
import type { Answer } from "./status-table";

/**
 * Options of every openapi-fetch call. Bodies are read as text, because not every 200 response comes from
 * Google.
 */
interface CallOptions {
  headers: { authorization: string };
  signal: AbortSignal;
  parseAs: "text";
}

export interface Google {
  /**
   * Calls with an access token, and repeats the call with a fresh token if it is rejected. Rejects without a
   * response.
   */
  call(
    signal: AbortSignal,
    request: (
      api: Client<paths>,
      common: CallOptions,
    ) => Promise<{ response: Response; data?: string; error?: unknown }>,
  ): Promise<Answer>;
  close(): Promise<void>;
}

interface GoogleParts {
  /** Base URL, with or without the version at its end. */
  url: string;
  serviceAccount: string;
  connections: number;
  clock: Clock;
  log: Logger;
}

/** Creates a client for Google's API from the URL and account of a connection. */
export function google({ url, serviceAccount, connections, clock, log }: GoogleParts): Google {
  const account = readServiceAccount(serviceAccount);
  if ("problem" in account) throw new Error(`the secret service_account ${account.problem}`);
  const http: HttpClient = httpClient({ connections });
  const tokens = accessTokens(account, { clock, log, fetch: http.fetch });
  const api = createClient<paths>({
    baseUrl: url.replace(/\/v1$/, ""),
    ...http.forClients,
    pathSerializer: filledPath,
  });
  return {
    async call(signal, request) {
      const once = async (token: string): Promise<Answer> => {
        const common = { headers: { authorization: `Bearer ${token}` }, signal, parseAs: "text" } as const;
        const { response, data, error } = await request(api, common);
        const { status, headers } = response;
        return { status, headers, body: data === undefined ? error : parsed(data) };
      };
      const token = await tokens.get(signal);
      const answer = await once(token);
      if (answer.status !== 401) return answer;
      tokens.refused(token);
      return once(await tokens.get(signal));
    },
    close: () => http.close(),
  };
}

/** Parses JSON; returns the text if it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Fills in path parameters. Google's resource names keep the plus sign of a number, which is allowed in a
 * path (RFC 3986, 3.3).
 */
const filledPath = (path: string, values: Record<string, unknown>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name])).replaceAll("%2B", "+"),
  );
