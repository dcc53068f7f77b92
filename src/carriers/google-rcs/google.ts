import type { Logger } from "pino";
import type { paths } from "../../../generated/carriers/google-rcs";
import type { Clock } from "../../platform/time";
import { type ApiClient, apiClient } from "../api-client";
import { httpClient } from "../http-client";
import { accessTokens } from "./access-token";
import { readServiceAccount } from "./service-account";
import type { ApiResponse } from "./status-table";

/** Options of every call. Bodies are text, because a proxy may send a 200 without JSON. */
interface CallOptions {
  headers: { authorization: string };
  signal: AbortSignal;
  parseAs: "text";
}

interface Google {
  /** Calls the API. Retries once with a fresh token after a 401. Rejects without a token or a response. */
  call(
    signal: AbortSignal,
    request: (
      api: ApiClient<paths>,
      common: CallOptions,
    ) => Promise<{ response: Response; data?: string; error?: unknown }>,
  ): Promise<ApiResponse>;
  close(): Promise<void>;
}

interface GoogleDeps {
  /** Base URL, with or without `/v1`. */
  url: string;
  serviceAccount: string;
  connections: number;
  deadlineMs: number;
  clock: Clock;
  log: Logger;
}

export function google({ url, serviceAccount, connections, deadlineMs, clock, log }: GoogleDeps): Google {
  const account = readServiceAccount(serviceAccount);
  if ("problem" in account) throw new Error(`the secret service_account ${account.problem}`);
  const http = httpClient({ connections, deadlineMs });
  const tokens = accessTokens(account, { clock, log, fetch: http.fetch });
  const api = apiClient<paths>(http, { baseUrl: url.replace(/\/v1$/, ""), pathSerializer: filledPath });
  return {
    async call(signal, request) {
      const once = async (token: string): Promise<ApiResponse> => {
        const common = { headers: { authorization: `Bearer ${token}` }, signal, parseAs: "text" } as const;
        const { response, data, error } = await request(api, common);
        const { status, headers } = response;
        return { status, headers, body: data === undefined ? error : parsed(data) };
      };
      const token = await tokens.get(signal);
      const response = await once(token);
      if (response.status !== 401) return response;
      tokens.refused(token);
      return once(await tokens.get(signal));
    },
    close: () => http.close(),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Fills in path parameters. Google's paths keep the plus of a number (RFC 3986, 3.3). */
const filledPath = (path: string, values: Record<string, unknown>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name])).replaceAll("%2B", "+"),
  );
