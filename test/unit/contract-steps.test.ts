import type { OperationId } from "../../generated/server/binding";
import type { ParsedResponse } from "../../scripts/contract-check/invariants/checks/passive";
import {
  type InvariantClient,
  SequenceClients,
} from "../../scripts/contract-check/invariants/invariant-client";
import { Model } from "../../scripts/contract-check/invariants/model";
import { runStep } from "../../scripts/contract-check/invariants/run-step";
import type { Step, WalkStep } from "../../scripts/contract-check/invariants/steps";
import { Verdicts } from "../../scripts/contract-check/invariants/verdicts";
import type { RequestParts } from "../../scripts/contract-check/exchange";
import type { Receiver } from "../../scripts/contract-check/receiver";
import type { Run } from "../../scripts/contract-check/run-parts";

// Steps wait for no service in these tests.
jest.mock("../../scripts/tools/poll", () => ({ poll: (read: () => unknown) => read() }));

interface Sent {
  operation: OperationId;
  request: RequestParts;
}

type Respond = (sent: Sent) => Partial<ParsedResponse>;

const environment = {
  sandboxed: true,
  foreignIds: { ids: new Map<string, string>(), reasonFor: () => "" },
  delayed: new Set<OperationId>(),
  receiver: "no receiver",
};

/** Returns a client of a service that responds with `respond`, with what steps send and report. */
function clientOf(respond: Respond) {
  const sent: Sent[] = [];
  const found: (readonly [string, readonly string[]])[] = [];
  const reasons: string[] = [];
  const client: InvariantClient = {
    model: new Model("contract-check-0-1", (lastDigits) => Promise.resolve(`+55119${lastDigits}`)),
    isSubject: true,
    send(operation, request) {
      sent.push({ operation, request });
      return Promise.resolve({ status: 200, headers: {}, body: {}, ...respond({ operation, request }) });
    },
    find: (invariant, faults) => void found.push([invariant, faults]),
    unable: (invariant, reason) => void reasons.push(`${invariant}: ${reason}`),
    addNote: () => undefined,
    save: () => undefined,
  };
  const run = (step: Step) => runStep(client, step, environment);
  return { client, sent, found, reasons, run };
}

/** Returns the page of a list that the query selects. */
function page(data: readonly unknown[], { query = {} }: RequestParts = {}) {
  const [limit, offset, total] = [Number(query.limit), Number(query.offset ?? 0), data.length];
  const has_more = offset + limit < total;
  return { data: data.slice(offset, offset + limit), pagination: { total, limit, offset, has_more } };
}

const MESSAGE = "01a1e473-6838-7c55-a1b9-0d6e3f7a2c48";
const TEMPLATE = "01a1e473-6838-7c55-a1b9-0d6e3f7a2c49";
const NUMBER = "+5511987651234";

describe("a step that repeats a send", () => {
  const recipients = (to: string) => ({ recipients: [{ to }] });
  const step: Step = {
    do: "repeat",
    operation: "sendMessages",
    pick: 0,
    body: recipients(NUMBER),
    other: recipients("+5511987651235"),
  };
  const refusal = { status: 422, body: { error: { code: "unprocessable_entity" } } };
  const replayed = { "idempotent-replayed": "true" };

  /** Returns the responses of a service that honours the key. `listed` is the response to the list. */
  function service(listed: Respond): Respond {
    let sends = 0;
    return (sent) => {
      if (sent.operation === "listMessages") return listed(sent);
      sends += 1;
      return sends === 3 ? { status: 409 } : { status: 202, ...(sends === 2 && { headers: replayed }) };
    };
  }

  it("counts messages by their number, which a list of any length allows", async () => {
    const { found, reasons, run } = clientOf(
      service(({ request: { query } }) =>
        query?.search === undefined ? { body: page([{}], { query }) } : refusal,
      ),
    );
    await run(step);
    expect({ found, reasons }).toEqual({ found: [["idempotent", []]], reasons: [] });
  });

  it("finds nothing in a list without a total", async () => {
    const { found, reasons, run } = clientOf(service(() => refusal));
    await run(step);
    expect({ found, reasons }).toEqual({
      found: [],
      reasons: ["idempotent: listMessages returned no total"],
    });
  });
});

describe("a step without a key", () => {
  it("sends nothing to a person if the service accepts the request", async () => {
    const { sent, run } = clientOf(() => ({ status: 202 }));
    await run({ do: "unauthorized", operation: "sendMessages", pick: 0 });
    const { recipients } = sent[0]?.request.body as { recipients: { to: string }[] };
    expect(new Set(recipients.map(({ to }) => to))).toEqual(new Set(["+5511900000000"]));
  });
});

describe("a step that lists messages by their status", () => {
  const step: WalkStep = {
    do: "walk",
    operation: "listMessages",
    pick: 0,
    limit: 25,
    filters: [{ name: "status", pick: 0, variant: 0 }],
  };
  const message = { id: MESSAGE, template_id: TEMPLATE, status: "sent" };

  /** Returns the faults of the filter in a service whose message, last read as sent, has this status. */
  async function faultsWith(status: string): Promise<readonly string[] | undefined> {
    const { client, found, run } = clientOf(({ operation, request }) => {
      const current = { ...message, status };
      const isListed = request.query?.status === undefined;
      return { body: operation === "getMessage" ? current : page(isListed ? [current] : [], request) };
    });
    client.model.add("createTemplate", { id: TEMPLATE, made: { id: TEMPLATE } });
    client.model.add("sendMessages", { id: MESSAGE, made: null }).body = message;
    await run(step);
    return found.find(([invariant]) => invariant === "filters")?.[1];
  }

  it("accepts a list without a message whose status has changed since its last read", async () => {
    expect(await faultsWith("delivered")).toEqual([]);
  });

  it("finds a list without a message that still has the status", async () => {
    expect(await faultsWith("sent")).toEqual([
      expect.stringContaining(`status=sent leaves out "${MESSAGE}", which matches`),
    ]);
  });
});

