import { smppKind } from "../../src/carriers/smpp/smpp";
import { decodeText, splitHeader } from "../../src/carriers/smpp/text";
import { smsParts } from "../../src/messaging/segments";
import type { Submission } from "../../src/carriers/carrier";
import { until } from "../support/until";
import { JsmppSmsc } from "./support/jsmpp";
import {
  connectionTo,
  deps,
  logged,
  type Running,
  SHORT_CODE,
  sms,
  started,
} from "./support/smpp-connection";

/** Tests against an independent implementation: jSMPP's simulator, over TLS. */
describe("SMPP with jSMPP's SMSC", () => {
  const smsc = new JsmppSmsc("s3cret");
  let running: Running | null = null;

  beforeAll(async () => {
    await smsc.prepare();
    await smsc.start();
  }, 240_000);
  afterAll(() => smsc.close());
  beforeEach(() => {
    smsc.submitted.splice(0);
    smsc.failures.splice(0);
  });
  afterEach(async () => {
    await running?.carrier.stop();
    running = null;
  });

  const connection = (given = {}, options = {}) =>
    connectionTo(smsc.port, { tls: true, ...given }, { tls_ca: smsc.certificate, ...options });
  const boundCount = () => logged.filter((line) => line.includes('"bound to the carrier"')).length;
  /** Opens a connection and waits for all its binds. A submission waits for a bind for only one second. */
  const connected = async ({ binds = 1 } = {}, options = {}) => {
    logged.length = 0;
    const mine = (running = await started(connection({ binds }, { timeout_seconds: 30, ...options })));
    await until("all binds", 20, async () => boundCount() >= binds, 20);
    return mine;
  };
  const test = (one: ReturnType<typeof connection>) =>
    smppKind.test(one, deps(), AbortSignal.timeout(20_000));

  /** Submits until each message is accepted, as the dispatcher does, and returns the references. */
  async function submitAll({ submit }: Running, messages: readonly Submission[]): Promise<string[]> {
    const references: string[] = [];
    let left = [...messages];
    while (left.length > 0) {
      const outcomes = await submit(...left.slice(0, 32));
      const again: Submission[] = [];
      let rest = 0;
      for (const [index, outcome] of outcomes.entries()) {
        if (outcome.type === "accepted") references.push(...(outcome.references ?? []));
        else if (outcome.type === "throttled") again.push(left[index] as Submission);
        else throw new Error(JSON.stringify(outcome));
        if (outcome.type === "throttled") rest = Math.max(rest, outcome.retryAfterMs ?? 0);
      }
      left = [...again, ...left.slice(32)];
      await new Promise((resolve) => setTimeout(resolve, rest));
    }
    return references;
  }
  const numbered = (count: number, ending = "") =>
    Array.from({ length: count }, (_, i) =>
      sms(`message ${i}`, { to: `+55119${String(87_000_000 + i).slice(0, 8 - ending.length)}${ending}` }),
    );

  it("accepts only the configured certificate", async () => {
    await expect(test(connection())).resolves.toContain('accepted bind_transceiver as recado to "jSMPP"');
    await expect(test(connectionTo(smsc.port, { tls: true }))).rejects.toThrow(/self-signed certificate/);
  });

  it("reports a wrong password", async () => {
    const wrong = connection();
    const denied = { ...wrong, secrets: { ...wrong.secrets, password: "wrong" } };
    await expect(test(denied)).rejects.toThrow("ESME_RINVPASWD (0x0000000E): the password is wrong");
  });

  it("submits over four binds with window 32, and matches each receipt", async () => {
    const mine = await connected({ binds: 4 }, { window: 32 });
    const messages = numbered(600);
    const references = await submitAll(mine, messages);
    expect(new Set(references).size).toBe(600);
    await smsc.recorded(600);
    expect(smsc.submitted.map(({ to }) => to).sort()).toEqual(messages.map(({ to }) => to.slice(1)).sort());
    expect(new Set(smsc.submitted.map(({ session }) => session)).size).toBe(4);
    await until("all receipts", 30, async () => mine.reports.length >= 600);
    // Receipts have references in another base than responses, and still name the message.
    const reported = mine.reports.map((report) =>
      "messageId" in report ? report.messageId : report.reference,
    );
    expect(reported.sort()).toEqual(messages.map(({ messageId }) => messageId).sort());
    expect(mine.reports.every(({ status }) => status === "delivered")).toBe(true);
  });

  it.each([
    ["GSM", `${"Olé, [R$ 10] ~ €5! ".repeat(12)}fim`, 0],
    ["UCS-2", `${"Informação 😀 já ".repeat(12)}fim`, 8],
  ])("splits a long %s text into the counted parts", async (_, text, coding) => {
    const mine = await connected();
    const [outcome] = await mine.submit(sms(text));
    const expected = smsParts(text);
    expect(outcome).toMatchObject({ type: "accepted", references: { length: expected.length } });
    await smsc.recorded(expected.length);
    const sorted = smsc.submitted.map(({ octets }) => splitHeader(octets));
    sorted.sort((a, b) => (a.header[4] ?? 0) - (b.header[4] ?? 0));
    expect(sorted.map(({ body }) => decodeText(body, coding, 0))).toEqual(expected);
    expect(
      smsc.submitted.every(({ esmClass, dataCoding }) => esmClass === 0x40 && dataCoding === coding),
    ).toBe(true);
    await until("its receipts", 20, async () => mine.reports.length > 0);
  });

  it("submits all messages despite throttling", async () => {
    const mine = await connected({ binds: 2 });
    const messages = numbered(8, "58");
    await submitAll(mine, messages);
    await until("all receipts", 20, async () => mine.reports.length >= 8);
    await smsc.recorded(8);
    expect(smsc.submitted).toHaveLength(8);
  });

  it("receives a long reply", async () => {
    const mine = await connected();
    await mine.submit(sms("Oi", { to: "+5511987650060" }));
    await until("the reply", 20, async () => mine.inbound.length > 0 && mine.reports.length > 0);
    const text = [1, 2, 3].map((number) => `part ${number} `.repeat(20)).join("");
    expect(mine.inbound).toMatchObject([
      { from: "+5511987650060", to: SHORT_CODE, content: { type: "text", text } },
    ]);
    expect(smsc.failures).toEqual([]);
  });

  it("binds again within ten seconds after the SMSC was killed", async () => {
    const mine = await connected({ binds: 4 });
    await mine.submit(sms("before"));
    await smsc.kill();
    // A submission before the end of the connection is detected has an unknown outcome.
    await until("it is away", 5, async () => (await mine.submit(sms("during")))[0]?.type === "away");
    await smsc.start();
    await until(
      "a message is taken",
      10,
      async () => (await mine.submit(sms("after")))[0]?.type === "accepted",
    );
  });
});
