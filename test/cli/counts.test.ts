import { testAccount } from "../support/accounts";
import { runCommand } from "../support/command";
import { databases, settingsOf } from "../support/databases";
import type { Page } from "../support/exchange";
import { runInProcess } from "../support/in-process-command";
import { expectTrueCounts, rollUpCounts } from "../support/recount";
import { testService } from "../support/service";
import { times } from "../support/times";

interface Verification {
  accounts: number;
  differences: Record<string, unknown>[];
  repaired: boolean;
  changed: boolean;
}

describe.each(databases)("counts verify on %s", (kind) => {
  const service = testService(kind);

  const database = () => {
    const { databaseUrl: url, dataDir } = service.app.config;
    return { url, dataDir };
  };
  const verify = (...options: string[]) =>
    runInProcess(["counts", "verify", ...options], { database: database(), clock: service.clock });
  const verificationIn = (out: string) => JSON.parse(out) as Verification;
  const send = async (count: number) => {
    const recipients = times(count, (index) => ({ to: `+55119880000${String(index).padStart(2, "0")}` }));
    const body = { channel: "sms", content: { type: "text", text: "Oi" }, recipients };
    await service.request.post("/v3/messages").send(body).expect(202);
  };
  const sendUntil = async (done: () => boolean) => {
    while (!done()) await send(1);
  };
  /** Corrupts counts as a partially committed transaction would. */
  const corruptCounts = async () => {
    const { db, accountId } = service;
    await db("message_counts")
      .where({ account_id: accountId, status: "pending" })
      .orderBy("id", "desc")
      .limit(1)
      .update({ messages: db.raw("messages - 400"), price: db.raw("price + 7") });
    const every = "00000000-0000-0000-0000-000000000000";
    await db("contact_counts").insert({ account_id: accountId, list_id: every, contacts: -1 });
    await db("contact_counts").insert({ account_id: accountId, list_id: await someList(), contacts: 3 });
  };
  const someList = async () =>
    (await service.db("contact_lists").where({ account_id: service.accountId }).pluck("id"))[0] as string;

  it("reports no difference in correct counts, before and after a roll-up", async () => {
    await send(20);
    await service.drain();
    await send(3);
    await service.contact({ phone: "+5511977770000", suppressedOn: ["sms"] });
    expect(await verify()).toEqual({ exitCode: 0, out: "The counts of 1 accounts are correct\n", err: "" });
    await rollUpCounts(service.db, service.accountId);
    await send(1);
    for (const options of [["--json"], ["--repair", "--json"]]) {
      expect(verificationIn((await verify(...options)).out)).toEqual({
        accounts: 1,
        differences: [],
        repaired: false,
        changed: false,
      });
    }
  });

  it("reports differences and exits with 1, and corrects them with --repair", async () => {
    await corruptCounts();
    const day = new Date(service.clock.now()).toISOString().slice(0, 10);
    const found = await verify("--json");
    expect(found).toMatchObject({
      exitCode: 1,
      err: "error: 4 counts differ: run it with --repair to correct them\n",
    });
    const { differences } = verificationIn(found.out);
    const [pending] = differences;
    expect(pending).toMatchObject({
      account: "first",
      count: "messages",
      day,
      channel: "sms",
      status: "pending",
    });
    const { kept, actual } = pending as Record<"kept" | "actual", { messages: number; price: number }>;
    expect(kept).toEqual({ messages: actual.messages - 400, price: actual.price + 7 });
    const hour = `${new Date(service.clock.now()).toISOString().slice(0, 13)}:00:00Z`;
    expect(differences[1]).toMatchObject({
      account: "first",
      count: "hours",
      hour,
      channel: "sms",
      status: "pending",
      kept,
      actual,
    });
    const [everyone, list] = differences.slice(2) as {
      kept: { contacts: number };
      actual: { contacts: number };
    }[];
    expect(everyone).toMatchObject({ account: "first", count: "contacts", list_id: null });
    expect((everyone?.actual.contacts ?? 0) - (everyone?.kept.contacts ?? 0)).toBe(1);
    expect(list).toMatchObject({ account: "first", count: "contacts", list_id: await someList() });
    expect((list?.actual.contacts ?? 0) - (list?.kept.contacts ?? 0)).toBe(-3);
    expect((await verify()).out).toMatch(new RegExp(`${day} sms pending +-3\\d\\d, price`));

    expect(verificationIn((await verify("--repair", "--json")).out)).toMatchObject({
      differences,
      repaired: true,
      changed: true,
    });
    expect(await verify("--account", "first")).toMatchObject({ exitCode: 0, err: "" });
    await expectTrueCounts(service, service.accountId);
  });

  it("compares the sums by purpose with messages, and corrects them with --repair", async () => {
    const account = await testAccount(service, { name: "purposes" });
    const verifyAccount = (...options: string[]) => verify("--account", "purposes", ...options);
    const body = { channel: "sms", purpose: "marketing", content: { type: "text", text: "Oi" } };
    await account.exchange.posted("/v3/messages", { ...body, recipients: [{ to: "+5511980000001" }] }, 202);
    await rollUpCounts(service.db, account.accountId);
    expect((await verifyAccount()).exitCode).toBe(0);
    // An older build rolls changes up without their purpose.
    await service.db("message_purposes").where({ account_id: account.accountId }).del();
    const day = new Date(service.clock.now()).toISOString().slice(0, 10);
    expect(await verifyAccount("--json")).toMatchObject({ exitCode: 1 });
    expect(verificationIn((await verifyAccount("--json")).out).differences).toEqual([
      {
        account: "purposes",
        count: "purposes",
        day,
        channel: "sms",
        status: "pending",
        purpose: "marketing",
        kept: { messages: 0, price: 0 },
        actual: { messages: 1, price: 0 },
      },
    ]);
    expect((await verifyAccount()).out).toMatch(new RegExp(`${day} sms pending marketing +0, price 0 +1`));
    expect((await verifyAccount("--repair")).exitCode).toBe(0);
    expect((await verifyAccount()).exitCode).toBe(0);
  });

  it("compares the counts by tag with messages, and corrects them with --repair", async () => {
    const account = await service.account("tags");
    const recipients = [{ to: "+5511966661234" }];
    // A tag may have the form of the id that stands for no template and no campaign.
    const tag = "00000000-0000-0000-0000-000000000000";
    const body = { channel: "sms", content: { type: "text", text: "Oi" }, tags: ["a", tag], recipients };
    await account.request.post("/v3/messages").send(body).expect(202);
    await service.drain();
    const verifyAccount = async (...options: string[]) => {
      const { exitCode, out } = await verify("--account", "tags", "--json", ...options);
      return { exitCode, differences: verificationIn(out).differences };
    };
    expect(await verifyAccount()).toEqual({ exitCode: 0, differences: [] });
    const ofTag = { account_id: account.accountId, tag };
    await service.db("message_tag_counts").where(ofTag).delete();
    const day = new Date(service.clock.now()).toISOString().slice(0, 10);
    const kind = { account: "tags", count: "tags", tag, day, channel: "sms", status: "delivered" };
    const sums = { kept: { messages: 0, price: 0 }, actual: { messages: 1, price: 80_000 } };
    expect(await verifyAccount()).toEqual({ exitCode: 1, differences: [{ ...kind, ...sums }] });
    expect((await verify("--account", "tags")).out).toContain(`tag ${tag} ${day} sms delivered`);
    expect((await verifyAccount("--repair")).exitCode).toBe(0);
    expect(await verifyAccount()).toEqual({ exitCode: 0, differences: [] });
    await expectTrueCounts(service, account.accountId);
  });

  it("compares conversations with inbound messages, and corrects them with --repair", async () => {
    const account = await testAccount(service, { name: "conversations" });
    const { exchange } = account;
    const of = { account_id: account.accountId };
    const [ana, eva, rui] = ["+5511966660001", "+5511966660002", "+5511966660003"] as const;
    const conversations = (phone: string) => service.db("conversations").where({ ...of, phone });
    const verifyAccount = async (...options: string[]) => {
      const { exitCode, out } = await verify("--account", "conversations", "--json", ...options);
      return { exitCode, differences: verificationIn(out).differences };
    };
    await exchange.reply(ana, "Oi");
    const first = (await conversations(ana).first()) as Record<string, unknown>;
    await conversations(ana).update({ status: "done", unread_count: 0, read_up_to: first.last_message_id });
    const done = (await conversations(ana).first()) as Record<string, unknown>;
    await exchange.reply(eva, "Olá");
    await exchange.reply(eva, "Alguém?");
    await exchange.reply(rui, "Tchau");
    expect(await verifyAccount()).toEqual({ exitCode: 0, differences: [] });

    // A process of an older build stores inbound messages without their conversations.
    service.clock.advance(1_000);
    await exchange.reply(ana, "SAIR");
    await conversations(ana).update(done);
    await service.db("list_members").where(of).update({ origin: "request" });
    const gone = (await conversations(eva).first()) as Record<string, unknown>;
    await conversations(eva).delete();
    await service
      .db("inbound_messages")
      .where({ ...of, sender: rui })
      .delete();
    const newest = async (sender: string) =>
      (
        await service
          .db("inbound_messages")
          .where({ ...of, sender })
          .orderBy("id", "desc")
          .pluck("id")
      )[0];
    const ruis = (await conversations(rui).first()) as Record<string, unknown>;
    const counts = (messages: number, unread: number, last_message_id: unknown) => ({
      messages,
      unread,
      last_message_id,
    });
    const common = { account: "conversations", count: "conversations" };
    const differences = [
      {
        ...common,
        conversation_id: done.id,
        kept: counts(1, 0, done.last_message_id),
        actual: counts(2, 1, await newest(ana)),
      },
      {
        ...common,
        conversation_id: null,
        kept: counts(0, 0, null),
        actual: counts(2, 2, gone.last_message_id),
      },
      {
        ...common,
        conversation_id: ruis.id,
        kept: counts(1, 1, ruis.last_message_id),
        actual: counts(0, 0, null),
      },
    ];
    expect(await verifyAccount()).toEqual({ exitCode: 1, differences });
    expect((await verify("--account", "conversations")).out).toMatch(
      /conversations +missing +0, 0, none +2, 2/,
    );

    expect(await verifyAccount("--repair")).toEqual({ exitCode: 0, differences });
    expect(await verifyAccount()).toEqual({ exitCode: 0, differences: [] });
    const { data } = await exchange.got<Page<Record<string, unknown>>>("/v3/conversations");
    const repaired = { status: "open", message_count: 2 };
    expect(data.map(({ phone }) => phone)).toEqual([ana, eva]);
    expect(data).toMatchObject([
      { ...repaired, id: done.id, preview: "SAIR", unread_count: 1, opted_out: true },
      { ...repaired, preview: "Alguém?", unread_count: 2, opted_out: false, read_up_to: null },
    ]);
  });

  it("corrects counts once while other processes send, roll up and repair", async () => {
    await corruptCounts();
    let done = false;
    const sending = Promise.all(times(3, () => sendUntil(() => done)));
    const folding = (async () => {
      while (!done) {
        await rollUpCounts(service.db, service.accountId);
        // SQLite's driver is synchronous, so the loop must yield to the other work.
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    const repairs = await Promise.all([
      runCommand(settingsOf(database()), "counts", "verify", "--repair"),
      verify("--repair"),
    ]);
    for (const { exitCode, err } of repairs) expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
    done = true;
    await Promise.all([sending, folding]);
    await expectTrueCounts(service, service.accountId);
    expect(await verify()).toMatchObject({ exitCode: 0 });
  });
});
