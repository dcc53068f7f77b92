import fc from "fast-check";
import {
  type Call,
  assumeEnded,
  newCall,
  playOf,
  assumePlayed,
  stepOf,
} from "../../src/carriers/asterisk/call";
import { breaks, notAnswered } from "../../src/carriers/asterisk/status-table";
import {
  type CallEvent,
  channelIdOf,
  fromAppArgs,
  isOwnChannel,
  readEvent,
  toAppArgs,
  urlOfChannel,
} from "../../src/carriers/asterisk/ari-events";

const URL_1 = "https://recado.example/media/one";
const ID = "recado-01890a5d-ac96-774b-bcce-b302099a8057";

const ended = (answered: boolean, cause: number): CallEvent => ({ type: "ended", answered, cause });
const answered: CallEvent = { type: "answered", url: URL_1 };
const playing: CallEvent = { type: "playing" };
const played: CallEvent = { type: "played" };
const failed: CallEvent = { type: "play-failed" };
const hangingUp: CallEvent = { type: "hanging-up" };
const dialed = (status: string): CallEvent => ({ type: "dialed", status });

/** Returns every play, hang-up and report that a call's events lead to, in order. */
function effectsOf(events: readonly CallEvent[]): string[] {
  let call: Call = newCall();
  return events.flatMap((event) => {
    const { play, report, hangUp, ended: over, call: next } = stepOf(call, event);
    call = next;
    return [
      ...(play === undefined ? [] : [`play ${play}`]),
      ...(report ? [`${report.status} ${report.error?.carrierCode ?? ""}`.trim()] : []),
      ...(hangUp === undefined ? [] : [`hang up ${hangUp}`]),
      ...(over ? ["over"] : []),
    ];
  });
}

const CALLS: [what: string, events: CallEvent[], steps: string[]][] = [
  [
    "the recipient listens to the end",
    [dialed(""), dialed("RINGING"), dialed("ANSWER"), answered, playing, played, hangingUp, ended(true, 16)],
    [`play ${URL_1}`, "delivered", "hang up normal", "over"],
  ],
  [
    "the recipient hangs up before the end",
    [answered, playing, hangingUp, failed, ended(true, 16)],
    [`play ${URL_1}`, "delivered", "over"],
  ],
  [
    "the recipient hangs up before anything plays",
    [answered, hangingUp, ended(true, 16)],
    [`play ${URL_1}`, "delivered", "over"],
  ],
  ["no cause is given", [answered, ended(true, 0)], [`play ${URL_1}`, "delivered", "over"]],
  [
    "the network cuts the call off",
    [answered, playing, ended(true, 38)],
    [`play ${URL_1}`, "undelivered 38", "over"],
  ],
  ["only the end is reported", [ended(true, 16)], ["delivered", "over"]],
  ["the number is busy", [dialed("BUSY"), ended(false, 17)], ["undelivered 17", "over"]],
  ["a Local channel is busy", [dialed("BUSY"), ended(false, 0)], ["undelivered 17", "over"]],
  ["the network is congested", [ended(false, 34)], ["undelivered 34", "over"]],
  ["a Local channel is congested", [dialed("CONGESTION"), ended(false, 0)], ["undelivered 34", "over"]],
  ["the switches are congested", [ended(false, 42)], ["undelivered 42", "over"]],
  ["the recipient does not answer", [dialed("RINGING"), ended(false, 19)], ["undelivered 19", "over"]],
  ["the number is not assigned", [dialed("NOANSWER"), ended(false, 1)], ["undelivered 1", "over"]],
  ["the recipient rejects the call", [dialed("NOANSWER"), ended(false, 21)], ["undelivered 21", "over"]],
  [
    "the channel ends without a cause before an answer",
    [dialed("NOANSWER"), ended(false, 0)],
    ["undelivered 0", "over"],
  ],
  ["the channel ends with normal clearing before an answer", [ended(false, 16)], ["undelivered 16", "over"]],
  ["the channel ends with an unknown cause", [ended(false, 126)], ["undelivered 126", "over"]],
  [
    "the second attempt to play succeeds",
    [answered, playing, failed, playing, played, ended(true, 16)],
    [`play ${URL_1}`, `play ${URL_1}`, "delivered", "hang up normal", "over"],
  ],
  [
    "no attempt to play succeeds",
    [answered, failed, failed, failed, hangingUp, ended(true, 38)],
    [...Array<string>(3).fill(`play ${URL_1}`), "undelivered failed", "hang up failure", "over"],
  ],
  [
    "no audio URL is given",
    [{ type: "answered", url: null }, ended(true, 38)],
    ["undelivered failed", "hang up failure", "over"],
  ],
  [
    "events arrive twice",
    [answered, answered, played, played, ended(true, 16)],
    [`play ${URL_1}`, "delivered", "hang up normal", "hang up normal", "over"],
  ],
];

