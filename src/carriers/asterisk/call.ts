import type { CarrierError } from "../carrier";
import { breaks, brokenOff, endCause, notAnswered, notPlayed } from "./status-table";
import type { CallEvent } from "./ari-events";

/** What is remembered of a call between its events. */
export interface Call {
  /**
   * - `dialing`: not answered, as far as we know.
   * - `playing`: answered, and the audio was begun.
   * - `unsure`: it was playing when events were cut off.
   * - `done`: reported, and only to be hung up.
   */
  phase: "dialing" | "playing" | "unsure" | "done";
  /** The last that was heard of dialling. */
  dialStatus?: string;
  /** What it was given to play, and how often. */
  audio?: { url: string; plays: number };
  /** The person, or the network, wants it to end: a playback that fails now was cut off by that. */
  hangingUp?: true;
}

export interface Outcome {
  status: "delivered" | "undelivered";
  error: CarrierError | null;
}

/** What is to be done about a call. */
export interface Step {
  call: Call;
  play?: string;
  report?: Outcome;
  hangUp?: "normal" | "failure";
  /** Nothing more comes of it. */
  ended?: true;
}

/**
 * Where several calls want a sound at once that is not cached yet, Asterisk 22 plays it to the one that has fetched it
 * first and fails the others (`ast_media_cache_retrieve` leaves their file name empty). By then it is there.
 */
const MOST_PLAYS = 3;

const DELIVERED: Outcome = { status: "delivered", error: null };
const undelivered = (error: CarrierError): Outcome => ({ status: "undelivered", error });

export const newCall = (): Call => ({ phase: "dialing" });

/** The next step of a call. Knows nothing but the call and the event, so that any process may take a call over. */
export function stepOf(call: Call, event: CallEvent): Step {
  switch (event.type) {
    case "dialed":
      return { call: { ...call, dialStatus: event.status } };
    case "answered":
      // It comes again to who takes over, and to who is told of it twice.
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

/** A call that is up and has to play; without anything to play it is of no use. */
export function playOf(call: Call, url: string | null): Step {
  if (url === null) return finished(call, undelivered(notPlayed), "failure");
  const audio = { url, plays: (call.audio?.plays ?? 0) + 1 };
  return { call: { ...call, phase: "playing", audio }, play: url };
}

/** A call whose audio is over, as far as can be told afterwards. */
export const playedUnheard = (call: Call): Step => finished(call, DELIVERED, "normal");

/** A call that is gone, and whose end nobody heard. */
export function goneOf(call: Call): Step {
  // Whoever it was played to has hung up, since we have not. Of one that was not answered nothing is known.
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
