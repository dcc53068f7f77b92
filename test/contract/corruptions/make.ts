import type { Answered, Asked, Corruption, Forward } from "./proxy";

// Bent out of shape on purpose, so without a type of its own.
export type Body = ReturnType<typeof JSON.parse>;

export const bodyOf = ({ body }: { body: string }): Body => JSON.parse(body);

export const withBody = (answer: Answered, body: Body): Answered => ({
  ...answer,
  body: JSON.stringify(body),
});

const PREFIX = "/v3";

/** Whether a request is of a method and path; `*` in the path stands for an id. */
export function isTo({ method, url }: Asked, route: string): boolean {
  const [verb = "", path = ""] = route.split(" ");
  return method === verb && new RegExp(`^${PREFIX}${path.replace(/\*/g, "[^/]+")}$`).test(url.pathname);
}

/** Corrupts requests of one route, and leaves others as they are. */
export const at =
  (route: string, corrupt: Corruption): Corruption =>
  (asked, forward) =>
    isTo(asked, route) ? corrupt(asked, forward) : forward();

/** Changes the answers of a route that are of one kind. */
export const inAnswer = (
  route: string,
  change: (body: Body, asked: Asked) => Body,
  fits: (answer: Answered) => boolean = ({ status }) => status < 300,
): Corruption =>
  at(route, async (asked, forward) => {
    const answer = await forward();
    if (!fits(answer) || answer.body === "") return answer;
    const body = bodyOf(answer);
    return withBody(answer, change(body, asked) ?? body);
  });

export const withQuery = ({ url }: Asked, change: (query: URLSearchParams) => void): Partial<Asked> => {
  const other = new URL(url);
  change(other.searchParams);
  return { url: other };
};

/** A list that asks the service for something else than it was asked for, and says that it did not. */
export const otherQuery = (
  route: string,
  change: (query: URLSearchParams) => void,
  mend: (body: Body, asked: Asked) => void = () => undefined,
): Corruption =>
  at(route, async (asked, forward) => {
    const answer = await forward(withQuery(asked, change));
    if (answer.status !== 200) return answer;
    const body = bodyOf(answer);
    mend(body, asked);
    return withBody(answer, body);
  });

/** Leaves entries out of a list as if they were not there. */
export const dropping = (
  route: string,
  drops: (entry: Body, asked: Asked, index: number, all: readonly Body[]) => boolean,
): Corruption =>
  at(route, async (asked, forward) => {
    const limit = Number(asked.url.searchParams.get("limit") ?? 25);
    const offset = Number(asked.url.searchParams.get("offset") ?? 0);
    const whole = await forward(
      withQuery(asked, (query) => {
        query.set("limit", "1000");
        query.set("offset", "0");
      }),
    );
    if (whole.status !== 200) return forward();
    const { data, pagination } = bodyOf(whole);
    const left = (data as Body[]).filter((entry, index, all) => !drops(entry, asked, index, all));
    const total = left.length;
    return withBody(whole, {
      data: left.slice(offset, offset + limit),
      pagination: { ...pagination, total, limit, offset, has_more: offset + limit < total },
    });
  });

/** Answers as if it had been done. */
export const done = (status: number): Answered => ({
  status,
  headers: {
    "x-request-id": "not-done",
    "ratelimit-limit": "1000",
    "ratelimit-remaining": "999",
    "ratelimit-reset": "60",
  },
  body: "",
});

/** Asks the service what it has, as the request's own key. */
export const read = ({ url, headers }: Asked, forward: Forward): Promise<Answered> => {
  const { "content-type": _, ...others } = headers;
  return forward({ method: "GET", url, headers: others, body: "" });
};
