import { decodeGsm7 } from "../../src/messaging/gsm7";
import { smsParts, smsSegments } from "../../src/messaging/segments";
import type { SubmitOutcome } from "../../src/carriers/carrier";
import { encodePdu, type Pdu } from "../../src/carriers/smpp/pdu";
import { smppKind } from "../../src/carriers/smpp/smpp";
import { until } from "../support/until";
import {
  connectionTo,
  logged,
  deps,
  PERSON,
  type Running,
  SHORT_CODE,
  sms,
  started,
} from "./support/smpp-connection";
import { type Peer, receipt as receiptOf, Smsc } from "./support/smsc";

const RECEIPT = { esm_class: 4, source_addr: PERSON.slice(1), destination_addr: SHORT_CODE };
const receipt = (...of: Parameters<typeof receiptOf>) => ({ ...RECEIPT, ...receiptOf(...of) });
const REPLY = {
  source_addr_ton: 1,
  source_addr_npi: 1,
  source_addr: PERSON.slice(1),
  destination_addr: SHORT_CODE,
};
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const types = (outcomes: SubmitOutcome[]) => outcomes.map(({ type }) => type);

let smsc: Smsc;
let running: Running | null = null;

async function connected(...args: Parameters<typeof connectionTo> extends [number, ...infer R] ? R : never) {
  running = await started(connectionTo(smsc.port, ...args));
  const peer = await smsc.whenBound(Number(args[0]?.binds ?? 1));
  return { ...running, running, peer };
}

/** Makes the storage of reports and replies wait until `store` is called. `begun` resolves when it begins. */
function heldStoring(held: Running) {
  let store = () => {};
  const begun = new Promise<void>((resolve) => {
    held.storing = () => {
      resolve();
      return new Promise((done) => (store = done));
    };
  });
  return { begun, store: () => store() };
}

beforeEach(async () => {
  smsc = await new Smsc().open();
});

afterEach(async () => {
  await running?.carrier.stop();
  running = null;
  await smsc.close();
});

