import type { ProxiedResponse, ProxiedRequest, Corruption, Forward } from "./proxy";

// Any JSON, because corruptions change its form.
export type Body = ReturnType<typeof JSON.parse>;

export const bodyOf = ({ body }: { body: string }): Body => JSON.parse(body);

export const withBody = (response: ProxiedResponse, body: Body): ProxiedResponse => ({
  ...response,
  body: JSON.stringify(body),
});

const PREFIX = "/v3";

/** Returns whether a request has a method and path; `*` in the path stands for an id. */
export function isTo({ method, url }: ProxiedRequest, route: string): boolean {
  const [verb = "", path = ""] = route.split(" ");
  return method === verb && new RegExp(`^${PREFIX}${path.replace(/\*/g, "[^/]+")}$`).test(url.pathname);
}

/** Corrupts requests of one route, and forwards all others. */
export const at =
  (route: string, corrupt: Corruption): Corruption =>
  (request, forward) =>
    isTo(request, route) ? corrupt(request, forward) : forward();

/** Applies all corruptions; the first one sees the request first and the response last. */
export const all = ([first, ...others]: readonly Corruption[]): Corruption =>
  first === undefined
    ? (_request, forward) => forward()
    : (request, forward) =>
        first(request, (change = {}) =>
          all(others)({ ...request, ...change }, (more) => forward({ ...change, ...more })),
        );

/** Changes the responses of a route that `fits` selects. */
export const inResponse = (
  route: string,
  change: (body: Body, request: ProxiedRequest) => Body,
  fits: (response: ProxiedResponse) => boolean = ({ status }) => status < 300,
): Corruption =>
  at(route, async (request, forward) => {
    const response = await forward();
    if (!fits(response) || response.body === "") return response;
    const body = bodyOf(response);
    return withBody(response, change(body, request) ?? body);
  });

/** Changes the responses of a route with one status. */
export const planted = (
  route: string,
  status: number,
  change: (response: ProxiedResponse) => ProxiedResponse,
): Corruption =>
  at(route, async (_request, forward) => {
    const response = await forward();
    return response.status === status ? change(response) : response;
  });

export const withStatus = (status: number) => (response: ProxiedResponse) => ({ ...response, status });

export const withHeader = (name: string, value: string) => (response: ProxiedResponse) => ({
  ...response,
  headers: { ...response.headers, [name]: value },
});

export const withoutHeader =
  (name: string) =>
  ({ headers: { [name]: _, ...headers }, ...response }: ProxiedResponse) => ({ ...response, headers });

const withQuery = (
  { url }: ProxiedRequest,
  change: (query: URLSearchParams) => void,
): Partial<ProxiedRequest> => {
  const other = new URL(url);
  change(other.searchParams);
  return { url: other };
};

/** Changes the query that the service gets; `mend` hides the change in the response. */
export const otherQuery = (
  route: string,
  change: (query: URLSearchParams) => void,
  mend: (body: Body, request: ProxiedRequest) => void = () => undefined,
): Corruption =>
  at(route, async (request, forward) => {
    const response = await forward(withQuery(request, change));
    if (response.status !== 200) return response;
    const body = bodyOf(response);
    mend(body, request);
    return withBody(response, body);
  });

/** Removes entries from a list consistently, as if they did not exist. */
export const dropping = (
  route: string,
  drops: (entry: Body, request: ProxiedRequest, index: number, all: readonly Body[]) => boolean,
): Corruption =>
  at(route, async (request, forward) => {
    const limit = Number(request.url.searchParams.get("limit") ?? 25);
    const offset = Number(request.url.searchParams.get("offset") ?? 0);
    const whole = await forward(
      withQuery(request, (query) => {
        query.set("limit", "1000");
        query.set("offset", "0");
      }),
    );
    if (whole.status !== 200) return forward();
    const { data, pagination } = bodyOf(whole);
    const left = (data as Body[]).filter((entry, index, all) => !drops(entry, request, index, all));
    const total = left.length;
    return withBody(whole, {
      data: left.slice(offset, offset + limit),
      pagination: { ...pagination, total, limit, offset, has_more: offset + limit < total },
    });
  });

/** Returns a success without an effect. */
export const done = (status: number): ProxiedResponse => ({
  status,
  headers: {
    "cache-control": "no-store",
    "x-request-id": "not-done",
    "ratelimit-limit": "1000",
    "ratelimit-remaining": "999",
    "ratelimit-reset": "60",
  },
  body: "",
});

/** Returns the resource of the request's path, read with the request's key. */
export const read = ({ url, headers }: ProxiedRequest, forward: Forward): Promise<ProxiedResponse> => {
  const { "content-type": _, ...others } = headers;
  return forward({ method: "GET", url, headers: others, body: "" });
};
