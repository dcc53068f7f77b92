import type { OperationId } from "../../generated/server/binding";
import type { ParsedResponse } from "../../scripts/contract-check/invariants/checks/passive";
import type { InvariantClient } from "../../scripts/contract-check/invariants/invariant-client";
import { Model } from "../../scripts/contract-check/invariants/model";
import { runStep } from "../../scripts/contract-check/invariants/run-step";
import type { Step } from "../../scripts/contract-check/invariants/steps";
import type { RequestParts } from "../../scripts/contract-check/exchange";

interface Sent {
  operation: OperationId;
  request: RequestParts;
}

type Respond = (sent: Sent) => Partial<ParsedResponse>;

const environment = {
  sandboxed: true,
  foreignIds: { ids: new Map<string, string>(), reasonFor: () => "" },
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

const page = (data: readonly unknown[], total = data.length) => ({ data, pagination: { total } });

describe("a step that repeats a send", () => {
  const recipients = (to: string) => ({ recipients: [{ to }] });
  const step: Step = {
    do: "repeat",
    operation: "sendMessages",
    pick: 0,
    body: recipients("+5511987651234"),
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
      service(({ request: { query } }) => (query?.search === undefined ? { body: page([{}]) } : refusal)),
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