describe("submission", () => {
  it("returns the carrier's id, and drops the plus of numbers", async () => {
    const { submit } = await connected();
    await expect(submit(sms("Olá"))).resolves.toEqual([{ type: "accepted", references: ["m-1"], id: "m-1" }]);
    expect(smsc.submitted[0]).toMatchObject({
      source_addr: SHORT_CODE,
      source_addr_ton: 3,
      source_addr_npi: 0,
      destination_addr: PERSON.slice(1),
      dest_addr_ton: 1,
      dest_addr_npi: 1,
      registered_delivery: 1,
      data_coding: 8,
      esm_class: 0,
      validity_period: "",
    });
  });

  it("submits nothing after the end of the message's window", async () => {
    const { submit } = await connected();
    const now = deps().clock.now();
    const outcomes = await submit(sms("1", { openUntil: now }), sms("2", { openUntil: now + 1 }));
    expect(types(outcomes)).toEqual(["throttled", "accepted"]);
    expect(smsc.submitted).toHaveLength(1);
  });

  it("sends the configured types of number, coding and validity", async () => {
    const set = {
      source_ton: 5,
      source_npi: 0,
      dest_ton: 2,
      dest_npi: 8,
      gsm_data_coding: 1,
      validity_seconds: 90_061,
    };
    const { submit } = await connected(set);
    await submit(sms("Oi", { from: "+551140001234" }));
    expect(smsc.submitted[0]).toMatchObject({
      source_addr_ton: 5,
      source_addr_npi: 0,
      source_addr: "551140001234",
      dest_addr_ton: 2,
      dest_addr_npi: 8,
      data_coding: 1,
    });
    // One day, one hour, one minute and one second; the test's codec reads it as a date.
    const validity = (smsc.submitted[0] as Pdu).validity_period as Date;
    expect(Math.abs(validity.getTime() - Date.now() - 90_061_000)).toBeLessThan(7_300_000);
  });

  it("splits a long text into parts with a header, and returns a reference for each", async () => {
    const { submit } = await connected();
    const text = "€".repeat(100) + "a".repeat(120);
    const [outcome] = await submit(sms(text));
    expect(outcome).toEqual({ type: "accepted", references: ["m-1", "m-2", "m-3"], id: "m-1" });
    const bodies = smsc.submitted.map(
      ({ short_message }) => short_message as { message: string; udh: Buffer[] },
    );
    expect(smsc.submitted.every(({ esm_class }) => esm_class === 0x40)).toBe(true);
    expect(bodies.map(({ message }) => message)).toEqual(smsParts(text));
    const headers = bodies.map(({ udh }) => [...(udh[0] as Buffer)]);
    const reference = headers[0]?.[2];
    expect(headers).toEqual([1, 2, 3].map((number) => [0, 3, reference, 3, number]));
  });

  it("sends a long text as payload when configured", async () => {
    const { submit } = await connected({ long_messages: "payload" });
    const text = "ção ".repeat(60);
    expect(smsSegments(text).segments).toBeGreaterThan(1);
    await expect(submit(sms(text))).resolves.toEqual([{ type: "accepted", references: ["m-1"], id: "m-1" }]);
    const { message_payload, data_coding } = smsc.submitted[0] as Pdu;
    expect(data_coding).toBe(8);
    expect(
      Buffer.from(message_payload as Buffer)
        .swap16()
        .toString("utf16le"),
    ).toBe(text);
  });

  it("fills the window over all binds, each with its share", async () => {
    smsc.respond = async () => (await pause(20), { message_id: "1" });
    const { submit } = await connected({ binds: 4 }, { window: 8 });
    await submit(...Array.from({ length: 80 }, (_, index) => sms(`${index}`)));
    expect(smsc.maxInFlight).toBe(8);
    expect(smsc.bound).toHaveLength(4);
    expect(
      smsc.bound.map(({ got }) => got.filter(({ command }) => command === "submit_sm").length > 10),
    ).toEqual(Array(4).fill(true));
  });

  it("uses separate binds for the two directions", async () => {
    const { submit, running } = await connected({ bind: "separate", binds: 1 });
    await smsc.whenBound(2);
    const of = (command: string) => smsc.bound.find(({ got }) => got[0]?.command === command) as Peer;
    await submit(sms("Oi"));
    expect(of("bind_transmitter").got.map(({ command }) => command)).toContain("submit_sm");
    await expect(of("bind_receiver").deliver(receipt("m-1"))).resolves.toBe(0);
    expect(running.reports).toHaveLength(1);
  });
});

