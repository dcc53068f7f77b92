import { createServer } from "node:http";
import contract from "../../generated/openapi.json";
import { type OperationId, shapes } from "../../generated/client/operations";
import { resources } from "../../generated/client/resources";
import { createRecado, type Recado } from "../../src/client";
import { userAgent } from "../../src/client/version";
import { valueAt } from "../../src/platform/json-pointer";
import { version } from "../../package.json";
import { listening } from "../support/listening";
import { clientThatGets, json, pageOf, refusal, success } from "./fake";

type Json = Record<string, unknown>;
type Method = (params: Json) => Promise<unknown>;

interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  example: unknown;
  schema?: { type?: string };
}

interface Described {
  id: OperationId;
  verb: string;
  path: string;
  parameters: Parameter[];
  bodies: Json[];
  properties: string[];
}

function resolved<T>(value: unknown): T {
  const { $ref } = value as { $ref?: string };
  if ($ref === undefined) return value as T;
  return resolved(valueAt(contract, $ref));
}

interface Operation {
  operationId: OperationId;
  parameters?: unknown[];
  requestBody?: { content: { "application/json": { schema: unknown; examples: Record<string, unknown> } } };
}

const described: Described[] = Object.entries(contract.paths).flatMap(([path, item]) =>
  Object.entries(item as Record<string, Operation>).map(
    ([verb, { operationId: id, parameters = [], requestBody }]) => {
      const { schema, examples } = requestBody?.content["application/json"] ?? { schema: {}, examples: {} };
      return {
        id,
        verb: verb.toUpperCase(),
        path,
        parameters: parameters.map((one) => resolved<Parameter>(one)),
        bodies: Object.values(examples).map((one) => resolved<{ value: Json }>(one).value),
        properties: Object.keys(resolved<{ properties?: Json }>(schema).properties ?? {}),
      };
    },
  ),
);

const grouped = Object.entries(resources).flatMap(([resource, methods]) =>
  Object.entries(methods).map(([method, id]) => ({ resource, method, id })),
);

function methodFor(recado: Recado, operation: OperationId): Method {
  const found = grouped.find(({ id }) => id === operation);
  if (found === undefined) throw new Error(`no method for ${operation}`);
  const resource = recado[found.resource as keyof Recado] as unknown as Record<string, Method>;
  return resource[found.method] as Method;
}

