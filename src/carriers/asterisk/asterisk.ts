import { Problem } from "../../platform/problem";
import type { Carrier, DeliveryReportSink, Submission, SubmitOutcome } from "../carrier";
import { failedAnswer, httpClient, type HttpClient, unanswered, unreachable } from "../http-client";
import { type CarrierParts, defineKind, type Media } from "../kind";
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
import { channelIdOf, toAppArgs } from "./ari-events";
import { Lines } from "./lines";
import { eventLink, type Link, LINK_TIMING, type LinkTiming } from "./link";
import { testConnection } from "./test-connection";

/** In milliseconds. */
export interface AsteriskTiming extends LinkTiming {
  /** Interval of channel checks while there are calls. */
  look: number;
  /** Longest wait of a submission until events can be received. */
  usable: number;
  /** Part of a submission's time that remains when it stops waiting for a line. */
  reserve: number;
}

const TIMING: AsteriskTiming = { ...LINK_TIMING, look: 3_000, usable: 5_000, reserve: 5_000 };

/** Retry delay when all lines are in use, in milliseconds. */
const LINES_TAKEN_MS = 1_000;

const UNHEARD = "Asterisk's events cannot be received, so calls are not made: their end would be unknown";

const refused = (message: string): SubmitOutcome => ({
  type: "refused",
  error: { code: "carrier_rejected", message, carrierCode: null },
});
/** Outcome without a call: Asterisk cannot be used until it recovers or the operator fixes it. */
const away = (message: string, carrierCode: string | null = null): SubmitOutcome => ({
  type: "away",
  error: unreachable(message, carrierCode),
});

class Asterisk implements Carrier {
  readonly name: string;
  readonly channels = ["voice"] as const;
  // A second call with the same id is refused while the first one lasts, but made once it has ended.
  readonly idempotent = false;
  readonly reports = true;
  readonly batchSize = 1;
  readonly window: number;
  readonly deadlineMs: number;
  readonly maxPerSecond: number | null;
  /** Most trunks allow only a few new calls per second. */
  readonly defaultMaxPerSecond = 5;

  private readonly client: HttpClient;
  private readonly ari: Ari;
  private readonly audio: Audio;
  private readonly lines: Lines;
  private readonly link: Link;
  private readonly calls: Calls;
  private sink: DeliveryReportSink | null = null;
  private timer: NodeJS.Timeout | undefined;
  private looking = Promise.resolve();
  private started = false;
  private adopted = false;

  constructor(
    private readonly connection: AsteriskConnection,
    private readonly parts: CarrierParts,
    private readonly timing: AsteriskTiming,
  ) {
    const { app, window, timeout_seconds, max_per_second } = connection.settings;
    this.name = connection.name;
    this.window = window;
    this.deadlineMs = timeout_seconds * 1_000;
    this.maxPerSecond = max_per_second;
    // Running calls need connections for playing and hanging up while new calls begin.
    this.client = httpClient({ connections: 2 * window });
    this.ari = ariOf(connection, this.client);
    this.audio = audioOf(this.ari);
    this.lines = new Lines(window);
    this.calls = new Calls({
      ...{ ari: this.ari, app, clock: parts.clock, log: parts.log },
      report: async (reports) => this.sink?.(reports),
      ended: (id) => this.lines.free(id),
      stuckMs: timing.look / 2,
      replaced: () => {
        this.calls.handedOver();
        this.link.yield();
      },
    });
    this.link = eventLink({
      ...{ url: eventsUrl(connection, app), authorization: authorizationOf(connection) },
      ...{ log: parts.log, timing },
      opened: () => {
        this.calls.reconnected();
        this.look();
      },
      heard: (frame) => this.calls.hear(frame),
    });
  }

  submit(messages: readonly Submission[], signal: AbortSignal): Promise<SubmitOutcome[]> {
    return Promise.all(messages.map((message) => this.submitOne(message, signal)));
  }

  private async submitOne(message: Submission, signal: AbortSignal): Promise<SubmitOutcome> {
    const { content, from, to } = message;
    if (content.type !== "audio")
      return refused(`Asterisk does not take content of the type ${content.type}`);
    // Both become part of a dial string, in which other characters have a meaning.
    if (!isNumber(to)) return refused("the recipient is not a number that can be called");
    if (!isNumber(from)) return refused("the sender's address is not a number that can call");
    const half = this.deadlineMs / 2;
    const ends = performance.now() + this.deadlineMs - Math.min(this.timing.reserve, half);
    if (!(await this.link.usable(Math.min(this.timing.usable, half)))) {
      return away(UNHEARD);
    }
    const media = await this.mediaOf(message.accountId, content.file_id);
    if (media === null) return refused("the file is gone");
    const id = channelIdOf(this.connection.settings.app, message.messageId);
    const outcome = await this.prepared(id, media.contentType, ends, signal);
    if (outcome !== null) return outcome;
    try {
      return await this.call({ id, from, to, url: media.url }, signal);
    } finally {
      this.lookLater();
    }
  }

