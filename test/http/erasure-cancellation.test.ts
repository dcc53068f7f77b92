import { accountsDisable, accountsEnable } from "../../src/cli/accounts";
import { queueHold, queueRelease } from "../../src/cli/queue";
import type { SubmitOutcome } from "../../src/carriers/carrier";
import {
  insertConnection,
  pauseConnection,
  resumeConnection,
} from "../../src/features/connections/connections.store";
import { offerMessages } from "../../src/features/messages/waiting.store";
import { privacyHandler } from "../../src/features/privacy/privacy-job";
import { defaultSender, setSender } from "../../src/features/senders/senders.store";
import { MINUTE, SECOND } from "../../src/platform/time";
import { LEASE_MS } from "../../src/queue/lease-lengths";
import { leaseJobs, releaseJobs } from "../../src/queue/leases.store";
import { workOff } from "../../src/queue/worker";
import { type Account, testAccount } from "../support/accounts";
import { acceptAll, retryAll, scriptedCarrier } from "../support/carrier";
import { databases } from "../support/databases";
import { importBench } from "../support/imports";
import { testService } from "../support/service";

const NUMBER = "+5511987651234";
const OTHER = "+5511912345678";

describe.each(databases)("the cancellation of messages by an erasure on %s", (database) => {
  const sandbox = scriptedCarrier();
  const telco = scriptedCarrier({ name: "telco" });
  const service = testService(database, {
    override: () => ({
      carriers: new Map([
        ["sandbox", sandbox.carrier],
        ["telco", telco.carrier],
      ]),
    }),
  });
  let account: Account;
  beforeAll(() =>
    insertConnection(
      service.db,
      service.app.secrets,
      {
        name: "telco",
        kind: "http",
        settings: { url: "http://127.0.0.1:9" },
        secrets: { token: "out", callback_token: "in" },
      },
      service.clock.now(),
    ),
  );
  const hold = async () => {
    await queueHold(service);
    await service.app.hold.refresh();
  };
  const release = async () => {
    await queueRelease(service, {});
    await service.app.hold.refresh();
  };
  beforeEach(async () => {
    account = await testAccount(service);
    sandbox.behaves(acceptAll);
    await release();
  });

  const smsSender = async () => {
    const sender = await defaultSender(service.db, account.accountId, "sms");
    if (!sender) throw new Error("the account has no sender");
    return sender;
  };
  const submissions = () =>
    [...sandbox.submitted, ...telco.submitted].filter(({ accountId }) => accountId === account.accountId);
  const submittedTo = () => submissions().map(({ to }) => to);
  const statuses = () =>
    service.db("messages").where({ account_id: account.accountId }).orderBy("id").pluck("status");
  const requestErasure = () =>
    account.exchange.posted("/v3/privacy-requests", { phone: NUMBER, kind: "erasure" }, 202);
  const work = () => workOff(service.app, privacyHandler(service.app));
  /** Runs the requested erasure to the end of its wait for earlier sends. Returns its status. */
  const erase = async () => {
    await work();
    service.clock.advance(2 * MINUTE);
    await work();
    return statusOfErasure();
  };
  const statusOfErasure = async () => {
    const [request] = (await service.db("privacy_requests").where({ account_id: account.accountId })) as {
      status: string;
    }[];
    return request?.status;
  };

  it.each([
    ["are queued", async () => {}, async () => {}],
    ["wait for the release of a held queue", hold, release],
    [
      "wait for the enablement of a disabled account",
      () => accountsDisable(service, account.name),
      () => accountsEnable(service, account.name),
    ],
    [
      "wait for a paused connection",
      () => pauseConnection(service.db, "telco", service.clock.now()),
      () => resumeConnection(service.db, "telco"),
    ],
  ])("cancels messages that %s, and completes", async (_, holdBack, letGo) => {
    const { now } = service.clock;
    await setSender(
      service.db,
      await smsSender(),
      { carrier: "telco" },
      { now: now(), ids: service.app.ids },
    );
    await account.exchange.send({ text: "Oi" }, [NUMBER, OTHER]);
    await account.exchange.send({ text: "Oi" }, NUMBER);
    await requestErasure();
    await holdBack();
    try {
      expect(await erase()).toBe("completed");
    } finally {
      await letGo();
    }
    expect(await statuses()).toEqual(["canceled", "pending", "canceled"]);
    await service.drainAfter(MINUTE);
    expect(submittedTo()).toEqual([OTHER]);
    expect(await account.exchange.messages({ status: "canceled" })).toMatchObject([
      { to: null, content: null },
      { to: null, content: null },
    ]);
  });

  const unknownAll: typeof acceptAll = async (messages) =>
    messages.map((): SubmitOutcome => ({ type: "unknown" }));

  it.each([
    ["a carrier may have", unknownAll],
    ["waits for a retry", retryAll],
  ])("does not cancel a message that %s, and waits for its end", async (_, outcome) => {
    sandbox.behaves(outcome);
    const id = await account.exchange.sendOne({ text: "Oi" }, NUMBER);
    await service.dispatcher.workOff();
    expect(submittedTo()).toEqual([NUMBER]);
    await requestErasure();
    await hold();
    expect(await erase()).toBe("running");
    expect(await account.exchange.message(id)).toMatchObject({ to: NUMBER, status: "pending" });
    sandbox.behaves(acceptAll);
    await release();
    await service.drainAfter(10 * MINUTE);
    expect(submittedTo()).toEqual([NUMBER, NUMBER]);
    await sandbox.report(submissions().slice(1), "delivered", service.clock.now());
    service.clock.advance(10 * MINUTE);
    await work();
    expect(await statusOfErasure()).toBe("completed");
    expect(await account.exchange.message(id)).toMatchObject({ to: null, status: "delivered" });
  });

  /** Leases the account's message as a worker does, and runs the requested erasure once. Returns the job. */
  const eraseLeased = async () => {
    const sender = await smsSender();
    const key = { accountId: account.accountId, key: sender.id, weight: 1 };
    const times = { now: service.clock.now(), leaseMs: LEASE_MS.submission };
    const [job] = await leaseJobs(service.db, "submission", [key], times);
    if (!job) throw new Error("the message has no job");
    await requestErasure();
    await work();
    expect(await statuses()).toEqual(["pending"]);
    return {
      job,
      release: () => releaseJobs(service.db, [{ job, dueAt: job.readyAt, counted: "not-begun" }]),
    };
  };

  it("does not cancel a message that a worker has leased, but cancels it after its release", async () => {
    await account.exchange.send({ text: "Oi" }, NUMBER);
    const leased = await eraseLeased();
    await leased.release();
    service.clock.advance(2 * MINUTE);
    await work();
    expect(await statuses()).toEqual(["canceled"]);
    expect(await statusOfErasure()).toBe("completed");
    await service.drain();
    expect(submittedTo()).toEqual([]);
  });

  it("cancels a message that a worker offers while the erasure waits for earlier sends", async () => {
    const id = await account.exchange.sendOne({ text: "Oi" }, NUMBER);
    const { job } = await eraseLeased();
    await offerMessages(service.db, account.accountId, job.lease, [id]);
    service.clock.advance(13 * SECOND);
    await work();
    expect(await statuses()).toEqual(["canceled"]);
  });

  it("cancels a message that a worker releases while the erasure waits for an import", async () => {
    const imports = importBench(service, () => account);
    await imports.start(await imports.list(), await imports.upload(`telefone\n${OTHER}\n`));
    await account.exchange.send({ text: "Oi" }, NUMBER);
    const leased = await eraseLeased();
    service.clock.advance(2 * MINUTE);
    await work();
    expect(await statuses()).toEqual(["pending"]);
    await leased.release();
    service.clock.advance(10 * MINUTE);
    await work();
    expect(await statuses()).toEqual(["canceled"]);
    expect(await statusOfErasure()).toBe("running");
  });

  it("cancels a message to the contact that is sent between the request and the contact's deletion", async () => {
    await service.contact({ phone: NUMBER, accountId: account.accountId });
    await requestErasure();
    service.clock.advance(SECOND);
    await hold();
    await account.exchange.send({ text: "Oi" }, NUMBER);
    await erase();
    service.clock.advance(10 * MINUTE);
    await work();
    await release();
    expect(await statusOfErasure()).toBe("completed");
    await service.drain();
    expect(submittedTo()).toEqual([]);
    expect(await statuses()).toEqual(["canceled"]);
  });
});
