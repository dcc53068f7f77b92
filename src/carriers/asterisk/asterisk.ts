import { MINUTE, SECOND } from "../../platform/time";
import {
  type Carrier,
  type DeliveryReportSink,
  isClosed,
  type Submission,
  type SubmitOutcome,
} from "../carrier";
import { failedResponse, httpClient, type HttpClient, outcomeWithoutResponse } from "../http-client";
import { type CarrierDeps, defineKind } from "../kind";
import { FILE_GONE } from "../media";
import { refused, unreachable } from "../outcomes";
import {
  type Ari,
  ariOf,
  type AsteriskConnection,
  authorizationOf,
  eventsUrl,
  failureOf,
  secrets,
  settings,
} from "./ari";
import { audioOf, type Audio } from "./audio";
import { Calls } from "./calls";
import { ChannelChecks } from "./channel-checks";
import { channelIdOf, toAppArgs } from "./ari-events";
import { Lines } from "./lines";
import { eventLink, type Link, LINK_TIMING, type LinkTiming } from "./link";
import { testConnection } from "./test-connection";

/** Timing in milliseconds. */
export interface AsteriskTiming extends LinkTiming {
  /** Interval of channel checks while calls exist. */
  checkEvery: number;
  /** Maximum time that a submission waits for the event connection. */
  usable: number;
  /** Part of a submission's timeout that is reserved for placing the call, after the wait for a line. */
  reserve: number;
}

const TIMING: AsteriskTiming = { ...LINK_TIMING, checkEvery: 3_000, usable: 5_000, reserve: 5_000 };

/** Maximum time from a call's answer to its end for which `drained` waits, in milliseconds. */
const LONGEST_ANSWER_MS = 10 * MINUTE;

/** Delay before a retry if all lines are in use, in milliseconds. */
const LINES_TAKEN_MS = 1_000;

const NO_EVENTS = "Asterisk's events cannot be received, so calls are not made: their end would be unknown";

/** Returns the outcome if no call was made, because Asterisk is unavailable or must be reconfigured. */
const away = (message: string, carrierCode: string | null = null): SubmitOutcome => ({
  type: "away",
  error: unreachable(message, carrierCode),
});

class Asterisk implements Carrier {
  readonly name: string;
  readonly channels = ["voice"] as const;
  // Asterisk rejects a duplicate channel id only while the first call lasts, so a later repetition calls
  // again.
  readonly idempotent = false;
  readonly reports = true;
  readonly batchSize = 1;
  readonly window: number;
  readonly deadlineMs: number;
  readonly maxPerSecond: number | null;
  /** Low default, because most trunks accept only a few new calls per second. */
  readonly defaultMaxPerSecond = 5;

  private readonly client: HttpClient;
  private readonly ari: Ari;
  private readonly audio: Audio;
  private readonly lines: Lines;
  private readonly link: Link;
  private readonly calls: Calls;
  private readonly checks: ChannelChecks;
  private sink: DeliveryReportSink | null = null;
  private readonly eventsUrl: string;

  constructor(
    private readonly connection: AsteriskConnection,
    private readonly deps: CarrierDeps,
    private readonly timing: AsteriskTiming,
  ) {
    const { app, window, timeout_seconds, max_per_second } = connection.settings;
    this.name = connection.name;
    this.eventsUrl = eventsUrl(connection, app);
    this.window = window;
    this.deadlineMs = timeout_seconds * 1_000;
    this.maxPerSecond = max_per_second;
    // Running calls need HTTP connections for playback and hangup while new calls start.
    this.client = httpClient({ connections: 2 * window, deadlineMs: this.deadlineMs });
    this.ari = ariOf(connection, this.client);
    this.audio = audioOf(this.ari);
    this.lines = new Lines(window);
    this.calls = new Calls({
      ari: this.ari,
      app,
      clock: deps.clock,
      log: deps.log,
      report: async (reports) => this.sink?.(reports),
      ended: (id) => this.lines.free(id),
      stuckMs: timing.checkEvery / 2,
      replaced: () => {
        this.calls.markTakenOver();
        this.link.yield();
      },
    });
    this.link = eventLink({
      url: this.eventsUrl,
      authorization: authorizationOf(connection),
      log: deps.log,
      timing,
      opened: () => {
        this.calls.reconnected();
        this.checks.check();
      },
      received: (frame) => this.calls.receive(frame),
    });
    const { calls, lines, link } = this;
    this.checks = new ChannelChecks({ calls, lines, link, log: deps.log, everyMs: timing.checkEvery });
  }

  /** Whether any process receives Asterisk's events. */
  get isConnected(): boolean {
    return this.link.state !== "down";
  }

  submit(messages: readonly Submission[], signal: AbortSignal): Promise<SubmitOutcome[]> {
    return Promise.all(messages.map((message) => this.submitOne(message, signal)));
  }

  referenceOf(messageId: string): string {
    return channelIdOf(this.connection.settings.app, messageId);
  }

  private async submitOne(message: Submission, signal: AbortSignal): Promise<SubmitOutcome> {
    const { content, from, to } = message;
    if (content.type !== "audio")
      return refused(`Asterisk does not support content of the type ${content.type}`);
    // Both numbers become part of a dial string, in which other characters are special.
    if (!isNumber(to)) return refused("the recipient is not a number that can be called");
    if (!isNumber(from)) return refused("the sender's address is not a number that can call");
    const half = this.deadlineMs / 2;
    const ends = performance.now() + this.deadlineMs - Math.min(this.timing.reserve, half);
    if (!(await this.link.usable(Math.min(this.timing.usable, half)))) {
      return away(NO_EVENTS);
    }
    const media = await this.deps.media(message.accountId, content.file_id);
    if (media === null) return FILE_GONE;
    const id = this.referenceOf(message.messageId);
    const outcome = await this.prepared(message, id, media.contentType, ends, signal);
    if (outcome !== null) return outcome;
    try {
      return await this.call({ id, from, to, url: media.url }, signal);
    } finally {
      this.checks.checkLater();
    }
  }

