import type { CarrierError } from "../carrier";
import { breaks, brokenOff, endCause, notAnswered, notPlayed } from "./status-table";
import type { CallEvent } from "./ari-events";

export interface Call {
  /**
   * - `dialing`: no answer received yet, or the request to play the audio failed.
   * - `playing`: answered, and the audio is requested or playing.
   * - `unsure`: was playing when the event connection was lost.
   * - `done`: the outcome is reported, and only the hangup remains.
   */
  phase: "dialing" | "playing" | "unsure" | "done";
  dialStatus?: string;
  audio?: { url: string; plays: number };
  /** Whether a hangup was requested. A later playback failure then results from the hangup. */
  hangingUp?: true;
}

interface Outcome {
  status: "delivered" | "undelivered";
  error: CarrierError | null;
}

export interface Step {
  call: Call;
  play?: string;
  report?: Outcome;
  hangUp?: "normal" | "failure";
  ended?: true;
}

/**
 * Maximum number of playback attempts. If several calls request an uncached sound at once, Asterisk 22 fails
 * all but the first: `ast_media_cache_retrieve` leaves their file name empty. A later attempt finds the sound
 * in the cache.
 */
const MAX_PLAYS = 3;

const DELIVERED: Outcome = { status: "delivered", error: null };
const undelivered = (error: CarrierError): Outcome => ({ status: "undelivered", error });

export const newCall = (): Call => ({ phase: "dialing" });

/** Returns the next step, which depends only on call and event, so another process can continue a call. */
export function stepOf(call: Call, event: CallEvent): Step {
  switch (event.type) {
    case "dialed":
      return { call: { ...call, dialStatus: event.status } };
    case "answered":
      // Asterisk may report an answer twice, and reports it again when another process takes over.
      return call.phase === "dialing" ? playOf(call, event.url) : { call };
    case "playing":
      return call.phase === "done" ? { call } : { call: { ...call, phase: "playing" } };
    case "hanging-up":
      return { call: { ...call, hangingUp: true } };
    case "played":
      return finished(call, DELIVERED, "normal");
    case "play-failed": {
      if (call.hangingUp) return { call };
      const again = call.phase !== "done" && call.audio !== undefined && call.audio.plays < MAX_PLAYS;
      return playOf(call, again ? (call.audio?.url ?? null) : null);
    }
    case "ended": {
      if (call.phase === "done") return { call, ended: true };
      const cause = endCause(event.cause, call.dialStatus);
      return { call, ended: true, report: endOf(event.answered, cause) };
    }
  }
}

/**
 * Returns the step that starts playback on an answered call. Without a URL, the step reports a failure and
 * hangs up.
 */
export function playOf(call: Call, url: string | null): Step {
  if (url === null) return finished(call, undelivered(notPlayed), "failure");
  const audio = { url, plays: (call.audio?.plays ?? 0) + 1 };
  return { call: { ...call, phase: "playing", audio }, play: url };
}

/** Returns the last step of a call whose playback probably finished while the event connection was lost. */
export const assumePlayed = (call: Call): Step => finished(call, DELIVERED, "normal");

/** Returns the last step of a call whose channel disappeared without an end event. */
export function assumeEnded(call: Call): Step {
  // The callee must have hung up an answered call, because this service did not. The outcome of an unanswered
  // call is unknown.
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