describe("a call", () => {
  it.each(CALLS)("plays audio, reports and hangs up in order when %s", (_, events, steps) => {
    expect(effectsOf(events)).toEqual(steps);
  });

  const ENDED: [phase: Call["phase"], report: string | undefined][] = [
    ["dialing", undefined],
    ["playing", "delivered"],
    ["unsure", "delivered"],
    ["done", undefined],
  ];
  it.each(ENDED)("reports a channel that is gone while %s as %s", (phase, report) => {
    expect(assumeEnded({ phase }).report?.status).toBe(report);
  });

  it("reports delivery when the playback ended unobserved", () => {
    expect(assumePlayed({ phase: "unsure" })).toMatchObject({
      report: { status: "delivered" },
      hangUp: "normal",
    });
    expect(assumePlayed({ phase: "done" })).toEqual({ call: { phase: "done" }, hangUp: "normal" });
    expect(playOf(newCall(), URL_1)).toMatchObject({ play: URL_1 });
  });

  it("reports exactly one outcome for any sequence of events", () => {
    const event = fc.constantFrom(answered, playing, played, failed, hangingUp, dialed("BUSY"));
    fc.assert(
      fc.property(fc.array(event), fc.boolean(), fc.integer({ min: -1, max: 200 }), (events, up, cause) => {
        const outcomes = effectsOf([...events, ended(up, cause)]).filter((one) => /delivered/.test(one));
        expect(outcomes).toHaveLength(1);
      }),
    );
  });
});

describe("hang-up causes", () => {
  const CLASSES: [cause: number, breaks: boolean][] = [
    [0, false],
    [16, false],
    [17, false],
    [31, false],
    [34, true],
    [38, true],
    [41, true],
    [127, false],
    [126, false],
  ];
  it.each(CLASSES)("classifies cause %i of an answered call as a broken call: %s", (cause, is) => {
    expect(breaks(cause)).toBe(is);
  });

  it("gives known causes their own text and all other causes a general one", () => {
    expect(notAnswered(17)).toEqual({
      code: "undeliverable",
      message: "the number is busy",
      carrierCode: "17",
    });
    expect(notAnswered(126)).toEqual({
      code: "undeliverable",
      message: "the call came to nothing",
      carrierCode: "126",
    });
  });
});

