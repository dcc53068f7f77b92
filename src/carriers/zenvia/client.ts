import type { components, paths } from "../../../generated/carriers/zenvia";
import { type ApiClient, apiClient } from "../api-client";
import { type HttpClient, withHttpClient } from "../http-client";
import type { Connection } from "../kind";
import type { secrets, settings } from "./settings";

export type Schemas = components["schemas"];
export type ZenviaConnection = Connection<typeof settings, typeof secrets>;

export type ZenviaApi = ApiClient<paths>;

export const zenviaApi = (
  { settings: { url }, secrets: { token } }: ZenviaConnection,
  http: HttpClient,
): ZenviaApi => apiClient(http, { baseUrl: url, headers: { "X-API-TOKEN": token } });

export const withApi = <T>(connection: ZenviaConnection, work: (api: ZenviaApi) => Promise<T>): Promise<T> =>
  withHttpClient((http) => work(zenviaApi(connection, http)));
