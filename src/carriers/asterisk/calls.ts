import type { Logger } from "pino";
import type { components } from "../../../generated/carriers/asterisk";
import { retry } from "../../platform/concurrency/retry";
import type { Clock } from "../../platform/time";
import type { DeliveryReportSink } from "../carrier";
import type { Ari } from "./ari";
import { type Call, assumeEnded, newCall, assumePlayed, playOf, type Step, stepOf } from "./call";
import { isOwnChannel, readEvent, urlOfChannel } from "./ari-events";

type Channel = components["schemas"]["Channel"];

const REQUEST_MS = 10_000;
/** Pauses between attempts to store a report, in milliseconds. Asterisk sends each event only once. */
const STORE_AGAIN = [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

interface CallsOptions {
  ari: Ari;
  app: string;
  clock: Clock;
  log: Logger;
  report: DeliveryReportSink;
  ended(channelId: string): void;
  /** Time after which an answered call that does not play counts as stuck, in milliseconds. */
  stuckMs: number;
  /** Called when another process takes over the events. */
  replaced(): void;
}

interface Known {
  call: Call;
  /**
   * Time from which a channel list must contain the call, from `performance.now()`; `Infinity` until
   * `confirm`.
   */
  since: number;
  missed?: boolean;
  /** Whether another process has received events of the call and may know a newer state. */
  elsewhere?: true;
}

export class Calls {
  private readonly known = new Map<string, Known>();
  private readonly inFlight = new Set<Promise<unknown>>();
  /**
   * Answered calls without playback at the last check, each with the time of the first check without
   * playback.
   */
  private stuck = new Map<string, number>();
  private garbage = false;

  constructor(private readonly options: CallsOptions) {}

  get size(): number {
    return this.known.size;
  }

  /** Records a call before its request. Channel checks do not count the call as missing until `confirm`. */
  begin(channelId: string): void {
    if (!this.known.has(channelId)) this.remember(channelId, newCall(), Infinity);
  }

  /** Records that the call was made, or may have been made. */
  confirm(channelId: string): void {
    const entry = this.known.get(channelId);
    if (entry) entry.since = performance.now();
  }

  forget(channelId: string): void {
    this.known.delete(channelId);
  }

  receive(frame: string): void {
    const { app, log } = this.options;
    try {
      const received = readEvent(app, frame);
      if (received === "replaced") this.options.replaced();
      else if (received !== "other") {
        this.take(received.channelId, stepOf(this.callOf(received.channelId), received.event));
      }
    } catch (error) {
      if (!this.garbage) log.warn({ err: error }, "ignored unreadable events of Asterisk");
      this.garbage = true;
    }
  }

  markTakenOver(): void {
    for (const entry of this.known.values()) entry.elsewhere = true;
  }

  /** Marks playing calls as unsure, because events were lost while the connection was down. */
  reconnected(): void {
    this.garbage = false;
    this.stuck.clear();
    for (const entry of this.known.values()) {
      if (entry.call.phase === "playing") entry.call = { ...entry.call, phase: "unsure" };
    }
  }

  /**
   * Compares the known calls with Asterisk's channels and handles missed events. `leads` means that this
   * process receives the events and acts on them. Returns the channel ids of this application.
   */
  async check({ leads }: { leads: boolean }): Promise<string[]> {
    const { ari, app } = this.options;
    const begun = performance.now();
    const { data, response } = await ari.GET("/channels", { signal: AbortSignal.timeout(REQUEST_MS) });
    if (!Array.isArray(data))
      throw new Error(`Asterisk returned ${response.status} without a list of channels`);
    const ownChannels = data.filter(({ id }) => isOwnChannel(app, id));
    const there = new Set(ownChannels.map(({ id }) => id));
    for (const [id, entry] of this.known) {
      if (there.has(id)) entry.missed = false;
      // The list lacks a call that began during the request. While this process receives events, only the
      // second miss in a row ends the call, because the end event may still arrive.
      if (there.has(id) || entry.since > begun) continue;
      if (leads && !entry.missed) entry.missed = true;
      else this.endMissing(id, entry, leads);
    }
    if (leads) await this.unstick(ownChannels);
    return [...there];
  }

  async settled(): Promise<void> {
    while (this.inFlight.size > 0) await Promise.all(this.inFlight);
  }

  private remember(id: string, call: Call, since = performance.now()): void {
    this.known.set(id, { call, since });
  }

  private callOf(id: string): Call {
    return this.known.get(id)?.call ?? newCall();
  }

  private endMissing(id: string, { call, elsewhere }: Known, leads: boolean): void {
    if (elsewhere || !leads) return this.take(id, { call, ended: true });
    const step = assumeEnded(call);
    if (!step.report && call.phase !== "done") {
      this.options.log.warn({ channelId: id }, "a call ended while Asterisk's events could not be received");
    }
    this.take(id, step);
  }

  /**
   * Continues answered calls that receive no further event, because an event or an earlier action was lost.
   */
  private async unstick(ownChannels: readonly Channel[]): Promise<void> {
    const { app, stuckMs } = this.options;
    const stuck = new Map<string, number>();
    for (const channel of ownChannels) {
      const { id } = channel;
      const url = urlOfChannel(app, channel);
      if (url === undefined || this.callOf(id).phase === "playing") continue;
      const isPlaying = this.callOf(id).phase !== "done" && (await this.isPlaying(id));
      const call = this.callOf(id);
      const since = this.stuck.get(id) ?? performance.now();
      if (isPlaying) this.remember(id, { ...call, phase: "playing" });
      else if (performance.now() - since < stuckMs) stuck.set(id, since);
      else this.take(id, call.phase === "dialing" ? playOf(call, url) : assumePlayed(call));
    }
    this.stuck = stuck;
  }

  private async isPlaying(id: string): Promise<boolean> {
    const { response } = await this.options.ari.GET("/playbacks/{playbackId}", {
      params: { path: { playbackId: id } },
      signal: AbortSignal.timeout(REQUEST_MS),
    });
    return response.status !== 404;
  }

  private take(id: string, step: Step): void {
    const { app, clock, log, report, ended } = this.options;
    const { call, play, report: outcome, hangUp } = step;
    if (step.ended) {
      this.known.delete(id);
      ended(id);
    } else {
      const before = this.known.get(id);
      if (before) before.call = call;
      else this.remember(id, call);
    }
    if (play !== undefined) this.track(this.play(id, play), "failed to start a call's audio");
    if (outcome !== undefined) {
      const one = { ...outcome, reference: id, occurredAt: clock.now() };
      const stored = retry(
        () => report([one]),
        STORE_AGAIN,
        (error) => {
          log.error({ err: error, app }, "failed to store a call's report");
          return true;
        },
      );
      this.track(stored, "stopped retrying to store a call's report");
    }
    if (hangUp !== undefined) this.track(this.hangUp(id, hangUp), "failed to hang up a call");
  }

  private async play(id: string, url: string): Promise<void> {
    const { response } = await this.options.ari
      .POST("/channels/{channelId}/play/{playbackId}", {
        params: { path: { channelId: id, playbackId: id }, query: { media: `sound:${url}` } },
        signal: AbortSignal.timeout(REQUEST_MS),
      })
      .catch((error: unknown) => {
        this.retry(id);
        throw error;
      });
    // 404 and 409 mean that the callee has hung up, so the audio is not requested again.
    if (!response.ok && response.status !== 404 && response.status !== 409) this.retry(id);
  }

  private async hangUp(id: string, reason: "normal" | "failure"): Promise<void> {
    await this.options.ari.DELETE("/channels/{channelId}", {
      params: { path: { channelId: id }, query: { reason } },
      signal: AbortSignal.timeout(REQUEST_MS),
    });
  }

  /** Resets a call to dialing, so that the next channel check plays the audio if it is not playing. */
  private retry(id: string): void {
    const entry = this.known.get(id);
    if (entry?.call.phase === "playing") entry.call = { ...entry.call, phase: "dialing" };
  }

  private track(work: Promise<unknown>, failure: string): void {
    const done = work
      .catch((error: unknown) => this.options.log.error({ err: error }, failure))
      .finally(() => this.inFlight.delete(done));
    this.inFlight.add(done);
  }
}