describe("failed submissions", () => {
  it("pauses after throttling, and submits fewer messages at once afterwards", async () => {
    smsc.respond = async () => (await pause(10), { command_status: 0x58 });
    const { submit } = await connected({}, { window: 4 });
    const outcomes = await submit(...Array.from({ length: 40 }, () => sms("Oi")));
    expect(new Set(types(outcomes))).toEqual(new Set(["throttled"]));
    expect(smsc.submitted.length).toBeLessThanOrEqual(4);
    const longest = Math.max(
      ...outcomes.map((one) => (one.type === "throttled" ? (one.retryAfterMs ?? 0) : 0)),
    );
    expect(longest).toBeGreaterThan(500);
    await pause(longest + 50);
    smsc.maxInFlight = 0;
    smsc.respond = async () => (await pause(10), { message_id: "1" });
    expect(types(await submit(sms("Oi"), sms("Oi"), sms("Oi")))).toEqual([
      "accepted",
      "accepted",
      "accepted",
    ]);
    expect(smsc.maxInFlight).toBe(2);
    expect(logged.some((line) => line.includes("carrier throttled submissions"))).toBe(true);
  });

  it("retries parts of a partially submitted message", async () => {
    let count = 0;
    smsc.respond = () => (++count === 2 ? { command_status: 0x58 } : { message_id: `p${count}` });
    const { submit } = await connected();
    const [outcome] = await submit(sms("a".repeat(400)));
    expect(outcome).toMatchObject({ type: "accepted", references: [expect.any(String), "p4", "p3"] });
  });

  it("refuses a message when one of its parts is refused", async () => {
    let count = 0;
    smsc.respond = () => (++count === 2 ? { command_status: 0x01 } : { message_id: "1" });
    const { submit } = await connected();
    await expect(submit(sms("a".repeat(400)))).resolves.toMatchObject([{ type: "refused" }]);
  });

  it("sends no further part when the first part is not accepted", async () => {
    smsc.respond = () => ({ command_status: 0x08 });
    const { submit } = await connected();
    await expect(submit(sms("a".repeat(400)))).resolves.toMatchObject([{ type: "retry" }]);
    expect(smsc.submitted).toHaveLength(1);
  });

  it("returns unknown without a response, and away for messages that were not sent", async () => {
    smsc.respond = () => null;
    const { submit } = await connected({}, { window: 2, timeout_seconds: 3 });
    const outcomes = await submit(sms("1"), sms("2"), sms("3"));
    expect(types(outcomes)).toEqual(["unknown", "unknown", "away"]);
    expect(smsc.submitted).toHaveLength(2);
    smsc.respond = () => ({ message_id: "1" });
    expect(types(await submit(sms("4")))).toEqual(["accepted"]);
  });

  it("returns unknown when the connection is cut after the request", async () => {
    smsc.respond = (_, { socket }) => (socket.destroy(), null);
    const { submit } = await connected();
    expect(types(await submit(sms("Oi")))).toEqual(["unknown"]);
  });

  it("returns away without a bind", async () => {
    smsc.bindStatus = 0x0e;
    running = await started(connectionTo(smsc.port));
    await expect(running.submit(sms("Oi"))).resolves.toMatchObject([
      { type: "away", error: { code: "carrier_unreachable", carrierCode: null } },
    ]);
  });
});