describe("the client", () => {
  it("has a method for each operation of the contract", () => {
    expect(Object.keys(shapes).sort()).toEqual(described.map(({ id }) => id).sort());
    expect(described.length).toBeGreaterThan(50);
  });

  it("has each operation under its resource", () => {
    expect(grouped.map(({ id }) => id).sort()).toEqual(Object.keys(shapes).sort());
  });

  it.each(described)("names no parameter of $id like a field of its body", ({ parameters, properties }) => {
    const names = [...parameters.filter((one) => one.in !== "header").map(({ name }) => name), ...properties];
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(described)(
    "sends $id as the contract describes it",
    async ({ id, verb, path, parameters, bodies }) => {
      for (const body of bodies.length > 0 ? bodies : [{}]) {
        const { recado, sent } = clientThatGets([success(id, { data: [], pagination: {} })]);
        const inPath = parameters.filter((one) => one.in === "path");
        const inQuery = parameters.filter((one) => one.in === "query");
        const params = Object.fromEntries(
          [...inPath, ...inQuery].map(({ name, example }) => [name, example]),
        );
        await methodFor(recado, id)({ ...params, ...body, absent: undefined });
        const [request] = sent;
        const filled = inPath.reduce(
          (at, { name, example }) => at.replace(`{${name}}`, String(example)),
          path,
        );
        expect([request?.method, request?.url.pathname]).toEqual([verb, `/v3${filled}`]);
        const query = inQuery.flatMap(({ name, example }) =>
          [example].flat().map((one) => [name, String(one)]),
        );
        expect([...(request?.url.searchParams ?? [])]).toEqual(query);
        if (bodies.length > 0) expect(JSON.parse(request?.body ?? "")).toEqual(body);
        else expect(request?.body).toBe("");
      }
    },
  );

  const lists = described.flatMap(({ id, parameters }) =>
    parameters
      .filter((one) => one.in === "query" && one.schema?.type === "array")
      .map(({ name }) => ({ id, name })),
  );

  it.each(lists)("rejects an empty list as $name of $id", async ({ id, name }) => {
    const { recado, sent } = clientThatGets([pageOf([])]);
    const call = async () => methodFor(recado, id)({ list_id: "1", webhook_id: "1", [name]: [] });
    await expect(call()).rejects.toThrow(new RegExp(`^${id} needs at least one value of ${name}\\b`));
    expect(sent).toEqual([]);
  });

  it("sends an empty list in a body", async () => {
    const { recado, sent } = clientThatGets([json(200, {})]);
    await recado.campaigns.update({ campaign_id: "1", tags: [] });
    expect(sent[0]?.body).toBe('{"tags":[]}');
  });

  it("sends the key, the client's headers, and a call's headers in preference", async () => {
    const { recado, sent } = clientThatGets([json(200, {})], {
      headers: { "X-Trace": "1", "X-Request-Id": "all" },
    });
    await recado.files.getConstraints({}, { headers: { "X-Request-Id": "this" } });
    const { headers } = sent[0] ?? {};
    expect(["x-api-key", "x-trace", "x-request-id"].map((name) => headers?.get(name))).toEqual([
      "st_key",
      "1",
      "this",
    ]);
  });

  it("sends its version and runtime as user agent", async () => {
    const { recado, sent } = clientThatGets([json(200, {})]);
    await recado.files.getConstraints();
    expect(sent[0]?.headers.get("user-agent")).toBe(
      `recado-client/${version} Node.js/${process.versions.node}`,
    );
    expect(userAgent({ navigator: { userAgent: "Cloudflare-Workers" } })).toBe(
      `recado-client/${version} Cloudflare-Workers`,
    );
    expect(userAgent({})).toBe(`recado-client/${version}`);
  });

  it("sends a configured user agent", async () => {
    const { recado, sent } = clientThatGets([json(200, {})], { headers: { "user-agent": "shop/1" } });
    await recado.files.getConstraints();
    expect(sent[0]?.headers.get("user-agent")).toBe("shop/1");
  });

  it("encodes a parameter of the path", async () => {
    const { recado, sent } = clientThatGets([json(200, {})]);
    await recado.templates.get({ template_id: "a/b?c" });
    expect(sent[0]?.url.href).toBe("https://messages.example.com/v3/templates/a%2Fb%3Fc");
  });

  it.each([undefined, "", ".", "..", 7])(
    "sends no request when a path parameter is %p",
    async (template_id) => {
      const { recado, sent } = clientThatGets([]);
      const call = recado.templates.delete({ template_id } as { template_id: string });
      await expect(call).rejects.toThrow("deleteTemplate needs template_id");
      expect(sent).toEqual([]);
    },
  );

  it("sends unknown parameters for the service to refuse", async () => {
    const { recado, sent } = clientThatGets([json(200, {}), json(201, {})]);
    await recado.files.getConstraints({ colour: "green" } as Record<never, never>);
    await recado.webhooks.create({ url: "https://a.example", colour: "green" } as { url: string });
    expect(sent[0]?.url.search).toBe("?colour=green");
    expect(JSON.parse(sent[1]?.body ?? "")).toEqual({ url: "https://a.example", colour: "green" });
  });

  it.each(["launchCampaign", "deleteCampaign"] as const)(
    "returns undefined for the success of %s, which has no body",
    async (id) => {
      const { recado } = clientThatGets([success(id)]);
      await expect(methodFor(recado, id)({ campaign_id: "1" })).resolves.toBeUndefined();
    },
  );

  it("passes the final response of a call to onResponse", async () => {
    const { recado } = clientThatGets([
      refusal(503, "service_unavailable", { "Retry-After": "1" }),
      json(202, { data: [] }, { "Idempotent-Replayed": "true" }),
    ]);
    const seen: (string | null)[] = [];
    const onResponse = ({ headers }: Response) => void seen.push(headers.get("Idempotent-Replayed"));
    await recado.messages.send({ template_id: "t-1", recipients: [] }, { onResponse });
    expect(seen).toEqual(["true"]);
  });

  it.each(["messages.example.com/v3", "", "ftp://messages.example.com"])(
    "refuses the base URL %p",
    (baseUrl) => {
      expect(() => createRecado({ baseUrl, apiKey: "st_key" })).toThrow("baseUrl is not an http URL");
    },
  );

  it.each([
    ["the service's 404", refusal(404, "not_found")],
    ["a page of another server", new Response("Not found", { status: 404 })],
  ])("proposes the version prefix on %s when baseUrl has none", async (_, response) => {
    const of = (baseUrl: string) => clientThatGets([response], { baseUrl }).recado.senders.list({});
    const hint = "baseUrl has no version prefix: try https://messages.example.com/v3";
    await expect(of("https://messages.example.com/")).rejects.toThrow(hint);
    await expect(of("https://messages.example.com/v3")).rejects.toMatchObject({
      message: expect.not.stringContaining("version prefix"),
    });
  });

  it("does not send its key to the target of a redirect", async () => {
    let reached = 0;
    const server = createServer((request, response) => {
      if (request.url === "/elsewhere") reached += 1;
      response.writeHead(302, { Location: "/elsewhere" }).end();
    });
    const { url, stop } = await listening(server);
    try {
      const call = createRecado({ baseUrl: `${url}/v3`, apiKey: "st_key" }).files.getConstraints();
      await expect(call).rejects.toMatchObject({ status: 302, code: "unexpected_response" });
      expect(reached).toBe(0);
    } finally {
      await stop();
    }
  });
});
