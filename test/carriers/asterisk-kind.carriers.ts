import { asteriskCarrier, asteriskKind, type AsteriskTiming } from "../../src/carriers/asterisk/asterisk";
import type { Carrier } from "../../src/carriers/carrier";
import { LiveCarrier } from "../../src/carriers/live-carrier";
import { connectionTo, depsWithLog, reportSink, voiceTo } from "../support/asterisk/connection";
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
    const { deps, lines } = depsWithLog();
    const taken = reportSink();
    const quick = { firstPause: 20, longestPause: 100, checkEvery: 50 };
    const carrier = asteriskCarrier(connectionTo(peer.url, settings, password), deps, {
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
  const requestsFor = (id: string) =>
    peer.requests.filter((one) => one.id === id).map(({ values }) => values);
  const settled = (carrier: Carrier) => carrier.settled?.();

  /** Makes the peer list exactly the channels that were created and have not ended. */
  function trackChannels(): Map<string, object> {
    const channels = new Map<string, object>();
    peer.behaves(({ id, values }) => {
      if (id === "originate")
        channels.set(String(values.channelId), channel(String(values.channelId), "Down"));
      if (id === "listChannels") return { status: 200, body: [...channels.values()] };
      return undefined;
    });
    return channels;
  }

  it("calls the number from the sender's number, and returns the channel as reference", async () => {
    const { submit } = await started({ endpoint: "PJSIP/{number}@trunk", ring_seconds: 30 });
    const { id, outcome } = await submit();
    expect(outcome).toEqual({ type: "accepted", references: [id] });
    expect(requestsFor("originate")).toEqual([
      {
        endpoint: `PJSIP/${TO}@trunk`,
        app: "recado",
        appArgs: encodeURIComponent(AUDIO),
        callerId: "+551140001000",
        timeout: "30",
        channelId: id,
      },
    ]);
  });

  it("does not call after the end of the message's window", async () => {
    const { submit, carrier } = await started();
    const closed = await submit({ ...voiceTo(TO, AUDIO), openUntil: Date.now() });
    expect(closed.outcome).toMatchObject({ type: "throttled" });
    expect(requestsFor("originate")).toEqual([]);
    expect((await submit({ ...voiceTo(TO, AUDIO), openUntil: Date.now() + 60_000 })).outcome).toMatchObject({
      type: "accepted",
    });
    await settled(carrier);
  });

  it("calls with a one-time code before an advertisement that waits longer for the line", async () => {
    const { submit, carrier } = await started({ window: 1 });
    const { id } = await submit();
    const [advertisement, code] = (["marketing", "otp"] as const).map((purpose) =>
      submit({ ...voiceTo(TO, AUDIO), purpose }),
    );
    peer.send({ type: "ChannelDestroyed", cause: 17, channel: channel(id, "Down") });
    const called = await code;
    expect(called?.outcome?.type).toBe("accepted");
    expect(requestsFor("originate").map(({ channelId }) => channelId)).toEqual([id, called?.id]);
    peer.send({ type: "ChannelDestroyed", cause: 17, channel: channel(String(called?.id), "Down") });
    expect((await advertisement)?.outcome?.type).toBe("accepted");
    await settled(carrier);
  });

  it("plays the audio after an answer, hangs up, and reports once", async () => {
    const channels = trackChannels();
    const { submit, of, carrier } = await started();
    const { id, messageId } = await submit();
    peer.send({ type: "StasisStart", args: [encodeURIComponent(AUDIO)], channel: channel(id) });
    await until("it plays", 5, async () => requestsFor("play").length === 1, 10);
    expect(requestsFor("play")).toEqual([{ channelId: id, playbackId: id, media: `sound:${AUDIO}` }]);
    peer.send({ type: "PlaybackFinished", playback: { target_uri: `channel:${id}`, state: "done" } });
    await until("it is hung up", 5, async () => requestsFor("hangUp").length === 1, 10);
    channels.delete(id);
    peer.send({ type: "ChannelDestroyed", cause: 16, channel: channel(id) });
    await until("it is reported", 5, async () => of(messageId).length > 0, 10);
    await settled(carrier);
    expect(of(messageId)).toMatchObject([{ status: "delivered", error: null, reference: id }]);
    expect(requestsFor("hangUp")).toEqual([{ channelId: id, reason: "normal" }]);
  });

  it("accepts a report that arrives before the response to the submission", async () => {
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
    expect(lines.filter(({ msg }) => String(msg).includes("could not be received"))).toEqual([]);
  });

  it("retries to store a report", async () => {
    const { deps } = depsWithLog();
    const carrier = asteriskCarrier(connectionTo(peer.url), deps);
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

  const RESPONSES: [what: string, status: number, body: object, outcome: object][] = [
    [
      "an unreachable endpoint",
      500,
      { error: "Allocation failed" },
      { type: "away", error: { carrierCode: "500" } },
    ],
    ["wrong credentials", 401, {}, { type: "away", error: { carrierCode: "401" } }],
    ["a user who may only read", 403, {}, { type: "away", error: { carrierCode: "403" } }],
    ["an invalid dial string", 400, {}, { type: "refused", error: { carrierCode: "400" } }],
    ["too many at once", 429, {}, { type: "throttled" }],
    ["a failed gateway", 502, {}, { type: "unknown" }],
    ["a taken id whose channel is gone", 409, {}, { type: "retry" }],
  ];
  it.each(RESPONSES)("maps %s to an outcome", async (_, status, body, expected) => {
    const { submit } = await started();
    peer.behaves(({ id }) => (id === "originate" ? { status, body } : undefined));
    expect((await submit()).outcome).toMatchObject(expected);
  });

  it("accepts a taken id while its channel exists", async () => {
    const { submit } = await started();
    peer.behaves(({ id, values }) => {
      if (id === "originate") return { status: 409, body: {} };
      return id === "getChannel" ? { status: 200, body: channel(String(values.channelId)) } : undefined;
    });
    expect((await submit()).outcome?.type).toBe("accepted");
  });

  it("returns unknown when the connection is cut", async () => {
    const { submit } = await started();
    peer.behaves(({ id }, socket) => {
      if (id !== "originate") return undefined;
      socket.destroy();
      return never();
    });
    expect((await submit()).outcome).toEqual({ type: "unknown" });
  });

  it("ends a submission at its deadline, and frees its line when the call does not exist", async () => {
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
  ])("refuses %s without a request", async (_, change) => {
    const { submit } = await started();
    const { outcome } = await submit({ ...voiceTo(TO, AUDIO), ...change });
    expect(outcome).toMatchObject({ type: "refused", error: { code: "carrier_rejected" } });
    expect(requestsFor("originate")).toEqual([]);
  });

  it("returns away while Asterisk lacks the module that fetches audio", async () => {
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
    expect(requestsFor("originate")).toEqual([]);
  });

  it("ignores invalid events and events of other calls", async () => {
    const { submit, of, reports, lines } = await started();
    await until("an event connection", 5, async () => peer.listeners === 1, 10);
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
    expect(lines.filter(({ msg }) => String(msg).includes("unreadable events"))).toHaveLength(1);
  });

  it("ends a connection that sends an oversized frame, and connects again", async () => {
    const { submit, of } = await started();
    await until("an event connection", 5, async () => peer.listeners === 1, 10);
    peer.send("x".repeat(2 * 1_024 * 1_024));
    await until("the connection was ended", 5, async () => requestsFor("listen").length === 2, 10);
    const { id, messageId } = await submit();
    peer.send({ type: "ChannelDestroyed", cause: 17, channel: channel(id, "Down") });
    await until("it is reported", 5, async () => of(messageId).length > 0, 10);
  });

  it("makes no calls without an event connection, logs that once, and recovers", async () => {
    peer.events(401);
    const { submit, lines, carrier } = await started({}, { usable: 200 });
    await until("it was refused", 5, async () => lines.length > 0, 10);
    expect(carrier.isConnected).toBe(false);
    expect((await submit()).outcome).toMatchObject({ type: "away", error: { code: "carrier_unreachable" } });
    expect(requestsFor("originate")).toEqual([]);
    expect(lines).toMatchObject([{ reason: "it refuses the user name or the password (401)" }]);
    peer.events(101);
    await until("an event connection", 5, async () => peer.listeners === 1, 10);
    expect((await submit()).outcome?.type).toBe("accepted");
    expect(carrier.isConnected).toBe(true);
    expect(JSON.stringify(lines)).not.toContain("secret");
  });

  it("ends a connection whose pings get no response", async () => {
    const { lines } = await started({}, { ping: 50 });
    await until("an event connection", 5, async () => peer.listeners === 1, 10);
    peer.freeze();
    await until("it was noticed", 5, async () => lines.length > 0, 10);
    expect(lines[0]).toMatchObject({ reason: "the connection was dead" });
  });

  it("reconnects within ten seconds after a longer outage, with production timing", async () => {
    const { port } = peer;
    await peer.stop();
    const { deps } = depsWithLog();
    const carrier = asteriskCarrier(connectionTo(`http://127.0.0.1:${port}/ari`), deps);
    open.add(carrier);
    await carrier.start(
      async () => {},
      async () => {},
    );
    await new Promise((resolve) => setTimeout(resolve, 6_000));
    peer = await ariPeer(port);
    await until("an event connection", 10, async () => peer.listeners === 1, 50);
  });

  it("stands by while another process receives the events, and receives them again later", async () => {
    const { submit } = await started({}, { standby: 1_000 });
    await until("an event connection", 5, async () => peer.listeners === 1, 10);
    const replacedAt = performance.now();
    peer.send({ type: "ApplicationReplaced", application: "recado" });
    await until("it stands by", 5, async () => peer.endedListeners === 1, 5);
    expect((await submit()).outcome?.type).toBe("accepted");
    await until("another event connection", 10, async () => peer.listeners === 1, 10);
    // The link reconnects after three quarters of `standby` at the earliest.
    expect(performance.now() - replacedAt).toBeGreaterThan(700);
  });

  it("logs calls that ended without an event, and frees their lines", async () => {
    const channels = trackChannels();
    const { submit, lines } = await started({ window: 1 });
    const { id } = await submit();
    channels.clear();
    expect((await submit()).outcome?.type).toBe("accepted");
    expect(lines).toMatchObject([{ channelId: id, msg: expect.stringContaining("could not be received") }]);
  });

  it.each([503, 200])(
    "finds the calls of a former process after a failed list with status %s",
    async (status) => {
      const id = "recado-01a1f8d3-ea00-7b3f-8d21-5c7e9a0b4f16";
      const dialplan = { app_name: "Stasis", app_data: `recado,${encodeURIComponent(AUDIO)}` };
      let lists = 0;
      peer.behaves((request) => {
        if (request.id !== "listChannels") return undefined;
        return ++lists === 1 ? { status, body: {} } : { status: 200, body: [{ ...channel(id), dialplan }] };
      });
      await started({ window: 1 });
      await until("the call is played", 5, async () => requestsFor("play").length > 0, 10);
    },
  );

  it("keeps a call that every second list of channels lacks", async () => {
    let lists = 0;
    let id = "";
    peer.behaves((request) => {
      if (request.id !== "listChannels") return undefined;
      return { status: 200, body: ++lists % 2 === 0 || id === "" ? [] : [channel(id, "Down")] };
    });
    const { submit, lines } = await started({ window: 1 });
    ({ id } = await submit());
    const begun = lists;
    await until("many lists were read", 5, async () => lists >= begun + 8, 10);
    expect(lines).toEqual([]);
  });

  it("plays the audio again if the request to play it gets no response", async () => {
    const { submit, of } = await started();
    let created: object[] = [];
    let plays = 0;
    peer.behaves(({ id, values }, socket) => {
      if (id === "originate") {
        const dialplan = { app_name: "Stasis", app_data: `recado,${encodeURIComponent(AUDIO)}` };
        created = [{ ...channel(String(values.channelId)), dialplan }];
      }
      if (id === "listChannels") return { status: 200, body: created };
      if (id === "getPlayback") return { status: 404, body: {} };
      if (id !== "play" || ++plays > 1) return undefined;
      socket.destroy();
      return never();
    });
    const { id, messageId } = await submit();
    peer.send({ type: "StasisStart", args: [encodeURIComponent(AUDIO)], channel: channel(id) });
    await until("it plays again", 5, async () => plays === 2, 10);
    expect(of(messageId)).toEqual([]);
  });

  it("reports a playing call that ended without an event as delivered", async () => {
    const channels = trackChannels();
    const { submit, of } = await started();
    const { id, messageId } = await submit();
    peer.send({ type: "StasisStart", args: [encodeURIComponent(AUDIO)], channel: channel(id) });
    await until("it plays", 5, async () => requestsFor("play").length === 1, 10);
    channels.delete(id);
    await until("it is reported", 5, async () => of(messageId).length > 0, 10);
    expect(of(messageId)).toMatchObject([{ status: "delivered" }]);
  });

  describe("when settings change during a call", () => {
    type Settings = Parameters<typeof connectionTo>[1];

    async function called(checkEvery: number) {
      const channels = trackChannels();
      const { sink, of } = reportSink();
      const carrierWith = (given: Settings) =>
        asteriskCarrier(connectionTo(peer.url, given), depsWithLog().deps, { checkEvery });
      const former = carrierWith({});
      const live = new LiveCarrier("voz", former, (error) => expect(error).toBeUndefined());
      open.add(live);
      await live.start(sink, async () => {});
      const message = voiceTo(TO, AUDIO);
      await live.submit([message], new AbortController().signal);
      const { messageId } = message;
      const replace = (settings: Settings) => live.replace(carrierWith(settings));
      return { messageId, id: `recado-${messageId}`, channels, former, live, of, replace };
    }
    /** Makes a call, and replaces the carrier while the telephone rings. */
    async function replaced(settings: Settings) {
      const call = await called(50);
      await call.replace(settings);
      return call;
    }
    const isListening = (app: string) => peer.apps().includes(app);

    it("receives the events of the call until it ends, if the application is another one", async () => {
      const { id, messageId, channels, of } = await replaced({ app: "other" });
      await until("both applications are listened to", 5, async () => peer.listeners === 2, 10);
      await until("the call is found", 5, async () => requestsFor("listChannels").length > 2, 10);
      peer.send({ type: "StasisStart", args: [encodeURIComponent(AUDIO)], channel: channel(id) });
      await until("it plays", 5, async () => requestsFor("play").length === 1, 10);
      expect(isListening("recado")).toBe(true);
      channels.delete(id);
      peer.send({ type: "ChannelDestroyed", cause: 16, channel: channel(id) });
      await until("the former application is left", 5, async () => !isListening("recado"), 10);
      expect(of(messageId)).toMatchObject([{ status: "delivered" }]);
      expect(isListening("other")).toBe(true);
    });

    it("waits for the end event of a call that was missing from one list before the change", async () => {
      const checkEvery = 3_000;
      const { id, messageId, channels, of, replace } = await called(checkEvery);
      peer.send({ type: "StasisStart", args: [encodeURIComponent(AUDIO)], channel: channel(id) });
      await until("it plays", 5, async () => requestsFor("play").length === 1, 10);
      channels.delete(id);
      const lists = requestsFor("listChannels").length;
      await until("it is missing", 5, async () => requestsFor("listChannels").length > lists, 10);
      const missingAt = performance.now();
      await replace({ app: "other" });
      const isHalf = async () => performance.now() - missingAt > checkEvery / 2;
      await until("half of the interval has passed", 5, isHalf, 10);
      peer.send({ type: "ChannelDestroyed", cause: 38, channel: channel(id) });
      await until("it is reported", 5, async () => of(messageId).length > 0, 10);
      expect(of(messageId)).toMatchObject([{ status: "undelivered" }]);
    });

    it("waits for its calls while another process receives the events, and leaves it the other calls", async () => {
      const { id, channels, former, replace } = await called(50);
      const other = "recado-01890a5d-ac96-774b-bcce-ffffffffffff";
      channels.set(other, channel(other));
      const stop = jest.spyOn(former, "stop");
      peer.send({ type: "ApplicationReplaced", application: "recado" });
      await replace({ app: "other" });
      const lists = requestsFor("listChannels").length;
      await until("lists are requested", 5, async () => requestsFor("listChannels").length > lists + 2, 10);
      expect(stop).not.toHaveBeenCalled();
      channels.delete(id);
      await until("the former connection is stopped", 5, async () => stop.mock.calls.length > 0, 10);
      expect(channels.size).toBe(1);
    });

    it("stops with the process while a list of channels gets no response", async () => {
      const { live, replace } = await called(50);
      peer.behaves(({ id }) => (id === "listChannels" ? never() : undefined));
      const lists = requestsFor("listChannels").length;
      await until("a list is requested", 5, async () => requestsFor("listChannels").length > lists, 10);
      await replace({ app: "other" });
      await until("both applications are listened to", 5, async () => peer.listeners === 2, 10);
      open.delete(live);
      let isStopped = false;
      const stopping = live.stop().then(() => (isStopped = true));
      await until("the carrier is stopped", 5, async () => isStopped, 10);
      await stopping;
    });

    it("stops at once when the process stops, and when the new connection receives the same events", async () => {
      const other = await replaced({ app: "other" });
      await until("both applications are listened to", 5, async () => peer.listeners === 2, 10);
      open.delete(other.live);
      await other.live.stop();
      await until("no application is listened to", 5, async () => peer.listeners === 0, 10);
      const accepted = requestsFor("listen").length;
      await replaced({ max_per_second: 7 });
      await until("both have connected", 5, async () => requestsFor("listen").length === accepted + 2, 10);
      await until("one connection is left", 5, async () => peer.listeners === 1, 10);
    });
  });

  it("names the cause when a connection test fails", async () => {
    const test = () =>
      asteriskKind.test(connectionTo(peer.url), depsWithLog().deps, AbortSignal.timeout(5_000));
    await expect(test()).resolves.toMatch("Asterisk 22.0.0 accepts the user recado");
    peer.behaves(({ id }) =>
      id === "getModule" ? { status: 404, body: { message: "Module not loaded" } } : undefined,
    );
    await expect(test()).rejects.toThrow("has not loaded res_http_media_cache.so");
    peer.behaves(() => undefined);
    peer.events(503);
    await expect(test()).rejects.toThrow("Asterisk's events cannot be received: it returned 503");
    peer.behaves(({ id }) => (id === "getInfo" ? { status: 404, body: {} } : undefined));
    await expect(test()).rejects.toThrow("/asterisk/info returned 404");
    await peer.stop();
    await expect(test()).rejects.toThrow("was not reached (ECONNREFUSED)");
    peer = await ariPeer();
  });
});