describe("receipts", () => {
  it("acknowledges a receipt after it is stored", async () => {
    const { peer, submit, running } = await connected();
    const message = sms("Oi");
    await submit(message);
    const { begun, store } = heldStoring(running);
    let acknowledged = false;
    const status = peer.deliver(receipt("m-1", "UNDELIV", "069")).finally(() => (acknowledged = true));
    await begun;
    await pause(50);
    expect(acknowledged).toBe(false);
    store();
    await expect(status).resolves.toBe(0);
    const { messageId } = message;
    expect(running.reports).toMatchObject([
      { messageId, status: "undelivered", error: { code: "undeliverable", carrierCode: "069" } },
    ]);
  });

  it("stores a receipt that cannot be joined with its submission, in case the carrier waits for it", async () => {
    const { peer, submit, running } = await connected();
    await submit(sms("Oi"));
    let stored = 0;
    running.storing = () => (++stored === 1 ? new Promise(() => {}) : Promise.resolve());
    await expect(peer.deliver(receipt("m-1"))).resolves.toBe(0);
    expect(running.reports).toMatchObject([{ reference: "m-1", status: "delivered" }]);
  });

  it("reports a part with the part's reference", async () => {
    const { peer, submit, running } = await connected();
    await submit(sms("a".repeat(200)));
    await peer.deliver(receipt("m-2"));
    expect(running.reports).toMatchObject([{ reference: "m-2", status: "delivered" }]);
  });

  it("requests a receipt again when it could not be stored", async () => {
    const { peer, running } = await connected();
    running.storing = () => Promise.reject(new Error("the database is away"));
    await expect(peer.deliver(receipt("m-1"))).resolves.toBe(0x64);
    running.storing = async () => {};
    await expect(peer.deliver(receipt("m-1"))).resolves.toBe(0);
    expect(running.reports).toHaveLength(1);
  });

  it("returns the carrier's own id, and converts references of receipts to the notation of responses", async () => {
    smsc.respond = () => ({ message_id: "0000A1B2" });
    const { peer, submit, running } = await connected();
    const message = sms("Oi");
    const [outcome] = await submit(message);
    expect(outcome).toEqual({ type: "accepted", references: ["a1b2"], id: "0000A1B2" });
    await peer.deliver(receipt("0000041394"));
    expect(running.reports).toMatchObject([{ messageId: message.messageId, status: "delivered" }]);
  });

  it("accepts data_sm with TLVs instead of a text", async () => {
    const { peer, running } = await connected();
    const tlvs = {
      receipted_message_id: Buffer.from("m-7"),
      message_state: 3,
      network_error_code: Buffer.from([3, 1, 2]),
    };
    await expect(peer.deliver({ ...RECEIPT, ...tlvs }, "data_sm")).resolves.toBe(0);
    expect(running.reports).toMatchObject([
      { reference: "m-7", status: "expired", error: { carrierCode: "258" } },
    ]);
  });

  it("acknowledges and ignores receipts without a final status, or that cannot be parsed", async () => {
    const { peer, running } = await connected();
    await expect(peer.deliver(receipt("m-1", "ENROUTE"))).resolves.toBe(0);
    await expect(peer.deliver(receipt("m-1", "ACCEPTD"))).resolves.toBe(0);
    await expect(peer.deliver({ ...RECEIPT, short_message: Buffer.from("???") })).resolves.toBe(0);
    expect(running.reports).toEqual([]);
  });

  it("treats a person's text that looks like a receipt as a reply", async () => {
    const { peer, running } = await connected();
    await peer.deliver({ ...receipt("m-1"), ...REPLY, esm_class: 0 });
    expect(running.reports).toEqual([]);
    expect(running.inbound).toMatchObject([{ from: PERSON, to: SHORT_CODE }]);
  });

  it("reads receipts no faster than they are stored", async () => {
    const { peer, running } = await connected();
    const { begun, store } = heldStoring(running);
    const octets = Buffer.concat(
      Array.from({ length: 100 }, (_, i) => encodePdu("deliver_sm", i + 1, receipt(`x${i}`))),
    );
    for (let i = 0; i < 1_000; i++) peer.socket.write(octets);
    await until("the socket to fill up", 10, async () => peer.socket.writableLength > 0, 10);
    await begun;
    await pause(200);
    expect(peer.socket.writableLength).toBeGreaterThan(1_000_000);
    running.storing = async () => {};
    store();
    await until("all of them", 30, async () => running.reports.length === 100_000, 20);
  });
});

