import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { asteriskCarrier, asteriskKind, type AsteriskTiming } from "../../src/carriers/asterisk/asterisk";
import type { Carrier } from "../../src/carriers/carrier";
import { connectionTo, depsWithLog, reportSink, voiceTo } from "../support/asterisk/connection";
import { realAsterisk, type RealAsterisk } from "../support/asterisk/real";
import { until } from "../support/until";

/** Returns a tone of some seconds in a format that Asterisk plays: mono, 16 bits, 8 kHz. */
function wave(seconds: number): Buffer {
  const samples = Buffer.alloc(16_000 * seconds);
  for (let i = 0; i < 8_000 * seconds; i++) samples.writeInt16LE(Math.round(8_000 * Math.sin(i / 5)), 2 * i);
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8_000, 24);
  header.writeUInt32LE(16_000, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

/**
 * A token as long as the service's: Asterisk 22 cuts the name of the cached file to the length of its URL.
 */
const TOKEN = "6Zm4kq0sVYw2b8Nf3Jd7RtLx1Ac5Ue9HgPoTiQyXzWv";
const AUDIO: Readonly<Record<string, Buffer>> = {
  [`/media/${TOKEN}/short`]: wave(1),
  [`/media/${TOKEN}/long`]: wave(4),
  [`/media/${TOKEN}/longest`]: wave(12),
};
const number = (ending: string) => `+55119999900${ending}`;

describe("calls by a real Asterisk", () => {
  let asterisk: RealAsterisk;
  let media: Server;
  let base: string;
  const open = new Set<Carrier>();

  beforeAll(async () => {
    asterisk = await realAsterisk();
    media = createServer((request, response) => {
      const bytes = AUDIO[String(request.url)];
      if (!bytes) return void response.writeHead(404).end();
      response.writeHead(200, { "content-type": "audio/wav", "cache-control": "max-age=600" }).end(bytes);
    });
    await new Promise<void>((resolve) => media.listen(0, "127.0.0.1", resolve));
    base = `http://127.0.0.1:${(media.address() as AddressInfo).port}/media/${TOKEN}`;
  });
  afterAll(async () => {
    await asterisk.remove();
    media.close();
  });
  afterEach(async () => {
    for (const carrier of open) await carrier.stop();
    open.clear();
    for (const { id } of await channels()) await request(`/channels/${id}`, "DELETE");
    await until("all calls have ended", 5, async () => (await channels()).length === 0, 50);
  });

  async function carrier(
    settings: Parameters<typeof connectionTo>[1] = {},
    timing: Partial<AsteriskTiming> = {},
  ) {
    const { deps, lines } = depsWithLog();
    const sink = reportSink();
    const it = asteriskCarrier(connectionTo(asterisk.url, settings), deps, timing);
    open.add(it);
    await it.start(sink.sink, async () => {});
    const call = async (to: string, audio = `${base}/short`, messageId?: string) => {
      const message = voiceTo(to, audio, messageId);
      const [outcome] = await it.submit([message], new AbortController().signal);
      return { ...message, outcome };
    };
    return { it, call, lines, ...sink };
  }
  const request = async (path: string, method = "GET") => {
    const authorization = `Basic ${Buffer.from("recado:secret").toString("base64")}`;
    return fetch(`${asterisk.url}${path}`, { method, headers: { authorization } });
  };
  const channels = async () => {
    const list = (await (await request("/channels")).json()) as { id: string; state: string }[];
    return list.filter(({ id }) => !id.endsWith(";2"));
  };

  it("plays audio that several concurrent calls fetch for the first time", async () => {
    const { call, of } = await carrier();
    const called = await Promise.all(Array.from({ length: 8 }, () => call(number("01"), `${base}/long`)));
    await until("all are reported", 15, async () =>
      called.every(({ messageId }) => of(messageId).length > 0),
    );
    expect(called.map(({ messageId }) => of(messageId)[0]?.status)).toEqual(Array(8).fill("delivered"));
  });

  const OUTCOMES: [what: string, ending: string, audio: string, status: string, code: string | null][] = [
    ["a call heard to the end", "01", "short", "delivered", null],
    ["a call hung up before the end", "06", "long", "delivered", null],
    ["a busy number", "02", "short", "undelivered", "17"],
    ["a congested network", "03", "short", "undelivered", "34"],
    ["a number that does not answer", "04", "short", "undelivered", "19"],
    ["an unassigned number", "05", "short", "undelivered", "1"],
    ["a rejected call", "07", "short", "undelivered", "21"],
    ["a network out of order", "08", "short", "undelivered", "38"],
    ["an answered call whose audio is gone", "01", "gone", "undelivered", "failed"],
  ];
  // The last is the guide's endpoint for trunks with another number format.
  const ENDPOINTS = ["Local/{number}@out", "PJSIP/{number}@trunk", "Local/{number}@recado"];
  describe.each(ENDPOINTS)("outcomes of calls to %s", (endpoint) => {
    it("reports the outcome of each number", async () => {
      const { call, of } = await carrier({ endpoint });
      const called = await Promise.all(
        OUTCOMES.map(([, ending, audio]) => call(number(ending), `${base}/${audio}`)),
      );
      expect(called.map(({ outcome }) => outcome)).toEqual(
        called.map(({ messageId }) => ({ type: "accepted", references: [`recado-${messageId}`] })),
      );
      await until("all are reported", 15, async () =>
        called.every(({ messageId }) => of(messageId).length > 0),
      );
      await until("all have hung up", 5, async () => (await channels()).length === 0);
      expect(
        called.map(({ messageId }, index) => [
          OUTCOMES[index]?.[0],
          ...of(messageId).map(({ status, error }) => [status, error?.carrierCode ?? null]),
        ]),
      ).toEqual(OUTCOMES.map(([what, , , status, code]) => [what, [status, code]]));
    });
  });

  it("makes one call when it is submitted again during the call", async () => {
    const { call, of } = await carrier();
    const first = await call(number("01"), `${base}/longest`);
    const again = await call(number("01"), `${base}/longest`, first.messageId);
    expect(again.outcome).toEqual({ type: "accepted", references: [`recado-${first.messageId}`] });
    expect(await channels()).toHaveLength(1);
    await until("it is reported", 25, async () => of(first.messageId).length > 0);
    expect(of(first.messageId).map(({ status }) => status)).toEqual(["delivered"]);
  });

  it("returns away or retry when the endpoint is unreachable, also right after a taken id", async () => {
    const { call } = await carrier({ window: 1 });
    const lasting = await call(number("01"), `${base}/long`);
    await call(number("01"), `${base}/long`, lasting.messageId);
    const nowhere = await carrier({ endpoint: "PJSIP/{number}@nowhere", window: 1 });
    const { outcome } = await nowhere.call(number("01"));
    // If the same thread of Asterisk responds, it wrongly repeats that the id is taken.
    expect(["away", "retry"]).toContain(outcome?.type);
    expect(outcome).toMatchObject({ error: { code: "carrier_unreachable" } });
  });

  it("makes as many concurrent calls as its window", async () => {
    const { call, of } = await carrier({ window: 2, timeout_seconds: 60 });
    let max = 0;
    let counting = true;
    const counted = (async () => {
      while (counting) max = Math.max(max, (await channels()).length);
    })();
    const called = await Promise.all(["01", "01", "01", "01", "01"].map((ending) => call(number(ending))));
    expect(called.map(({ outcome }) => outcome?.type)).toEqual(Array(5).fill("accepted"));
    await until("all are reported", 15, async () =>
      called.every(({ messageId }) => of(messageId).length > 0),
    );
    counting = false;
    await counted;
    expect(max).toBe(2);
  });

  it("returns throttled when no line becomes free in time", async () => {
    const { call } = await carrier({ window: 1, timeout_seconds: 6 });
    await call(number("01"), `${base}/long`);
    const { outcome } = await call(number("01"));
    expect(outcome).toMatchObject({ type: "throttled", retryAfterMs: 1_000 });
  });

  it("continues calls that another process left ringing, playing and played", async () => {
    // The first process stops and the second one starts during these calls, also on a busy machine.
    const settings = { ring_seconds: 20 };
    const first = await carrier(settings);
    const ringing = await first.call(number("04"));
    const playing = await first.call(number("01"), `${base}/longest`);
    const played = await first.call(number("01"), `${base}/long`);
    const bothUp = async () => (await channels()).filter(({ state }) => state === "Up").length === 2;
    await until("they play", 5, bothUp, 20);
    await first.it.stop();
    await until("the shorter one is over", 5, async () => {
      return (await request(`/playbacks/recado-${played.messageId}`)).status === 404;
    });

    const second = await carrier(settings, { checkEvery: 500 });
    const all = [ringing, playing, played];
    // If `stop` waits for Asterisk until the shorter audio has ended, the first process reports that call.
    const reported = (messageId: string) => [...first.of(messageId), ...second.of(messageId)];
    await until("all are reported", 15, async () =>
      all.every(({ messageId }) => reported(messageId).length > 0),
    );
    await until("all have hung up", 5, async () => (await channels()).length === 0);
    expect(all.map(({ messageId }) => reported(messageId).map(({ status }) => status))).toEqual([
      ["undelivered"],
      ["delivered"],
      ["delivered"],
    ]);
  });

  it("shares an application among processes, of which one receives events at a time", async () => {
    const timing = { standby: 1_000, checkEvery: 300 };
    const settings = { window: 2, timeout_seconds: 60 };
    const one = await carrier(settings, timing);
    const other = await carrier(settings, timing);
    const called = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        (index % 2 === 0 ? one : other).call(number(index % 3 === 0 ? "02" : "01")),
      ),
    );
    expect(called.map(({ outcome }) => outcome?.type)).toEqual(Array(12).fill("accepted"));
    const reported = (messageId: string) => [...one.of(messageId), ...other.of(messageId)];
    await until("all are reported", 30, async () =>
      called.every(({ messageId }) => reported(messageId).length > 0),
    );
    const expected = called.map((_, index) => (index % 3 === 0 ? "undelivered" : "delivered"));
    expect(called.map(({ messageId }) => reported(messageId)[0]?.status)).toEqual(expected);
    await until("all have hung up", 5, async () => (await channels()).length === 0);
  });

  it("places a call again soon after Asterisk was killed and started", async () => {
    const { call, of, lines } = await carrier();
    await call(number("01"), `${base}/long`);
    await asterisk.kill();
    await until("it is noticed", 5, async () => lines.some(({ reason }) => reason !== undefined));
    expect((await call(number("01"))).outcome).toMatchObject({ type: "away" });
    await asterisk.start();
    let again = "";
    await until("a call is accepted", 10, async () => {
      const { messageId, outcome } = await call(number("01"));
      again = messageId;
      expect(["accepted", "away"]).toContain(outcome?.type);
      return outcome?.type === "accepted";
    });
    await until("it is reported", 15, async () => of(again).length > 0);
    const reasons = lines.flatMap(({ reason }) => reason ?? []);
    expect(reasons.length).toBe(new Set(reasons).size);
  });

  describe("carriers test", () => {
    const tested = (settings: Parameters<typeof connectionTo>[1], password?: string) =>
      asteriskKind.test(
        connectionTo(asterisk.url, settings, password),
        depsWithLog().deps,
        AbortSignal.timeout(10_000),
      );

    it("returns the version and the audio types", async () => {
      expect(await tested({})).toBe(
        `Asterisk ${asterisk.version} accepts the user recado, sends it events, and plays audio/wav`,
      );
    });

    it("reports wrong credentials and a read-only user", async () => {
      await expect(tested({}, "wrong")).rejects.toThrow(
        "Asterisk refuses the user recado or its password (401)",
      );
      await expect(tested({ username: "looker" })).rejects.toThrow(
        "the user looker is read_only in ari.conf",
      );
    });

    it("leaves the events to the service", async () => {
      const { call, of } = await carrier();
      const { messageId } = await call(number("01"));
      await tested({});
      await until("it is reported", 5, async () => of(messageId).length > 0);
    });
  });

  it("refuses audio without a module in Asterisk", async () => {
    const { deps } = depsWithLog("audio/mpeg");
    const it = asteriskCarrier(connectionTo(asterisk.url), deps);
    open.add(it);
    await it.start(
      async () => {},
      async () => {},
    );
    const outcomes = await it.submit([voiceTo(number("01"), `${base}/short`)], new AbortController().signal);
    expect(outcomes).toMatchObject([
      { type: "refused", error: { message: expect.stringContaining("format_mp3.so") } },
    ]);
  });
});
