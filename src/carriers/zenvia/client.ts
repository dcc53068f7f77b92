import createClient from "openapi-fetch";
import type { components, paths } from "../../../generated/carriers/zenvia";
import { type HttpClient, withHttpClient } from "../http-client";
import type { Connection } from "../kind";
import type { secrets, settings } from "./settings";

export type Schemas = components["schemas"];
export type ZenviaConnection = Connection<typeof settings, typeof secrets>;

export const zenviaApi = ({ settings: { url }, secrets: { token } }: ZenviaConnection, http: HttpClient) =>
  createClient<paths>({ baseUrl: url, ...http.forClients, headers: { "X-API-TOKEN": token } });

export type ZenviaApi = ReturnType<typeof zenviaApi>;

export const withApi = <T>(connection: ZenviaConnection, work: (api: ZenviaApi) => Promise<T>): Promise<T> =>
  withHttpClient((http) => work(zenviaApi(connection, http)));
