import {
  findConnection,
  insertConnection,
  changeConnection,
  openSecrets,
} from "../../../src/features/connections/connections.store";
import { insertSender } from "../../../src/features/senders/senders.store";
import { databases } from "../../support/databases";
import { type Message } from "../../support/exchange";
import { testService } from "../../support/service";
import { until } from "../../support/until";
import type { Behaviour, CarrierPeer, Post } from "./peer";

const NAME = "peer";
const SECOND = 1_000;

/** Tests the behaviour that all carrier kinds share, with a whole service and on both databases. */
export function carrierSuite(kind: string, startPeer: () => Promise<CarrierPeer>): void {
  describe.each(databases)(`a ${kind} connection on %s`, (database) => {
    const service = testService(database, { env: { RECADO_PUBLIC_URL: "https://recado.example" } });
    let peer: CarrierPeer;
    let content: object;
    let number = 0;
    let timeoutSeconds = 10;

    const post: Post = Object.assign(
      async ({ path, headers, body }: Parameters<Post>[0]) => {
        const request = service.anonymous.post(`/carriers/${NAME}${path}`);
        return (await request.set("Host", "recado.example").set(headers).send(body)).status;
      },
      { token: "" },
    );

    beforeAll(async () => {
      peer = await startPeer();
      const { db, clock, app, accountId } = service;
      const { settings, secrets } = peer;
      const given = {
        name: NAME,
        kind: peer.kind.name,
        settings: { ...settings, timeout_seconds: timeoutSeconds },
        secrets,
      };
      const stored = await insertConnection(db, app.secrets, given, clock.now());
      post.token = openSecrets(app.secrets, stored).token;
      await app.connections.refresh();
      const sender = {
        id: app.ids.next(),
        accountId,
        channel: peer.channel,
        address: peer.address,
        carrier: NAME,
      };
      await insertSender(db, { ...sender, maxPerSecond: 1_000, isDefault: true, createdAt: clock.now() });
      content = peer.file ? { type: "audio", file_id: await upload(peer.file) } : peer.content;
    });
    afterAll(() => peer.close());
    beforeEach(() => behave("accepts"));

    /** Sets the peer's behaviour. The timeout is short if submissions wait for it. */
    const behave = async (next: Behaviour) => {
      const seconds = next === "hangs" || next === "is unreachable" ? 3 : 10;
      if (seconds !== timeoutSeconds) await change({ settings: { timeout_seconds: seconds } });
      timeoutSeconds = seconds;
      await peer.behave(next);
    };
    const change = async ({ settings = {}, secrets = {} }: { settings?: object; secrets?: object }) => {
      const { db, app, clock } = service;
      const merge = (stored: { settings: object }) => ({
        settings: { ...stored.settings, ...settings },
        secrets,
      });
      await changeConnection(db, app.secrets, NAME, merge as never, clock.now());
      await app.connections.refresh();
    };
    const upload = async ({ contentType, bytes }: NonNullable<CarrierPeer["file"]>): Promise<string> => {
      const announced = { usage: "template_media", content_type: contentType, size_bytes: bytes.length };
      const { body } = await service.request.post("/v3/files/upload-url").send(announced).expect(200);
      const path = String(body.url).slice(service.app.config.publicUrl.length);
      await service.anonymous.put(path).set("Content-Type", contentType).send(bytes).expect(200);
      await service.request.post(`/v3/files/${body.file_id}/confirm`).expect(200);
      return body.file_id as string;
    };
    const send = async (): Promise<string> => {
      const { channel } = peer;
      const body = { channel, content, recipients: [{ to: `+5511987${String(++number).padStart(6, "0")}` }] };
      const response = await service.request.post("/v3/messages").send(body).expect(202);
      return (response.body.data as [{ message_id: string }])[0].message_id;
    };
    const messageOf = async (id: string): Promise<Message> =>
      (await service.request.get(`/v3/messages/${id}`).expect(200)).body as Message;
    const statusOf = async (id: string) => (await messageOf(id)).status;
    const referenceOf = async (id: string) => {
      const { to } = await messageOf(id);
      if (to === null) throw new Error("the number was erased");
      return peer.accepted.findLast((one) => one.to === to)?.reference ?? "none";
    };
    /** Advances the clock and runs all due work, including retries. */
    const later = async (seconds: number) => {
      service.clock.advance(seconds * SECOND);
      await service.drain();
    };
    const sent = async (): Promise<string> => {
      const id = await send();
      await service.drain();
      expect(await statusOf(id)).toBe("sent");
      return id;
    };

    it("submits a message and stores its carrier and reference", async () => {
      const id = await sent();
      const message = await messageOf(id);
      expect(message.carrier).toBe(NAME);
      expect(peer.accepted.filter(({ to }) => to === message.to)).toHaveLength(1);
      expect(message.carrier_reference).toEqual(expect.any(String));
    });

    it("applies a delivery report, and ignores its repetition", async () => {
      const id = await sent();
      for (let time = 0; time < 2; time += 1) {
        expect(await peer.report(post, await referenceOf(id), "delivered")).toBeLessThan(300);
        await until("the report is stored", 5, async () => (await statusOf(id)) === "delivered", 20);
      }
      const { status_history: history } = await messageOf(id);
      expect(history.map(({ status }) => status)).toEqual(["pending", "sent", "delivered"]);
    });

    it("applies a report of a failure with the carrier's code", async () => {
      const id = await sent();
      await peer.report(post, await referenceOf(id), "undelivered");
      const { status, code, carrierCode } = peer.failure ?? {
        status: "undelivered",
        code: "undeliverable",
        carrierCode: expect.any(String) as string,
      };
      await until("the report is stored", 5, async () => (await statusOf(id)) === status, 20);
      expect((await messageOf(id)).error).toMatchObject({ code, carrier_code: carrierCode });
    });

    it("applies a report that arrives before the response to the submission", async () => {
      peer.reportsEarly(post);
      const id = await send();
      await service.drain();
      await until("the report is stored", 5, async () => (await statusOf(id)) === "delivered", 20);
    });

    it("acknowledges and ignores a report with an unknown reference", async () => {
      const before = (await service.request.get("/v3/messages?status=delivered&limit=1")).body as {
        pagination: { total: number };
      };
      expect(await peer.report(post, "0000000000", "delivered")).toBeLessThan(300);
      await service.drain();
      const after = (await service.request.get("/v3/messages?status=delivered&limit=1"))
        .body as typeof before;
      expect(after.pagination.total).toBe(before.pagination.total);
    });

    it("refuses a forged report and stores nothing", async () => {
      if (peer.forge === null) return;
      const id = await sent();
      expect(await peer.forge(post, await referenceOf(id))).toBe(401);
      await service.drain();
      expect(await statusOf(id)).toBe("sent");
      expect(await service.db("unmatched_reports").where({ reference: await referenceOf(id) })).toEqual([]);
    });

    it("fails a message that the carrier refuses", async () => {
      await behave("refuses");
      const id = await send();
      await service.drain();
      const message = await messageOf(id);
      expect([message.status, message.error?.carrier_code]).toEqual(["failed", expect.any(String)]);
    });

    it("retries a message that the carrier refuses for now", async () => {
      await behave("retries");
      const id = await send();
      await service.drain();
      expect(await statusOf(id)).toBe("pending");
      await behave("accepts");
      await later(60);
      expect(await statusOf(id)).toBe("sent");
    });

    it.each(["throttles", "is unreachable", "denies the credentials"] as const)(
      "retries without limit while the carrier %s",
      async (behaviour) => {
        await behave(behaviour);
        const id = await send();
        for (let time = 0; time < 12; time += 1) await later(5 * 60);
        expect(await statusOf(id)).toBe("pending");
        await behave("accepts");
        // The service retries within ten seconds, unless the carrier has requested a longer delay.
        await later(10);
        expect(await statusOf(id)).toBe("sent");
      },
    );

    it.each(["hangs", "cuts"] as const)(
      "resubmits a message at most once when the carrier %s",
      async (behaviour) => {
        await behave(behaviour);
        const before = peer.received;
        const id = await send();
        await service.drain();
        for (let time = 0; time < 4; time += 1) await later(10 * 60);
        const idempotent = service.app.carriers.get(NAME)?.idempotent ?? false;
        if (!idempotent) {
          expect(peer.received - before).toBe(2);
          expect(await statusOf(id)).toBe("failed");
          return;
        }
        expect(await statusOf(id)).toBe("pending");
        await behave("accepts");
        await later(60 * 60);
        expect(await statusOf(id)).toBe("sent");
      },
    );

    it("keeps messages while the credentials are wrong, and sends them after a correction", async () => {
      await change({ secrets: peer.wrongSecrets });
      const id = await send();
      await service.drain();
      expect(await statusOf(id)).toBe("pending");
      await change({ secrets: peer.secrets });
      await later(60);
      expect(await statusOf(id)).toBe("sent");
    });

    it("applies changed settings to the next message, and loses none", async () => {
      const { db, app } = service;
      const ids: string[] = [];
      for (let round = 0; round < 5; round += 1) {
        ids.push(await send(), await send());
        const working = service.drain();
        await change({ settings: { max_per_second: 100 + round } });
        await working;
      }
      await service.drain();
      expect(app.carriers.get(NAME)?.maxPerSecond).toBe(104);
      for (const id of ids) expect(await statusOf(id)).toBe("sent");
      expect((await findConnection(db, NAME))?.revision).toBeGreaterThan(5);
    });

    it("stores a repeated reply once, for the account of its sender", async () => {
      if (peer.reply === null) return;
      const reply = { from: "+5511987654321", text: "Oi", reference: "MO-1" };
      for (let time = 0; time < 2; time += 1) {
        expect(await peer.reply(post, reply)).toBeLessThan(300);
      }
      const repliesFrom = async (sender: string) =>
        (await service.request.get(`/v3/inbound-messages?sender=${encodeURIComponent(sender)}`).expect(200))
          .body as { data: { text: string }[] };
      await until("the reply is stored", 5, async () => (await repliesFrom(reply.from)).data.length > 0, 20);
      expect((await repliesFrom(reply.from)).data.map(({ text }) => text)).toEqual(["Oi"]);
    });

    it("suppresses a number that sends an opt-out keyword", async () => {
      if (peer.reply === null) return;
      const id = await sent();
      const { to } = await messageOf(id);
      if (to === null) throw new Error("the number was erased");
      await peer.reply(post, { from: to, text: "SAIR", reference: "MO-2" });
      const { channel } = peer;
      const statusTo = async () => {
        const body = { channel, content, recipients: [{ to }] };
        const response = await service.request.post("/v3/messages/preview").send(body).expect(200);
        return (response.body.data as [{ status: string }])[0].status;
      };
      await until("the number is suppressed", 5, async () => (await statusTo()) === "blocked", 20);
    });

    it("applies reports on messages submitted before a restart", async () => {
      const id = await sent();
      await service.restartConnections();
      await peer.report(post, await referenceOf(id), "delivered");
      await until("the report is stored", 10, async () => (await statusOf(id)) === "delivered", 20);
    });
  });
}
