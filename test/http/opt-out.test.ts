import { setAccount, setAutomaticReplies } from "../../src/features/accounts/accounts.store";
import { accountsSet } from "../../src/cli/accounts";
import { eraseContact } from "../../src/features/contacts/contacts.store";
import { removeMember } from "../../src/features/contact-lists/members.store";
import type { Channel } from "../../src/messaging/channel";
import { insertSender } from "../../src/features/senders/senders.store";
import { DAY } from "../../src/platform/time";
import { type Account, testAccount } from "../support/accounts";
import { databases } from "../support/databases";
import type { Page } from "../support/exchange";
import { expandAll } from "../support/expansion";
import { testService } from "../support/service";

const NUMBER = "+5511987651234";
const CONFIRMATION = "Você não recebe mais mensagens. {{name}}";
const HELP_ANSWER = "Padaria Sol: (11) 3456-7890";

interface Contact {
  id: string;
  phone: string;
  name: string | null;
  list_ids: string[];
  memberships: object[];
}

describe.each(databases)("opt-outs on %s", (database) => {
  const service = testService(database);
  const newExchange = () => testAccount(service);

  const contactOf = async ({ exchange }: Account, phone = NUMBER) => {
    const { data } = await exchange.got<Page<Contact>>("/v3/contacts", { phone });
    return data[0];
  };
  /** Sends a message to the number and returns its initial status. */
  const statusTo = async ({ exchange }: Account, phone = NUMBER, channel: Channel = "sms") =>
    exchange.statusOf(await exchange.sendOne({ text: "Oi", channel }, phone));
  const ofAccount = ({ accountId }: Account) => ({ account_id: accountId });

  describe("by a reply", () => {
    it.each(["SAIR", "pare!", " Parar. ", "CANCELÁR", "“stop”", "Descadastrar", "remover…"])(
      "suppresses every channel after %j",
      async (text) => {
        const account = await newExchange();
        await account.exchange.reply(NUMBER, text);
        expect(await statusTo(account)).toBe("blocked");
        expect(await statusTo(account, NUMBER, "rcs")).toBe("blocked");
        expect(await statusTo(account, "+5511987654321")).toBe("pending");
        expect((await account.exchange.provisionedList()).contact_count).toBe(1);
      },
    );

    it.each(["sair daqui", "stopp", "não", "🛑", "Não quero PARAR"])("ignores %j", async (text) => {
      const account = await newExchange();
      await account.exchange.reply(NUMBER, text);
      expect(await statusTo(account)).toBe("pending");
      expect(await contactOf(account)).toBeUndefined();
    });

    it("follows the consent that the carrier reports, regardless of the text", async () => {
      const account = await newExchange();
      await account.exchange.reply(NUMBER, "Unsubscribe", { consent: "opt-out" });
      expect(await statusTo(account)).toBe("blocked");
      await account.exchange.reply(NUMBER, "Yes", { consent: "opt-in" });
      expect(await statusTo(account)).toBe("pending");
    });

    it("suppresses the sandbox number that opts out", async () => {
      const account = await newExchange();
      const phone = "+5511987650006";
      expect(await statusTo(account, phone)).toBe("pending");
      await service.drain();
      expect(await statusTo(account, phone)).toBe("blocked");
    });

    it("uses the label of a tapped suggestion, not its postback data", async () => {
      const account = await newExchange();
      const { exchange } = account;
      const tap = (text: string, postbackData: string) =>
        exchange.reply(NUMBER, { type: "suggestion", text, postbackData }, { channel: "rcs" });
      await tap("Continuar", "STOP");
      expect(await statusTo(account)).toBe("pending");
      await tap("Sair", "x");
      expect(await statusTo(account)).toBe("blocked");
      await tap("Voltar", "x");
      expect(await statusTo(account)).toBe("pending");
    });

    it("ignores files and RCS actions", async () => {
      const account = await newExchange();
      const { exchange } = account;
      const file = {
        type: "file",
        contentType: "text/plain",
        filename: "SAIR",
        bytes: Buffer.from("SAIR"),
      } as const;
      await exchange.reply(NUMBER, file);
      await exchange.rcsEvent(NUMBER, "action", { actionLabel: "SAIR", postbackData: "SAIR" });
      expect(await statusTo(account)).toBe("pending");
    });

    it("treats an RCS unsubscribe event as SAIR and a subscribe event as VOLTAR", async () => {
      const account = await newExchange();
      const { exchange } = account;
      const subscription = (eventType: "subscribe" | "unsubscribe", reference: string) =>
        exchange.rcsEvent(NUMBER, eventType, { reference });
      await subscription("unsubscribe", "event 1");
      expect(await statusTo(account)).toBe("blocked");
      expect(await statusTo(account, NUMBER, "rcs")).toBe("blocked");
      expect((await contactOf(account))?.memberships).toMatchObject([{ origin: "opt_out" }]);
      await subscription("subscribe", "event 2");
      expect(await statusTo(account)).toBe("pending");
      await subscription("unsubscribe", "event 1");
      expect(await statusTo(account)).toBe("pending");
    });

    it("records an RCS unsubscribe event without effect when the account has opt-outs switched off", async () => {
      const account = await newExchange();
      await setAccount(service.db, account.accountId, { optOut: false });
      await account.exchange.rcsEvent(NUMBER, "unsubscribe");
      expect(await statusTo(account)).toBe("pending");
      const { data } = await account.exchange.got<Page<{ event_type: string }>>("/v3/inbound-rcs-events", {});
      expect(data).toMatchObject([{ event_type: "unsubscribe" }]);
    });

    it("is revoked by VOLTAR, START or COMECAR from the same number", async () => {
      const account = await newExchange();
      const { exchange } = account;
      for (const word of ["voltar", "START!", "Começar"]) {
        await exchange.reply(NUMBER, "SAIR");
        expect(await statusTo(account)).toBe("blocked");
        await exchange.reply("+5511987659999", word);
        expect(await statusTo(account)).toBe("blocked");
        await exchange.reply(NUMBER, word);
        expect(await statusTo(account)).toBe("pending");
        await exchange.reply(NUMBER, word);
        expect((await account.exchange.provisionedList()).contact_count).toBe(0);
      }
      expect(await contactOf(account, "+5511987659999")).toBeUndefined();
    });

    it("does not affect other blacklists", async () => {
      const account = await newExchange();
      await service.contact({ phone: NUMBER, suppressedOn: ["sms"], accountId: account.accountId });
      await account.exchange.reply(NUMBER, "VOLTAR");
      expect(await statusTo(account)).toBe("blocked");
    });

    it("affects only the account that receives the reply", async () => {
      const [a, b] = [await newExchange(), await newExchange()];
      await a.exchange.reply(NUMBER, "SAIR");
      expect([await statusTo(a), await statusTo(b)]).toEqual(["blocked", "pending"]);
    });

    it("is applied once per reference, so that a later VOLTAR stays in effect", async () => {
      const account = await newExchange();
      const { exchange } = account;
      await exchange.reply(NUMBER, "SAIR", { reference: "1" });
      await exchange.reply(NUMBER, "VOLTAR", { reference: "2" });
      await exchange.reply(NUMBER, "SAIR", { reference: "1" });
      expect(await statusTo(account)).toBe("pending");
    });

    it("has no effect while the operator has switched it off", async () => {
      const account = await newExchange();
      const { exchange, name } = account;
      await accountsSet(service.app, name, { optOut: "off" });
      await exchange.reply(NUMBER, "SAIR");
      expect(await statusTo(account)).toBe("pending");
      expect((await exchange.inbound()).data).toMatchObject([{ text: "SAIR", contact_id: null }]);
      await accountsSet(service.app, name, { optOut: "on" });
      await exchange.reply(NUMBER, "SAIR");
      expect(await statusTo(account)).toBe("blocked");
    });

    it("suppresses the channels of the provisioned list", async () => {
      const account = await newExchange();
      const { id } = await account.exchange.provisionedList();
      await account.exchange.reply(NUMBER, "SAIR");
      const suppressed = async (channels: readonly Channel[]) => {
        await account.request.patch(`/v3/contact-lists/${id}`).send({ channels }).expect(200);
        return [await statusTo(account), await statusTo(account, NUMBER, "rcs")];
      };
      expect(await suppressed(["rcs"])).toEqual(["pending", "blocked"]);
      expect(await suppressed([])).toEqual(["pending", "pending"]);
      expect(await suppressed(["sms", "voice"])).toEqual(["blocked", "pending"]);
    });
  });

  describe("the contact", () => {
    it("is created for an unknown number, and linked to the reply", async () => {
      const account = await newExchange();
      await account.exchange.reply(NUMBER, "SAIR");
      const contact = await contactOf(account);
      const { id: list } = await account.exchange.provisionedList();
      expect(contact).toMatchObject({ phone: NUMBER, name: null, list_ids: [list] });
      const { data } = await account.exchange.inbound();
      const added_at = data[0]?.received_at;
      expect(contact?.memberships).toEqual([{ list_id: list, origin: "opt_out", added_at }]);
      expect(data).toMatchObject([{ contact_id: contact?.id }]);
    });

    it("keeps its name when it exists", async () => {
      const account = await newExchange();
      const { accountId, exchange } = account;
      const id = await service.contact({ phone: NUMBER, name: "Ana", accountId });
      await exchange.reply(NUMBER, "SAIR");
      expect(await contactOf(account)).toMatchObject({ id, name: "Ana" });
      expect((await exchange.inbound()).data).toMatchObject([{ contact_id: id }]);
    });

    it("is restored under its id when it was deleted, without the erased data", async () => {
      const account = await newExchange();
      const { accountId, exchange, request } = account;
      const id = await service.contact({ phone: NUMBER, name: "Ana", accountId });
      await request.delete(`/v3/contacts/${id}`).expect(204);
      await exchange.reply(NUMBER, "SAIR");
      expect(await contactOf(account)).toMatchObject({ id, name: null });
      expect(await statusTo(account)).toBe("blocked");
      expect((await exchange.inbound()).data).toMatchObject([{ contact_id: id }]);
    });

    it("is restored when it is deleted at the same time", async () => {
      const account = await newExchange();
      const { accountId, exchange } = account;
      const id = await service.contact({ phone: NUMBER, name: "Ana", accountId });
      let replied: Promise<void> = Promise.resolve();
      await service.db.transaction(async (trx) => {
        await eraseContact(trx, accountId, id, service.app.ids.next(), service.clock.now());
        // On PostgreSQL the reply still finds the contact. On both databases it waits for this transaction.
        replied = exchange.reply(NUMBER, "SAIR");
        await new Promise((resolve) => setTimeout(resolve, 300));
        await removeMember(trx, accountId, id);
      });
      await replied;
      expect(await statusTo(account)).toBe("blocked");
    });

    it("is created once by concurrent replies", async () => {
      const account = await newExchange();
      await Promise.all(
        ["SAIR", "STOP", "pare", "parar"].map((word) => account.exchange.reply(NUMBER, word)),
      );
      expect(await service.db("contacts").where(ofAccount(account))).toHaveLength(1);
      expect((await account.exchange.provisionedList()).contact_count).toBe(1);
      expect((await account.exchange.inbound()).pagination.total).toBe(4);
    });
  });

  describe("the confirmation", () => {
    const confirming = async (text = "Pronto, saiu.") => {
      const account = await newExchange();
      await setAccount(service.db, account.accountId, { optOutConfirmation: text });
      return account;
    };

    it("reaches the suppressed number from the address of the reply, and is charged", async () => {
      const account = await confirming();
      const { exchange, accountId } = account;
      const sender = { id: service.app.ids.next(), accountId, channel: "sms", address: "28000" } as const;
      const rest = { carrier: "sandbox", maxPerSecond: 1_000, createdAt: service.clock.now() };
      await insertSender(service.db, { ...sender, ...rest });
      await exchange.reply(NUMBER, "SAIR", { to: "28000" });
      await service.drain();
      const { id: contactId } = (await contactOf(account)) as Contact;
      expect(await exchange.messages()).toMatchObject([
        {
          channel: "sms",
          to: NUMBER,
          sender: "28000",
          status: "delivered",
          content: { type: "text", text: "Pronto, saiu." },
          contact_id: contactId,
          template_id: null,
          campaign_id: null,
          price: 80_000,
        },
      ]);
      expect(await statusTo(account)).toBe("blocked");
    });

    it("is sent when a number opts out, at most once in 24 hours", async () => {
      const { exchange } = await confirming();
      const sent = async () => {
        await service.drain();
        return (await exchange.messages()).length;
      };
      await Promise.all([1, 2, 3].map(() => exchange.reply(NUMBER, "SAIR", { reference: "1" })));
      expect(await sent()).toBe(1);
      await Promise.all([exchange.reply(NUMBER, "STOP"), exchange.reply(NUMBER, "SAIR")]);
      expect(await sent()).toBe(1);
      await exchange.reply(NUMBER, "VOLTAR");
      expect(await sent()).toBe(1);
      await exchange.reply(NUMBER, "SAIR");
      expect(await sent()).toBe(1);
      await exchange.reply(NUMBER, "VOLTAR");
      service.clock.advance(DAY);
      await exchange.reply(NUMBER, "SAIR");
      expect(await sent()).toBe(2);
      service.clock.advance(DAY);
      await exchange.reply(NUMBER, "SAIR");
      expect(await sent()).toBe(2);
    });

    it("is not sent to a number that was suppressed without a membership", async () => {
      const { exchange, request } = await confirming();
      await exchange.posted("/v3/consents", { phone: NUMBER, status: "revoked" }, 201);
      await exchange.reply(NUMBER, "SAIR");
      const { data } = await exchange.got<Page<Contact>>("/v3/contacts");
      await request.delete(`/v3/contacts/${data[0]?.id}`).expect(204);
      await exchange.reply(NUMBER, "SAIR");
      expect(await exchange.messages()).toEqual([]);
    });

    it("is sent once to a number that opts out by concurrent replies of one instant", async () => {
      const { exchange } = await confirming();
      await Promise.all(
        ["SAIR", "VOLTAR", "PARE", "START", "STOP"].map((word) => exchange.reply(NUMBER, word)),
      );
      await service.drain();
      expect(await exchange.messages()).toHaveLength(1);
    });

    it("uses the channel of the reply, and is not sent by voice or when none is configured", async () => {
      const { exchange } = await confirming();
      await exchange.reply(NUMBER, "SAIR", { channel: "rcs" });
      await service.drain();
      expect(await exchange.messages()).toMatchObject([{ channel: "rcs", status: "delivered" }]);
      await exchange.reply("+5511987654444", "SAIR", { channel: "voice" });
      expect(await exchange.messages()).toHaveLength(1);
      const silent = await newExchange();
      await silent.exchange.reply(NUMBER, "SAIR");
      expect(await silent.exchange.messages()).toEqual([]);
    });

    it("is left to a carrier that detects the opt-out", async () => {
      const account = await confirming();
      await account.exchange.reply(NUMBER, "SAIR", { consent: "opt-out" });
      await service.drain();
      expect(await account.exchange.messages()).toEqual([]);
      expect(await statusTo(account)).toBe("blocked");
    });

    it("is sent again although a clock that was ahead recorded the last one", async () => {
      const { exchange } = await confirming();
      service.clock.advance(30 * DAY);
      await exchange.reply(NUMBER, "SAIR");
      service.clock.advance(-30 * DAY);
      await exchange.reply(NUMBER, "VOLTAR");
      await exchange.reply(NUMBER, "SAIR");
      await service.drain();
      expect(await exchange.messages()).toHaveLength(2);
    });

    it("leaves the opt-out in effect when it cannot be rendered", async () => {
      const account = await confirming(CONFIRMATION);
      await account.exchange.reply(NUMBER, "SAIR");
      expect(await account.exchange.messages()).toMatchObject([
        { status: "error", error: { code: "missing_variable" } },
      ]);
      expect(await statusTo(account)).toBe("blocked");
    });

    it("is retried although the number is suppressed", async () => {
      const { exchange } = await confirming();
      await exchange.reply("+5511987650009", "SAIR");
      for (let second = 0; second < 5; second += 1) {
        await service.drain();
        service.clock.advance(1_000);
      }
      expect(await exchange.messages()).toMatchObject([{ status: "delivered" }]);
    });
  });

  describe("the automatic reply to a help word", () => {
    const helping = async () => {
      const account = await newExchange();
      const words = { optOut: ["SAIR"], optIn: ["VOLTAR"], help: ["AJUDA", "INFO"] };
      const replies = { words, optOutConfirmation: "Pronto, saiu.", helpAnswer: HELP_ANSWER };
      await setAutomaticReplies(service.db, account.accountId, replies);
      const texts = async () => {
        await service.drain();
        return (await account.exchange.messages()).map(({ content }) => (content as { text: string }).text);
      };
      return { ...account, texts };
    };

    it("reaches an unknown number from the address of the help word, and changes no list", async () => {
      const account = await helping();
      const { exchange, accountId } = account;
      const sender = { id: service.app.ids.next(), accountId, channel: "sms", address: "28000" } as const;
      const rest = { carrier: "sandbox", maxPerSecond: 1_000, createdAt: service.clock.now() };
      await insertSender(service.db, { ...sender, ...rest });
      await exchange.reply(NUMBER, "ajuda?", { to: "28000" });
      await service.drain();
      expect(await exchange.messages()).toMatchObject([
        {
          channel: "sms",
          to: NUMBER,
          sender: "28000",
          status: "delivered",
          contact_id: null,
          content: { type: "text", text: HELP_ANSWER },
          price: 80_000,
        },
      ]);
      expect(await contactOf(account)).toBeUndefined();
      expect(await statusTo(account)).toBe("pending");
    });

    it("reaches a suppressed number, and is sent beside the confirmation", async () => {
      const account = await helping();
      await account.exchange.reply(NUMBER, "SAIR");
      await account.exchange.reply(NUMBER, "Info");
      expect((await account.texts()).sort()).toEqual([HELP_ANSWER, "Pronto, saiu."]);
      expect(await statusTo(account)).toBe("blocked");
    });

    it("is sent at most once in 24 hours to a number, whatever the help word", async () => {
      const { exchange, texts } = await helping();
      const concurrent = ["AJUDA", "info", "ajuda!"].map((word) => exchange.reply(NUMBER, word));
      await Promise.all(concurrent);
      expect(await texts()).toEqual([HELP_ANSWER]);
      await exchange.reply("+5511987654444", "AJUDA");
      expect(await texts()).toHaveLength(2);
      service.clock.advance(DAY - 1_000);
      await exchange.reply(NUMBER, "AJUDA");
      expect(await texts()).toHaveLength(2);
      service.clock.advance(1_000);
      await exchange.reply(NUMBER, "AJUDA");
      expect(await texts()).toHaveLength(3);
    });

    it("uses the channel of the reply, and is not sent by voice or while opt-outs are switched off", async () => {
      const { exchange, accountId, texts } = await helping();
      await exchange.reply(NUMBER, "AJUDA", { channel: "voice" });
      expect(await texts()).toEqual([]);
      await setAccount(service.db, accountId, { optOut: false });
      await exchange.reply(NUMBER, "AJUDA");
      expect(await texts()).toEqual([]);
      await setAccount(service.db, accountId, { optOut: true });
      await exchange.reply(NUMBER, "AJUDA", { channel: "rcs" });
      await service.drain();
      expect(await exchange.messages()).toMatchObject([{ channel: "rcs", status: "delivered" }]);
    });
  });

  it("blocks a running campaign's message to the number at submission, free of charge", async () => {
    const account = await newExchange();
    const { campaigns } = account;
    const list = await campaigns.list([{ phone: NUMBER }, { phone: "+5511987654321" }]);
    const template = await account.exchange.template();
    const id = await campaigns.launched({ template, list });

    await expandAll(service.app);
    expect((await campaigns.messages(id)).map(({ status }) => status)).toEqual(["pending", "pending"]);
    await account.exchange.reply(NUMBER, "SAIR");
    await service.drain();
    const messages = await account.exchange.messages({ campaign_id: id });
    const byNumber = Object.fromEntries(messages.map(({ to, status, price }) => [to, [status, price]]));
    expect(byNumber).toEqual({ [NUMBER]: ["blocked", 0], "+5511987654321": ["delivered", 80_000] });
    await campaigns.expect(id, { status: "completed", progress: { total: 2, blocked: 1, delivered: 1 } });
  });
});
