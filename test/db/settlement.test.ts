import { createDispatcher } from "../../src/features/dispatch/dispatcher";
import { countMessages } from "../../src/features/messages/counts.store";
import { SECOND } from "../../src/platform/time";
import { LEASE_MS } from "../../src/queue/lease-lengths";
import { acceptAll, scriptedCarrier } from "../support/carrier";
import { databases } from "../support/databases";
import { deliverDue } from "../support/deliver";
import { Exchange } from "../support/exchange";
import { receiver } from "../support/receiver";
import { testService } from "../support/service";
import { withCommits } from "../support/transactions";

describe.each(databases)("the settlement of a job's last outcomes on %s", (database) => {
  const { carrier, submitted, behaves } = scriptedCarrier({ idempotent: false });
  const service = testService(database, { override: () => ({ carriers: new Map([["sandbox", carrier]]) }) });
  const exchange = new Exchange(service);
  const connectionLost = () => Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
  const endpoint = receiver();
  let webhookId = "";

  /** Sends a message and dispatches it. `atCommit` runs instead of the first commit of its outcome. */
  const dispatched = async (atCommit: (commit: () => Promise<unknown>) => Promise<unknown>) => {
    const [id = ""] = await exchange.send({ text: "x" }, "+5511987650010");
    let isFirst = true;
    const db = withCommits(service.db, (commit) => {
      // The first transaction records the intent.
      if (submitted.length === 0 || !isFirst) return commit();
      isFirst = false;
      return atCommit(commit);
    });
    await createDispatcher({ ...service.app, db }).workOff();
    expect(isFirst).toBe(false);
    return id;
  };
  const statusesOf = async (id: string) => {
    const { history } = (await service.db("messages").where({ id }).first("history")) as { history: string };
    return (JSON.parse(history) as [status: string][]).map(([status]) => status);
  };
  const sent = () => countMessages(service.db, service.accountId, { statuses: ["sent"] });
  const updates = async () => {
    service.clock.advance(SECOND);
    while (await deliverDue(service.app)) continue;
    const { requests } = await endpoint;
    return requests.splice(0).flatMap(({ events }) => events.map(({ data }) => data.status));
  };

  beforeAll(async () => {
    const { body } = await service.request
      .post("/v3/webhooks")
      .send({ url: (await endpoint).url })
      .expect(201);
    webhookId = (body as { id: string }).id;
  });
  afterAll(async () => (await endpoint).close());
  beforeEach(() => {
    behaves(acceptAll);
    submitted.length = 0;
  });
  afterEach(async () => {
    expect(await service.db("jobs").where({ kind: "submission" })).toEqual([]);
    expect(await service.db("unconfirmed_submissions")).toEqual([]);
    await service.db("jobs").del();
  });

  it("writes nothing if another process has leased the job just before the commit", async () => {
    const before = await sent();
    const id = await dispatched(async (commit) => {
      service.clock.advance(LEASE_MS.submission);
      await createDispatcher(service.app).workOff();
      return commit();
    });
    expect(await statusesOf(id)).toEqual(["pending", "sent"]);
    expect((await sent()) - before).toBe(1);
    expect(await updates()).toEqual(["pending", "sent"]);
  });

  it.each(["after", "before"] as const)(
    "writes the outcome once if the connection is lost %s the commit",
    async (when) => {
      const before = await sent();
      const id = await dispatched(async (commit) => {
        if (when === "after") await commit();
        throw connectionLost();
      });
      expect(await statusesOf(id)).toEqual(["pending", "sent"]);
      expect((await sent()) - before).toBe(1);
      expect(await updates()).toEqual(["pending", "sent"]);
    },
  );

  it("keeps the event of an endpoint that is disabled just before the commit until it is enabled", async () => {
    const setStatus = (status: "enabled" | "disabled") =>
      service.request.patch(`/v3/webhooks/${webhookId}`).send({ status }).expect(200);
    const id = await dispatched(async (commit) => {
      await setStatus("disabled");
      return commit();
    });
    expect(await statusesOf(id)).toEqual(["pending", "sent"]);
    expect(await updates()).toEqual([]);
    await setStatus("enabled");
    expect(await updates()).toEqual(["pending", "sent"]);
  });
});
