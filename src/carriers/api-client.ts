import createClient, { type Client, type ClientOptions } from "openapi-fetch";
import { type HttpClient, TextRequest } from "./http-client";

/** Client with the types of a carrier's interface, which `openapi/carriers/` describes. */
export type ApiClient<Paths extends object> = Client<Paths>;

interface ApiOptions extends Pick<ClientOptions, "headers" | "bodySerializer" | "pathSerializer"> {
  baseUrl: string;
}

/** Creates a client that sends its requests by `http`. */
export const apiClient = <Paths extends object>(
  { fetch }: HttpClient,
  options: ApiOptions,
): ApiClient<Paths> => {
  // openapi-fetch passes the request on to `fetch` and reads only its method, so `TextRequest` suffices.
  const sentBy = { fetch, Request: TextRequest } as unknown as Pick<ClientOptions, "fetch" | "Request">;
  return createClient<Paths>({ ...options, ...sentBy });
};