describe("replies", () => {
  it.each([
    ["in the GSM alphabet", 0, Buffer.from([0x53, 0x41, 0x49, 0x52, 0x1b, 0x65]), "SAIR€"],
    ["in Latin-1", 3, Buffer.from("não", "latin1"), "não"],
    ["in UCS-2", 8, Buffer.from("Olá 😀", "utf16le").swap16(), "Olá 😀"],
  ])("decodes a reply %s", async (_, data_coding, short_message, text) => {
    const { peer, running } = await connected();
    await expect(peer.deliver({ ...REPLY, data_coding, short_message })).resolves.toBe(0);
    expect(running.inbound).toEqual([
      {
        kind: "message",
        channel: "sms",
        from: PERSON,
        to: SHORT_CODE,
        content: { type: "text", text },
        inReplyTo: null,
        reference: null,
      },
    ]);
  });

  it("requests only the reply again that could not be stored", async () => {
    const { peer, running } = await connected();
    let calls = 0;
    running.storing = async () => {
      calls += 1;
      if (calls === 3) throw new Error("the database is away");
    };
    const texts = ["um", "dois", "três", "quatro", "cinco"];
    const deliver = (text: string) =>
      peer.deliver({ ...REPLY, data_coding: 3, short_message: Buffer.from(text, "latin1") });
    expect(await Promise.all(texts.map(deliver))).toEqual([0, 0, 0x64, 0, 0]);
    await expect(deliver("três")).resolves.toBe(0);
    const stored = running.inbound.map((one) => ("content" in one ? one.content : null));
    expect(stored).toEqual(["um", "dois", "quatro", "cinco", "três"].map((text) => ({ type: "text", text })));
  });

  it("joins parts that arrive over several binds and out of order", async () => {
    const { running } = await connected({ binds: 2 });
    const part = (number: number, text: string) => ({
      ...REPLY,
      esm_class: 0x40,
      short_message: Buffer.concat([Buffer.from([5, 0, 3, 7, 3, number]), Buffer.from(text)]),
    });
    const [one, two] = smsc.bound as [Peer, Peer];
    const statuses = Promise.all([
      one.deliver(part(3, "tres")),
      two.deliver(part(1, "um ")),
      one.deliver(part(2, "dois ")),
    ]);
    await expect(statuses).resolves.toEqual([0, 0, 0]);
    expect(running.inbound.map(({ kind, ...one }) => [kind, "content" in one && one.content])).toEqual([
      ["message", { type: "text", text: "um dois tres" }],
    ]);
  });

  it("joins parts by sar_* TLVs, with their text in message_payload", async () => {
    const { peer, running } = await connected();
    const sar = { sar_msg_ref_num: 300, sar_total_segments: 2 };
    const [first, second] = [Buffer.from("a".repeat(200)), Buffer.from("b")];
    await peer.deliver({ ...REPLY, ...sar, sar_segment_seqnum: 1, message_payload: first });
    await peer.deliver({ ...REPLY, ...sar, sar_segment_seqnum: 2, message_payload: second });
    expect(running.inbound).toMatchObject([{ content: { text: `${"a".repeat(200)}b` } }]);
  });

  it("stores incomplete replies when the connection is stopped", async () => {
    const { peer, running: mine } = await connected();
    const sar = { sar_msg_ref_num: 1, sar_total_segments: 2, sar_segment_seqnum: 2 };
    await peer.deliver({ ...REPLY, ...sar, short_message: Buffer.from("fim") });
    await mine.carrier.stop();
    expect(mine.inbound).toMatchObject([{ content: { text: "fim" } }]);
  });
});

describe("a change of settings", () => {
  /** Replaces the running carrier. Returns the new carrier and the connection that it has bound. */
  async function replaced(before: Running, given: Parameters<typeof connectionTo>[1] = {}) {
    const former = new Set(smsc.peers);
    running = await started(connectionTo(smsc.port, given), before);
    await smsc.whenBound(2);
    await before.carrier.stop();
    return { ...running, running, peer: smsc.bound.find((one) => !former.has(one)) as Peer };
  }

  it("keeps the learned base of message ids", async () => {
    const ids = ["a1b2", "10", "16"];
    smsc.respond = () => ({ message_id: ids.shift() });
    const { peer, submit, running: before } = await connected();
    const [lettered, sixteen, twentyTwo] = [sms("1"), sms("2"), sms("3")];
    for (const message of [lettered, sixteen, twentyTwo]) await submit(message);
    await peer.deliver(receipt("41394"));
    const after = await replaced(before, { enquire_link_seconds: 60 });
    await after.peer.deliver(receipt("16"));
    expect(before.reports).toMatchObject([{ messageId: lettered.messageId }]);
    expect(after.running.reports).toMatchObject([{ messageId: sixteen.messageId }]);
  });

  it("forgets the base of message ids for another account at the carrier", async () => {
    smsc.respond = () => ({ message_id: "a1b2" });
    const { peer, submit, running: before } = await connected();
    await submit(sms("Oi"));
    await peer.deliver(receipt("41394"));
    const after = await replaced(before, { system_id: "other" });
    await after.peer.deliver(receipt("16"));
    expect(after.running.reports).toMatchObject([{ reference: "16" }]);
  });

  it("joins the parts of a reply that arrive before and after the change", async () => {
    const { peer, running: before } = await connected();
    const sar = { ...REPLY, sar_msg_ref_num: 1, sar_total_segments: 2 };
    await peer.deliver({ ...sar, sar_segment_seqnum: 1, short_message: Buffer.from("um ") });
    const after = await replaced(before, { enquire_link_seconds: 60 });
    await after.peer.deliver({ ...sar, sar_segment_seqnum: 2, short_message: Buffer.from("dois") });
    expect([...before.inbound, ...after.running.inbound]).toMatchObject([{ content: { text: "um dois" } }]);
  });

  it("joins the parts of a reply that arrive before and after the stop of the new carrier", async () => {
    const { peer, running: before } = await connected();
    const sar = { ...REPLY, sar_msg_ref_num: 1, sar_total_segments: 2 };
    const after = await started(connectionTo(smsc.port, { enquire_link_seconds: 60 }), before);
    await peer.deliver({ ...sar, sar_segment_seqnum: 1, short_message: Buffer.from("um ") });
    await after.carrier.stop();
    await peer.deliver({ ...sar, sar_segment_seqnum: 2, short_message: Buffer.from("dois") });
    expect(before.inbound).toMatchObject([{ content: { text: "um dois" } }]);
  });

  it("stores incomplete replies when the last carrier is stopped", async () => {
    const { peer, running: before } = await connected();
    const sar = { sar_msg_ref_num: 1, sar_total_segments: 2, sar_segment_seqnum: 2 };
    await peer.deliver({ ...REPLY, ...sar, short_message: Buffer.from("fim") });
    const after = await replaced(before, { enquire_link_seconds: 60 });
    expect(before.inbound).toEqual([]);
    await after.running.carrier.stop();
    expect(before.inbound).toMatchObject([{ content: { text: "fim" } }]);
  });
});

