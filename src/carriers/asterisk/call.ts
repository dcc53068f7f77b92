import type { CarrierError } from "../carrier";
import { breaks, brokenOff, endCause, notAnswered, notPlayed } from "./status-table";
import type { CallEvent } from "./ari-events";

/** State of a call between its events. */
export interface Call {
  /**
   * - `dialing`: not answered, as far as is known.
   * - `playing`: answered, and playback has begun.
   * - `unsure`: was playing when the event connection was lost.
   * - `done`: reported, and only needs to be hung up.
   */
  phase: "dialing" | "playing" | "unsure" | "done";
  /** Last reported dial status. */
  dialStatus?: string;
  /** Audio to play, and how often playback was started. */
  audio?: { url: string; plays: number };
  /** Whether a hangup was requested. A playback that then fails was cut off by the hangup. */
  hangingUp?: true;
}

export interface Outcome {
  status: "delivered" | "undelivered";
  error: CarrierError | null;
}

/** Next actions for a call. */
export interface Step {
  call: Call;
  play?: string;
  report?: Outcome;
  hangUp?: "normal" | "failure";
  ended?: true;
}

/**
 * Maximum playback attempts. If several calls request an uncached sound at once, Asterisk 22 plays it to the
 * first call that fetched it and fails the remaining calls: `ast_media_cache_retrieve` leaves their file name
 * empty. By the next attempt the sound is cached.
 */
const MOST_PLAYS = 3;

const DELIVERED: Outcome = { status: "delivered", error: null };
const undelivered = (error: CarrierError): Outcome => ({ status: "undelivered", error });

export const newCall = (): Call => ({ phase: "dialing" });

/**
 * Returns the next step of a call. It depends only on the call and the event, so any process can continue a
 * call.
 */
export function stepOf(call: Call, event: CallEvent): Step {
  switch (event.type) {
    case "dialed":
      return { call: { ...call, dialStatus: event.status } };
    case "answered":
      // The event is repeated when another process takes over, and may be delivered twice.
      return call.phase === "dialing" ? playOf(call, event.url) : { call };
    case "playing":
      return call.phase === "done" ? { call } : { call: { ...call, phase: "playing" } };
    case "hanging-up":
      return { call: { ...call, hangingUp: true } };
    case "played":
      return finished(call, DELIVERED, "normal");
    case "play-failed": {
      if (call.hangingUp) return { call };
      const again = call.phase !== "done" && call.audio !== undefined && call.audio.plays < MOST_PLAYS;
      return playOf(call, again ? (call.audio?.url ?? null) : null);
    }
    case "ended": {
      if (call.phase === "done") return { call, ended: true };
      const cause = endCause(event.cause, call.dialStatus);
      return { call, ended: true, report: endOf(event.answered, cause) };
    }
  }
}

/** Starts playback on an answered call. Without audio the call is ended. */
export function playOf(call: Call, url: string | null): Step {
  if (url === null) return finished(call, undelivered(notPlayed), "failure");
  const audio = { url, plays: (call.audio?.plays ?? 0) + 1 };
  return { call: { ...call, phase: "playing", audio }, play: url };
}

/** Ends a call whose playback has finished, as far as can be determined later. */
export const playedUnheard = (call: Call): Step => finished(call, DELIVERED, "normal");

/** Ends a call that is gone and whose end was not received. */
export function goneOf(call: Call): Step {
  // An answered call was hung up by the callee, since this service did not hang up. For an unanswered call
  // the result is unknown.
  const wasUp = call.phase === "playing" || call.phase === "unsure";
  return { call, ended: true, ...(wasUp ? { report: DELIVERED } : {}) };
}

function finished(call: Call, report: Outcome, hangUp: "normal" | "failure"): Step {
  const done: Call = { ...call, phase: "done" };
  return call.phase === "done" ? { call: done, hangUp } : { call: done, report, hangUp };
}

function endOf(answered: boolean, cause: number): Outcome {
  if (!answered) return undelivered(notAnswered(cause));
  return breaks(cause) ? undelivered(brokenOff(cause)) : DELIVERED;
}