  /** Returns null if the file is gone for good; other errors are thrown and retried. */
  private async mediaOf(accountId: string, fileId: string): Promise<Media | null> {
    try {
      return await this.parts.media(accountId, fileId);
    } catch (error) {
      if (error instanceof Problem && error.status === 404) return null;
      throw error;
    }
  }

  /** Reserves a line for the call; returns the outcome if the call cannot be made. */
  private async prepared(
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
      const outcome = unanswered(error, signal);
      // Only modules were queried, so no call was made.
      return outcome.type === "unknown" ? away("Asterisk did not answer") : outcome;
    }
    if (!(await this.lines.take(id, ends - performance.now()))) {
      const error = unreachable(`all ${this.window} lines are taken`);
      return { type: "throttled", error, retryAfterMs: LINES_TAKEN_MS };
    }
    if (this.link.state !== "down") return null;
    this.lines.free(id);
    return away(UNHEARD);
  }

  private async call(
    call: { id: string; from: string; to: string; url: string },
    signal: AbortSignal,
  ): Promise<SubmitOutcome> {
    const { id } = call;
    this.calls.begin(id);
    try {
      const outcome = await this.originate(call, signal).catch((error: unknown) => unanswered(error, signal));
      if (outcome.type !== "accepted" && outcome.type !== "unknown") {
        this.calls.forget(id);
        this.lines.free(id);
      }
      return outcome;
    } finally {
      // If the outcome is unknown, the next check decides. Until then the line stays reserved.
      this.calls.confirm(id);
    }
  }

  private async originate(
    { id, from, to, url }: { id: string; from: string; to: string; url: string },
    signal: AbortSignal,
  ): Promise<SubmitOutcome> {
    const { app, endpoint, ring_seconds } = this.connection.settings;
    const query = {
      ...{ endpoint: endpoint.replaceAll("{number}", to), app, appArgs: toAppArgs(url) },
      ...{ callerId: from, timeout: ring_seconds, channelId: id },
    };
    const { error, response } = await this.ari.POST("/channels", { params: { query }, signal });
    const accepted: SubmitOutcome = { type: "accepted", references: [id] };
    if (response.ok) return accepted;
    if (response.status === 409) {
      if (await this.exists(id, signal)) return accepted;
      return { type: "retry", error: unreachable("409: a call of this message has just ended", "409") };
    }
    // No route to the endpoint, such as an unregistered trunk: no call was begun.
    if (response.status === 500) {
      return away(
        `Asterisk could not make the call (${failureOf(500, error)}): see to endpoint and trunk`,
        "500",
      );
    }
    return failedAnswer(response.status, response.headers, this.parts.clock.now());
  }

  /**
   * Returns whether the channel exists. Asterisk 22 also returns 409 if a call fails after one with a taken
   * id on the same connection.
   */
  private async exists(id: string, signal: AbortSignal): Promise<boolean> {
    const { response } = await this.ari.GET("/channels/{channelId}", {
      params: { path: { channelId: id } },
      signal,
    });
    return response.status !== 404;
  }

  /** Runs one check at a time, because each check compares with the result of the previous one. */
  private look(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.looking = this.looking.then(() => this.lookNow()).finally(() => this.lookLater());
  }

  private async lookNow(): Promise<void> {
    if (!this.started || this.link.state === "down") return;
    try {
      const there = await this.calls.look({ leads: this.link.state === "open" });
      // Channels of an earlier or another process occupy lines until they end.
      if (!this.adopted) {
        for (const id of there) {
          this.lines.adopt(id);
          this.calls.begin(id);
          this.calls.confirm(id);
        }
      }
      this.adopted = true;
    } catch (error) {
      this.parts.log.warn({ err: error }, "Asterisk's channels could not be listed");
    }
  }

  /** Schedules the next check. Without calls there is nothing to check. */
  private lookLater(): void {
    if (!this.started || this.timer || (this.calls.size === 0 && this.lines.used === 0)) return;
    this.timer = setTimeout(() => this.look(), this.timing.look);
  }

  settled(): Promise<void> {
    return this.calls.settled();
  }

  async start(reports: DeliveryReportSink): Promise<void> {
    this.sink = reports;
    this.started = true;
    this.link.start();
  }

  async stop(): Promise<void> {
    this.started = false;
    clearTimeout(this.timer);
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
  parts: CarrierParts,
  timing: Partial<AsteriskTiming> = {},
): Carrier => new Asterisk(connection, parts, { ...TIMING, ...timing });

export const asteriskKind = defineKind({
  name: "asterisk",
  summary: "voice by your own Asterisk (ARI)",
  channels: ["voice"],
  settings,
  secrets,
  window: 10,
  open: (connection, parts) => asteriskCarrier(connection, parts),
  test: testConnection,
});