  /**
   * Checks the modules, reserves a line and checks the message's time window. Returns an outcome if no call
   * may be made, else null.
   */
  private async prepared(
    message: Submission,
    id: string,
    contentType: string,
    ends: number,
    signal: AbortSignal,
  ): Promise<SubmitOutcome | null> {
    try {
      const [missing] = await this.audio.missing(signal);
      if (missing) return away(`Asterisk's module ${missing} is not loaded: calls could not play anything`);
      const player = await this.audio.missingFor(contentType, signal);
      if (player) return refused(`this Asterisk does not play ${contentType}: ${player} is not loaded`);
    } catch (error) {
      const outcome = outcomeWithoutResponse(error, signal);
      // The failed request only queried modules, so no call was made.
      return outcome.type === "unknown" ? away("Asterisk did not respond") : outcome;
    }
    if (!(await this.lines.take(id, message.purpose, ends - performance.now()))) {
      const error = unreachable(`all ${this.window} lines are in use`);
      return { type: "throttled", error, retryAfterMs: LINES_TAKEN_MS };
    }
    const isOver = isClosed(message, this.deps.clock.now());
    if (!isOver && this.link.state !== "down") return null;
    this.lines.free(id);
    if (!isOver) return away(NO_EVENTS);
    const error = unreachable("the window of the message ended before a line was free");
    return { type: "throttled", error, retryAfterMs: LINES_TAKEN_MS };
  }

  private async call(
    call: { id: string; from: string; to: string; url: string },
    signal: AbortSignal,
  ): Promise<SubmitOutcome> {
    const { id } = call;
    this.calls.begin(id);
    try {
      const outcome = await this.originate(call, signal).catch((error: unknown) =>
        outcomeWithoutResponse(error, signal),
      );
      if (outcome.type !== "accepted" && outcome.type !== "unknown") {
        this.calls.forget(id);
        this.lines.free(id);
      }
      return outcome;
    } finally {
      // If the outcome is unknown, the line stays reserved until a channel check shows whether the call
      // exists.
      this.calls.confirm(id);
    }
  }

  private async originate(
    { id, from, to, url }: { id: string; from: string; to: string; url: string },
    signal: AbortSignal,
  ): Promise<SubmitOutcome> {
    const { app, endpoint, ring_seconds } = this.connection.settings;
    const query = {
      endpoint: endpoint.replaceAll("{number}", to),
      app,
      appArgs: toAppArgs(url),
      callerId: from,
      timeout: ring_seconds,
      channelId: id,
    };
    const { error, response } = await this.ari.POST("/channels", { params: { query }, signal });
    const accepted: SubmitOutcome = { type: "accepted", references: [id] };
    if (response.ok) return accepted;
    if (response.status === 409) {
      if (await this.exists(id, signal)) return accepted;
      return { type: "retry", error: unreachable("409: a call of this message has just ended", "409") };
    }
    // Status 500 means no route to the endpoint, such as an unregistered trunk. No call was made.
    if (response.status === 500) {
      return away(
        `Asterisk could not make the call (${failureOf(500, error)}): see to endpoint and trunk`,
        "500",
      );
    }
    return failedResponse(response.status, response.headers, this.deps.clock.now());
  }

  /**
   * Returns whether the channel exists. A 409 does not prove a duplicate: Asterisk 22 also returns 409 for a
   * failed call that follows a duplicate on one HTTP connection.
   */
  private async exists(id: string, signal: AbortSignal): Promise<boolean> {
    const { response } = await this.ari.GET("/channels/{channelId}", {
      params: { path: { channelId: id } },
      signal,
    });
    return response.status !== 404;
  }

  settled(): Promise<void> {
    return this.calls.settled();
  }

  async start(reports: DeliveryReportSink): Promise<void> {
    this.sink = reports;
    this.checks.start();
    this.link.start();
  }

  /** Waits until no call is left, unless `next` receives the events of these calls. */
  async drained(next: Carrier, signal: AbortSignal): Promise<void> {
    if (next instanceof Asterisk && next.eventsUrl === this.eventsUrl) return;
    const { ring_seconds } = this.connection.settings;
    await this.checks.drained(ring_seconds * SECOND + LONGEST_ANSWER_MS, signal);
  }

  async stop(): Promise<void> {
    this.checks.stop();
    this.link.stop();
    this.lines.close();
    await this.calls.settled();
    this.sink = null;
    await this.client.close();
  }
}

const isNumber = (text: string) => /^\+?\d{3,15}$/.test(text);

export const asteriskCarrier = (
  connection: AsteriskConnection,
  deps: CarrierDeps,
  timing: Partial<AsteriskTiming> = {},
): Carrier => new Asterisk(connection, deps, { ...TIMING, ...timing });

export const asteriskKind = defineKind({
  name: "asterisk",
  summary: "voice by your own Asterisk (ARI)",
  channels: ["voice"],
  settings,
  secrets,
  window: 10,
  open: (connection, deps) => asteriskCarrier(connection, deps),
  test: testConnection,
});