describe("the connection", () => {
  it("responds to enquire_link, and refuses unknown requests", async () => {
    const { peer } = await connected();
    await expect(peer.request("enquire_link")).resolves.toMatchObject({ command: "enquire_link_resp" });
    await expect(peer.request("query_sm", { message_id: "1" })).resolves.toMatchObject({
      command: "generic_nack",
      command_status: 3,
    });
  });

  it("survives an invalid PDU", async () => {
    const { peer, submit } = await connected();
    // A TLV whose value is truncated.
    const broken = Buffer.concat([
      encodePdu("deliver_sm", 9, receipt("m-1")),
      Buffer.from([0x02, 0x0c, 0, 2, 1]),
    ]);
    broken.writeUInt32BE(broken.length, 0);
    peer.socket.write(broken);
    await submit(sms("Oi"));
    expect(smsc.peers).toHaveLength(1);
  });

  it.each([
    ["garbage", (peer: Peer) => peer.socket.write("HTTP/1.1 400 Bad Request\r\n\r\n")],
    ["a length of zero", (peer: Peer) => peer.socket.write(Buffer.alloc(64))],
    [
      "an end in the middle of a PDU",
      (peer: Peer) => peer.socket.end(encodePdu("deliver_sm", 1, receipt("1")).subarray(0, 40)),
    ],
    ["a cut connection", (peer: Peer) => peer.socket.destroy()],
    ["an unbind", (peer: Peer) => void peer.request("unbind")],
  ])("binds again after %s", async (_, harm) => {
    const { peer, submit } = await connected();
    harm(peer);
    await until("another bind", 10, async () => smsc.bound.some((one) => one !== peer), 10);
    expect(types(await submit(sms("Oi")))).toEqual(["accepted"]);
  });

  it("ends a silent connection, and binds again", async () => {
    const { peer } = await connected({ enquire_link_seconds: 1 });
    smsc.mute = true;
    await until("the end of the silent connection", 10, async () => peer.socket.destroyed, 20);
    smsc.mute = false;
    await until("another bind", 10, async () => smsc.bound.length === 1, 20);
    expect(logged.some((line) => line.includes("silent for 1 s"))).toBe(true);
  });

  it("logs once why a bind fails, without the password, and binds within seconds of a correction", async () => {
    logged.length = 0;
    smsc.bindStatus = 0x0e;
    running = await started(connectionTo(smsc.port));
    await until("several tries", 10, async () => smsc.peers.length >= 3, 20);
    const lines = logged.filter((line) => line.includes("not bound") && JSON.parse(line).level >= 40);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("ESME_RINVPASWD (0x0000000E): the password is wrong");
    expect(logged.join("")).not.toContain("s3cret");
    smsc.bindStatus = 0;
    await smsc.whenBound();
  });

  it("binds again within seconds after an outage", async () => {
    const { submit } = await connected();
    const { port } = smsc;
    await smsc.close();
    await pause(1_500);
    smsc = await new Smsc().open(port);
    await smsc.whenBound();
    expect(types(await submit(sms("Oi")))).toEqual(["accepted"]);
  });

  it("is connected while a bind of each direction is open", async () => {
    const { carrier } = await connected({ bind: "separate", binds: 1 });
    const is = (state: boolean) =>
      until(`connected: ${state}`, 10, async () => carrier.isConnected === state, 20);
    await is(true);
    smsc.bindStatus = 0x0e;
    const receiver = smsc.bound.find(({ got }) => got[0]?.command === "bind_receiver");
    receiver?.socket.destroy();
    await is(false);
    smsc.bindStatus = 0;
    await is(true);
    await carrier.stop();
    expect(carrier.isConnected).toBe(false);
  });

  it("waits for responses in flight, and then unbinds", async () => {
    smsc.respond = async () => (await pause(200), { message_id: "9" });
    const { submit, running: mine, peer } = await connected();
    const outcomes = submit(sms("Oi"));
    await until("the submission", 5, async () => smsc.submitted.length === 1, 5);
    await mine.carrier.stop();
    await expect(outcomes).resolves.toEqual([{ type: "accepted", references: ["9"], id: "9" }]);
    expect(peer.got.at(-1)?.command).toBe("unbind");
    await until("the end of the connection", 5, async () => smsc.bound.length === 0, 10);
  });
});

