import { asteriskCarrier, asteriskKind, type AsteriskTiming } from "../../src/carriers/asterisk/asterisk";
import type { Carrier } from "../../src/carriers/carrier";
import { connectionTo, partsWithLog, reportSink, voiceTo } from "../support/asterisk/connection";
import { type AriPeer, ariPeer } from "../support/asterisk/peer";
import { until } from "../support/until";

const TO = "+5511999990001";
const AUDIO = "https://recado.example/media/a,b?c=(d)&e='f'";
const channel = (id: string, state = "Up") => ({ id, state });
const never = () => new Promise<never>(() => {});

describe("the kind asterisk", () => {
  let peer: AriPeer;
  const open = new Set<Carrier>();

  beforeEach(async () => {
    peer = await ariPeer();
  });
  afterEach(async () => {
    for (const carrier of open) await carrier.stop();
    open.clear();
    await peer.stop();
    expect(peer.wrong).toEqual([]);
  });

  async function started(
    settings: Parameters<typeof connectionTo>[1] = {},
    timing: Partial<AsteriskTiming> = {},
    password?: string,
  ) {
    const { parts, lines } = partsWithLog();
    const taken = reportSink();
    const quick = { firstPause: 20, longestPause: 100, look: 50, usable: 200 };
    const carrier = asteriskCarrier(connectionTo(peer.url, settings, password), parts, {
      ...quick,
      ...timing,
    });
    open.add(carrier);
    await carrier.start(taken.sink, async () => {});
    const submit = async (message = voiceTo(TO, AUDIO), signal = new AbortController().signal) => {
      const [outcome] = await carrier.submit([message], signal);
      return { ...message, id: `recado-${message.messageId}`, outcome };
    };
    return { carrier, lines, submit, ...taken };
  }
  const asked = (id: string) => peer.requests.filter((one) => one.id === id).map(({ values }) => values);
  const settled = (carrier: Carrier) => carrier.settled?.();

  /** Only what was made and has not ended is listed. */
  function keepsChannels(): Map<string, object> {
    const channels = new Map<string, object>();
    peer.behaves(({ id, values }) => {
      if (id === "originate")
        channels.set(String(values.channelId), channel(String(values.channelId), "Down"));
      if (id === "listChannels") return { status: 200, body: [...channels.values()] };
      return undefined;
    });
    return channels;
  }

  it("calls the number with the sender's, and tells the channel as reference", async () => {
    const { submit } = await started({ endpoint: "PJSIP/{number}@trunk", ring_seconds: 30 });
    const { id, outcome } = await submit();
    expect(outcome).toEqual({ type: "accepted", references: [id] });
    expect(asked("originate")).toEqual([
      {
        ...{ endpoint: `PJSIP/${TO}@trunk`, app: "recado", appArgs: encodeURIComponent(AUDIO) },
        ...{ callerId: "+551140001000", timeout: "30", channelId: id },
      },
    ]);
  });

  it("plays the audio to who answers, hangs up after it, and reports once", async () => {
    const channels = keepsChannels();
    const { submit, of, carrier } = await started();
    const { id, messageId } = await submit();
    peer.send({ type: "StasisStart", args: [encodeURIComponent(AUDIO)], channel: channel(id) });
    await until("it plays", 5, async () => asked("play").length === 1, 10);
    expect(asked("play")).toEqual([{ channelId: id, playbackId: id, media: `sound:${AUDIO}` }]);
    peer.send({ type: "PlaybackFinished", playback: { target_uri: `channel:${id}`, state: "done" } });
    await until("it is hung up", 5, async () => asked("hangUp").length === 1, 10);
    channels.delete(id);
    peer.send({ type: "ChannelDestroyed", cause: 16, channel: channel(id) });
    await until("it is reported", 5, async () => of(messageId).length > 0, 10);
    await settled(carrier);
    expect(of(messageId)).toMatchObject([{ status: "delivered", error: null, reference: id }]);
    expect(asked("hangUp")).toEqual([{ channelId: id, reason: "normal" }]);
  });

  it("takes a report that comes before the submission is answered", async () => {
    const { submit, of, lines } = await started();
    peer.behaves(async ({ id, values }) => {
      if (id !== "originate")
        return { status: 200, body: id === "listChannels" ? [] : { status: "Running" } };
      peer.send({ type: "ChannelDestroyed", cause: 17, channel: channel(String(values.channelId), "Down") });
      await until("it was taken", 5, async () => of(String(values.channelId).slice(7)).length > 0, 10);
      return { status: 200, body: channel(String(values.channelId)) };
    });
    const { messageId, outcome } = await submit();
    expect(outcome?.type).toBe("accepted");
    expect(of(messageId)).toMatchObject([{ status: "undelivered", error: { carrierCode: "17" } }]);
    expect(lines.filter(({ msg }) => String(msg).includes("not heard"))).toEqual([]);
  });

  it("tries to store a report again", async () => {
    const { parts } = partsWithLog();
    const carrier = asteriskCarrier(connectionTo(peer.url), parts);
    open.add(carrier);
    let tries = 0;
    await carrier.start(
      async () => {
        tries += 1;
        if (tries === 1) throw new Error("the database is away");
      },
      async () => {},
    );
    const message = voiceTo(TO, AUDIO);
    await carrier.submit([message], new AbortController().signal);
    peer.send({
      type: "ChannelDestroyed",
      cause: 17,
      channel: channel(`recado-${message.messageId}`, "Down"),
    });
    await until("it was stored", 5, async () => tries === 2, 20);
  });

  const ANSWERS: [what: string, status: number, body: object, outcome: object][] = [
    [
      "no way to the endpoint",
      500,
      { error: "Allocation failed" },
      { type: "away", error: { carrierCode: "500" } },
    ],
    ["wrong credentials", 401, {}, { type: "away", error: { carrierCode: "401" } }],
    ["a user who may only read", 403, {}, { type: "away", error: { carrierCode: "403" } }],
    ["a dial string it cannot read", 400, {}, { type: "refused", error: { carrierCode: "400" } }],
    ["too many at once", 429, {}, { type: "throttled" }],
    ["something in between that failed", 502, {}, { type: "unknown" }],
    ["a taken id whose channel is gone", 409, {}, { type: "retry" }],
  ];
  it.each(ANSWERS)("makes of %s what it is", async (_, status, body, expected) => {
    const { submit } = await started();
    peer.behaves(({ id }) => (id === "originate" ? { status, body } : undefined));
    expect((await submit()).outcome).toMatchObject(expected);
  });

  it("takes an id that is taken for a call under way where its channel is there", async () => {
    const { submit } = await started();
    peer.behaves(({ id, values }) => {
      if (id === "originate") return { status: 409, body: {} };
      return id === "getChannel" ? { status: 200, body: channel(String(values.channelId)) } : undefined;
    });
    expect((await submit()).outcome?.type).toBe("accepted");
  });

  it("does not know of a submission whose connection is cut", async () => {
    const { submit } = await started();
    peer.behaves(({ id }, socket) => {
      if (id !== "originate") return undefined;
      socket.destroy();
      return never();
    });
    expect((await submit()).outcome).toEqual({ type: "unknown" });
  });

  it("gives a submission up with its deadline, and its line once the call is not there", async () => {
    const { submit } = await started({ window: 1 });
    peer.behaves(({ id }) => (id === "originate" ? never() : undefined));
    await expect(submit(voiceTo(TO, AUDIO), AbortSignal.timeout(100))).rejects.toThrow();
    peer.behaves(() => undefined);
    expect((await submit()).outcome?.type).toBe("accepted");
  });

  it.each([
    ["a recipient that is more than a number", { to: "+5511&SIP/1" }],
    ["a sender that is not a number", { from: "Recado" }],
    ["a text", { content: { type: "text" as const, text: "Oi" } }],
  ])("refuses %s, and asks for nothing", async (_, change) => {
    const { submit } = await started();
    const { outcome } = await submit({ ...voiceTo(TO, AUDIO), ...change });
    expect(outcome).toMatchObject({ type: "refused", error: { code: "carrier_rejected" } });
    expect(asked("originate")).toEqual([]);
  });

  it("waits while Asterisk has no module that fetches audio", async () => {
    const { submit } = await started();
    const body = { message: "Module could not be found in running modules" };
    peer.behaves(({ id, values }) =>
      id === "getModule" && values.moduleName === "res_http_media_cache.so"
        ? { status: 404, body }
        : undefined,
    );
    expect((await submit()).outcome).toMatchObject({
      type: "away",
      error: { message: expect.stringContaining("res_http_media_cache.so") },
    });
    expect(asked("originate")).toEqual([]);
  });

  it("passes over what is not an event of its calls", async () => {
    const { submit, of, reports, lines } = await started();
    await until("events are heard", 5, async () => peer.listeners === 1, 10);
    const garbage = [
      ...["", "{", "null", "[]", "7", '"x"', "{}", '{"type":7}', '{"type":"ChannelDestroyed"}'],
      ...[{ type: "ChannelDestroyed", cause: 16, channel: channel("1634.12") }],
      ...[{ type: "ChannelDestroyed", cause: 16, channel: channel("recado-none") }],
      ...[
        { type: "StasisStart", args: [{}], channel: { id: 7 } },
        { type: "PlaybackFinished", playback: [] },
      ],
      ...[{ type: "ApplicationReplaced", application: "another" }, Buffer.from([0xff, 0xfe])],
    ];
    for (const frame of garbage) peer.send(frame);
    const { id, messageId } = await submit();
    peer.send({ type: "ChannelDestroyed", cause: 21, channel: channel(id, "Down") });
    await until("it is reported", 5, async () => of(messageId).length > 0, 10);
    expect(reports).toHaveLength(1);
    expect(lines.filter(({ msg }) => String(msg).includes("cannot be read"))).toHaveLength(1);
  });

  it("ends a connection that sends a frame without end, and hears events again", async () => {
    const { submit, of } = await started();
    await until("events are heard", 5, async () => peer.listeners === 1, 10);
    peer.send("x".repeat(2 * 1_024 * 1_024));
    await until("the connection was ended", 5, async () => asked("listen").length === 2, 10);
    const { id, messageId } = await submit();
    peer.send({ type: "ChannelDestroyed", cause: 17, channel: channel(id, "Down") });
    await until("it is reported", 5, async () => of(messageId).length > 0, 10);
  });

  it("makes no calls while nobody hears their events, says so once, and goes on by itself", async () => {
    peer.events(401);
    const { submit, lines } = await started();
    await until("it was refused", 5, async () => lines.length > 0, 10);
    expect((await submit()).outcome).toMatchObject({ type: "away", error: { code: "carrier_unreachable" } });
    expect(asked("originate")).toEqual([]);
    expect(lines).toMatchObject([{ reason: "it refuses the user name or the password (401)" }]);
    peer.events(101);
    await until("events are heard", 5, async () => peer.listeners === 1, 10);
    expect((await submit()).outcome?.type).toBe("accepted");
    expect(JSON.stringify(lines)).not.toContain("secret");
  });

  it("finds a peer dead that does not answer pings", async () => {
    const { lines } = await started({}, { ping: 50 });
    await until("events are heard", 5, async () => peer.listeners === 1, 10);
    peer.freeze();
    await until("it was noticed", 5, async () => lines.length > 0, 10);
    expect(lines[0]).toMatchObject({ reason: "the connection was dead" });
  });

  it("is back within ten seconds of a peer that was away for longer, by the times it has in earnest", async () => {
    const { port } = peer;
    await peer.stop();
    const { parts } = partsWithLog();
    const carrier = asteriskCarrier(connectionTo(`http://127.0.0.1:${port}/ari`), parts);
    open.add(carrier);
    await carrier.start(
      async () => {},
      async () => {},
    );
    await new Promise((resolve) => setTimeout(resolve, 6_000));
    peer = await ariPeer(port);
    await until("events are heard", 10, async () => peer.listeners === 1, 50);
  });

  it("leaves the events to another process, and hears them again later", async () => {
    const { submit } = await started({}, { standby: 200 });
    await until("events are heard", 5, async () => peer.listeners === 1, 10);
    peer.send({ type: "ApplicationReplaced", application: "recado" });
    await until("it stands by", 5, async () => peer.listeners === 0, 5);
    expect((await submit()).outcome?.type).toBe("accepted");
    await until("it hears events again", 5, async () => peer.listeners === 1, 10);
  });

  it("says which calls ended while it heard nothing, and frees their lines", async () => {
    const channels = keepsChannels();
    const { submit, lines } = await started({ window: 1 });
    const { id } = await submit();
    channels.clear();
    expect((await submit()).outcome?.type).toBe("accepted");
    expect(lines).toMatchObject([{ channelId: id, msg: expect.stringContaining("not heard") }]);
  });

  it("takes a call that was playing when events were cut off, and is gone, for hung up", async () => {
    const channels = keepsChannels();
    const { submit, of } = await started();
    const { id, messageId } = await submit();
    peer.send({ type: "StasisStart", args: [encodeURIComponent(AUDIO)], channel: channel(id) });
    await until("it plays", 5, async () => asked("play").length === 1, 10);
    channels.delete(id);
    await until("it is reported", 5, async () => of(messageId).length > 0, 10);
    expect(of(messageId)).toMatchObject([{ status: "delivered" }]);
  });

  it("tells a test what is missing", async () => {
    const test = () =>
      asteriskKind.test(connectionTo(peer.url), partsWithLog().parts, AbortSignal.timeout(5_000));
    await expect(test()).resolves.toMatch("Asterisk 22.0.0 takes the user recado");
    peer.behaves(({ id }) =>
      id === "getModule" ? { status: 404, body: { message: "Module not loaded" } } : undefined,
    );
    await expect(test()).rejects.toThrow("has not loaded res_http_media_cache.so");
    peer.behaves(() => undefined);
    peer.events(503);
    await expect(test()).rejects.toThrow("Asterisk's events cannot be received: it answered 503");
    peer.behaves(({ id }) => (id === "getInfo" ? { status: 404, body: {} } : undefined));
    await expect(test()).rejects.toThrow("/asterisk/info answered 404");
    await peer.stop();
    await expect(test()).rejects.toThrow("was not reached (ECONNREFUSED)");
    peer = await ariPeer();
  });
});