describe("a step that walks a list", () => {
  it("finds a page after the last one that is not empty", async () => {
    const template = { id: TEMPLATE, name: "contract-check-0-1 Aviso 1" };
    const { client, found, run } = clientOf(({ request: { query } = {} }) => ({
      body: page([template], { query: { ...query, offset: 0 } }),
    }));
    client.model.add("createTemplate", { id: TEMPLATE, made: template }).body = template;
    await run({ do: "walk", operation: "listTemplates", pick: 0, limit: 1, filters: [] } as WalkStep);
    expect(found.find(([invariant]) => invariant === "pages")?.[1]).toContain(
      "limit=1, offset=1: the page has 1 entries, with a total of 1 it should have 0",
    );
  });
});

describe("a step that searches a list", () => {
  const NAME = "contract-check-0-1 Aviso 1";

  /** Returns for each variant whether its search finds a fault in a service that searches with `finds`. */
  async function searches(finds: (name: string, search: string) => boolean) {
    const results = [];
    for (const variant of [0, 1, 2, 3, 4, 5]) {
      const template = { id: TEMPLATE, name: NAME };
      const { client, found, run } = clientOf(({ operation, request }) => {
        const search = String(request.query?.search ?? "");
        if (operation !== "listTemplates") return { body: template };
        return { body: page(finds(NAME.toLowerCase(), search.toLowerCase()) ? [template] : [], request) };
      });
      client.model.add("createTemplate", { id: TEMPLATE, made: template }).body = template;
      const filters = [{ name: "search", pick: 0, variant }];
      await run({ do: "walk", operation: "listTemplates", pick: 0, limit: 1, filters } as WalkStep);
      const faults = found.find(([invariant]) => invariant === "filters")?.[1] ?? [];
      results.push(faults.length > 0);
    }
    return results;
  }

  it("finds nothing in a correct service", async () => {
    expect(await searches((name, search) => name.includes(search))).not.toContain(true);
  });

  it("finds a search that matches only the beginning of a name", async () => {
    const results = await searches((name, search) => name.startsWith(search));
    expect(results).toEqual([false, true, true, true, false, false]);
  });

  it("finds a search that treats `_` and `%` as wildcards", async () => {
    const results = await searches((name, search) => name.includes(search.replace(/[_%]/, "-")));
    expect(results).toEqual([false, false, false, false, true, true]);
  });
});

describe("a step that sends messages", () => {
  it("finds the messages in the list of their batch, however many others are newer", async () => {
    const message = { id: MESSAGE, to: NUMBER, status: "delivered" };
    const { found, run } = clientOf(({ operation, request }) => {
      if (operation === "sendMessages")
        return { status: 202, body: { batch_id: "b", data: [{ message_id: MESSAGE, to: NUMBER }] } };
      if (operation === "getMessage") return { body: message };
      return { body: page(request.query?.batch_id === "b" ? [message] : [], request) };
    });
    await run({ do: "create", operation: "sendMessages", pick: 0, body: { recipients: [{ to: NUMBER }] } });
    expect(found).toEqual([["creates", []]]);
  });
});

describe("a step that follows messages by their events", () => {
  it("has no result if a message has no outcome in time", async () => {
    const { found, reasons, client } = clientOf(({ operation }) => {
      if (operation === "createWebhook") return { status: 201, body: { id: "w", secret: "whsec_" } };
      if (operation === "sendMessages") return { status: 202, body: { data: [{ message_id: MESSAGE }] } };
      return { body: { id: MESSAGE, status: "pending", status_history: [{ status: "pending" }] } };
    });
    const receiver = { url: "http://127.0.0.1:1", requests: [] } as unknown as Receiver;
    const step: Step = { do: "follow", operation: "getMessage", pick: 0 };
    await runStep(client, step, { ...environment, receiver });
    expect({ found, reasons }).toEqual({
      found: [],
      reasons: ["events: a message had no outcome within 30 s"],
    });
  });
});

describe("a request that the rate limit refuses each time", () => {
  it("ends its step, because its response says nothing about the invariants", async () => {
    const request = { method: "GET", url: "/templates/1", headers: {}, body: "" };
    const response = { status: 429, headers: {}, body: "" };
    const unable: string[] = [];
    const run = {
      client: { send: () => Promise.resolve({ request, response, body: {} }) },
      base: "http://127.0.0.1:1/v3",
      options: { key: "st_1" },
      tested: [],
      coverage: {
        attempt: () => undefined,
        unableAll: (operation: string, reason: string) => void unable.push(`${operation}: ${reason}`),
      },
    } as unknown as Run;
    const clients = new SequenceClients(run, clientOf(() => ({})).client.model, new Verdicts([]));
    const step: Step = { do: "foreign", operation: "getTemplate", pick: 0 };
    const reason = "the account's rate limit refused the request 4 times: other clients use it up";
    await expect(runStep(clients.clientFor(step), step, environment)).rejects.toThrow(reason);
    expect({ unable, violations: clients.violations }).toEqual({
      unable: [`getTemplate: ${reason}`],
      violations: [],
    });
  });
});