describe("the connection test", () => {
  const test = (...args: Parameters<typeof connectionTo>) =>
    smppKind.test(connectionTo(...args), deps(), AbortSignal.timeout(20_000));

  it("returns the carrier's system_id after a bind and an unbind", async () => {
    await expect(test(smsc.port)).resolves.toBe(
      `127.0.0.1:${smsc.port} accepted bind_transceiver as recado to "SMSC"`,
    );
    expect(smsc.peers[0]?.got.map(({ command }) => command)).toEqual(["bind_transceiver", "unbind"]);
  });

  it("binds both directions when they are separate", async () => {
    await expect(test(smsc.port, { bind: "separate", binds: 4 })).resolves.toContain(
      'bind_transmitter as recado to "SMSC" and bind_receiver as recado to "SMSC"',
    );
  });

  it("reports the cause of a failure", async () => {
    smsc.bindStatus = 0x0f;
    await expect(test(smsc.port)).rejects.toThrow(/bind_transceiver: .*ESME_RINVSYSID \(0x0000000F\)/);
    const { port } = smsc;
    await smsc.close();
    await expect(test(port)).rejects.toThrow(`127.0.0.1:${port}: bind_transceiver: connect ECONNREFUSED`);
    smsc = await new Smsc().open();
    await expect(test(smsc.port, { tls: true })).rejects.toThrow(/bind_transceiver: /);
  });
});

describe("the GSM alphabet", () => {
  it("keeps every character", async () => {
    const { submit } = await connected();
    const text = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?\f^{}\\[~]|€§¿äöñüà";
    expect(smsSegments(text)).toMatchObject({ encoding: "gsm7", segments: 1 });
    await submit(sms(text));
    const { short_message } = smsc.submitted[0] as Pdu;
    expect((short_message as { message: string }).message).toBe(text);
    expect(decodeGsm7(Buffer.from([0x1b, 0x65]))).toBe("€");
  });
});