describe("events of the Asterisk REST Interface", () => {
  const channel = { id: ID, state: "Up" };
  const playback = (state: string, uri = `channel:${ID}`) => ({ id: "p", target_uri: uri, state });
  const KNOWN: [frame: object, expected: unknown][] = [
    [
      { type: "StasisStart", args: [toAppArgs(URL_1)], channel },
      { channelId: ID, event: answered },
    ],
    [
      { type: "StasisStart", args: [], channel },
      { channelId: ID, event: { type: "answered", url: null } },
    ],
    [{ type: "StasisStart", args: [toAppArgs(URL_1)], channel: { ...channel, id: `${ID};2` } }, "other"],
    [
      { type: "Dial", peer: channel, dialstatus: "BUSY" },
      { channelId: ID, event: dialed("BUSY") },
    ],
    [
      { type: "ChannelHangupRequest", channel, cause: 16 },
      { channelId: ID, event: hangingUp },
    ],
    [
      { type: "PlaybackStarted", playback: playback("playing") },
      { channelId: ID, event: playing },
    ],
    [
      { type: "PlaybackFinished", playback: playback("done") },
      { channelId: ID, event: played },
    ],
    [
      { type: "PlaybackFinished", playback: playback("failed") },
      { channelId: ID, event: failed },
    ],
    [{ type: "PlaybackFinished", playback: playback("paused") }, "other"],
    [{ type: "PlaybackFinished", playback: playback("done", `bridge:${ID}`) }, "other"],
    [
      { type: "ChannelDestroyed", channel, cause: 16 },
      { channelId: ID, event: ended(true, 16) },
    ],
    [
      { type: "ChannelDestroyed", channel: { ...channel, state: "Ringing" }, cause: 19 },
      { channelId: ID, event: ended(false, 19) },
    ],
    [
      { type: "ChannelDestroyed", channel, cause: "busy" },
      { channelId: ID, event: ended(true, 0) },
    ],
    [{ type: "ApplicationReplaced", application: "recado" }, "replaced"],
    [{ type: "ApplicationReplaced", application: "another" }, "other"],
    [{ type: "ChannelVarset", channel }, "other"],
  ];
  it.each(KNOWN)("reads %j", (frame, expected) => {
    expect(readEvent("recado", JSON.stringify(frame))).toEqual(expected);
  });

  it("ignores events with arbitrary fields", () => {
    const types = fc.constantFrom(...KNOWN.map(([frame]) => (frame as { type: string }).type));
    const field = fc.constantFrom("type", "channel", "peer", "playback", "args", "cause", "application");
    const frame = fc.tuple(types, fc.dictionary(field, fc.jsonValue()));
    fc.assert(
      fc.property(frame, ([type, fields]) => {
        expect(["other", "replaced"]).toContain(readEvent("recado", JSON.stringify({ type, ...fields })));
      }),
    );
  });

  const IDS: [app: string, id: string, is: boolean][] = [
    ["recado", ID, true],
    ["recado", `${ID};2`, false],
    ["recado", "recado-", false],
    ["recado", "1634567890.12", false],
    ["rec", ID, false],
    ["recado-test", channelIdOf("recado-test", ID.slice(7)), true],
    ["recado", channelIdOf("recado-test", ID.slice(7)), false],
  ];
  it.each(IDS)("detects whether application %s owns channel %s: %s", (app, id, is) => {
    expect(isOwnChannel(app, id)).toBe(is);
  });

  it("encodes a URL without commas, quotes and backslashes and decodes it unchanged", () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        const argument = toAppArgs(`${url},"\\`);
        expect(argument).not.toMatch(/[,"\\]/);
        expect(fromAppArgs(argument)).toBe(`${url},"\\`);
      }),
    );
  });

  const CHANNELS: [
    what: string,
    state: string,
    name: string,
    data: string,
    url: string | null | undefined,
  ][] = [
    ["that is in the application", "Up", "Stasis", `recado,${toAppArgs(URL_1)}`, URL_1],
    ["without an argument", "Up", "Stasis", "recado", null],
    ["whose argument is malformed", "Up", "Stasis", "recado,%", null],
    ["in another application", "Up", "Stasis", "recado2,x", undefined],
    ["that is ringing", "Ringing", "AppDial2", "(Outgoing Line)", undefined],
  ];
  it.each(CHANNELS)("returns the audio URL of a channel %s", (_, state, app_name, app_data, url) => {
    expect(urlOfChannel("recado", { id: ID, state, dialplan: { app_name, app_data } })).toBe(url);
  });
});
