import type { CarrierError } from "../carrier";

interface Cause {
  words: string;
  /** Whether the network failed. If an answered call ends with this cause, the callee did not hang up. */
  breaks?: true;
}

/**
 * End causes of calls. `breaks` is true for class 010 (resource unavailable) except 43, and for 27 and 102.
 * Sources: ITU-T Q.850 (10/2018), 2.2.7; Asterisk's `causes.h`.
 */
const CAUSES: Readonly<Record<number, Cause>> = {
  0: { words: "the call ended without a cause" },
  1: { words: "the number is not assigned" },
  2: { words: "no route to the network that the number is in" },
  3: { words: "no route to the number" },
  5: { words: "the number has a wrong trunk prefix" },
  6: { words: "the channel is not acceptable to the other side" },
  7: { words: "the call was given to a channel that was there already" },
  8: { words: "the call gave way to one of higher priority" },
  14: { words: "the number was ported to another network" },
  16: { words: "the call was ended before it was answered" },
  17: { words: "the number is busy" },
  18: { words: "the telephone did not react" },
  19: { words: "the call was not answered" },
  20: { words: "the telephone is switched off or out of reach" },
  21: { words: "the call was rejected" },
  22: { words: "the number has changed" },
  23: { words: "the call was redirected to another number" },
  26: { words: "the call was answered elsewhere" },
  27: { words: "the telephone or its line is out of order", breaks: true },
  28: { words: "the number is incomplete or has a wrong form" },
  29: { words: "the network refused a facility of the call" },
  31: { words: "the call was ended before it was answered, without a closer cause" },
  34: { words: "no line is free: the trunk or the network is congested", breaks: true },
  38: { words: "the network is out of order", breaks: true },
  41: { words: "the network failed for the moment", breaks: true },
  42: { words: "the network's switches are congested", breaks: true },
  43: { words: "the network dropped information of the call" },
  44: { words: "the requested line is not available", breaks: true },
  47: { words: "the network has no resources for the call", breaks: true },
  50: { words: "the trunk has not subscribed to what the call asked for" },
  52: { words: "calls out are barred on this trunk" },
  54: { words: "calls to this number are barred" },
  55: { words: "calls to this number are barred within its group" },
  57: { words: "the trunk is not allowed to place speech calls" },
  58: { words: "speech is not available on this line for the moment" },
  65: { words: "the other side does not have this kind of call" },
  66: { words: "the other side does not have this kind of channel" },
  69: { words: "the other side does not have a facility that the call asked for" },
  79: { words: "the other side does not have a service that the call asked for" },
  81: { words: "the other side does not know the call" },
  88: { words: "the telephone cannot take this kind of call, or no codec fits" },
  95: { words: "the other side did not understand the call" },
  96: { words: "the other side missed something in the call" },
  97: { words: "the other side does not know a message of the call" },
  98: { words: "a message of the call came at the wrong time" },
  99: { words: "the other side does not know an element of the call" },
  100: { words: "the other side could not read an element of the call" },
  101: { words: "a message of the call did not fit its state" },
  102: { words: "the other side stopped answering", breaks: true },
  111: { words: "the other side broke the protocol" },
  127: { words: "another network ended the call without a reason" },
};

/**
 * Causes by the status of a `Dial` event, for a channel without a cause such as a `Local` channel to
 * `Busy()`. Inverse of Asterisk's `ast_hangup_cause_to_dial_status`, as far as that function is one to one.
 */
const BY_DIAL_STATUS: Readonly<Record<string, number>> = { BUSY: 17, CONGESTION: 34 };

export const endCause = (cause: number, dialStatus: string | undefined): number =>
  cause === 0 ? (BY_DIAL_STATUS[dialStatus ?? ""] ?? 0) : cause;

export const breaks = (cause: number): boolean => CAUSES[cause]?.breaks ?? false;

const undeliverable = (message: string, carrierCode: string | null): CarrierError => ({
  code: "undeliverable",
  message,
  carrierCode,
});

export const notAnswered = (cause: number): CarrierError =>
  undeliverable(CAUSES[cause]?.words ?? "the call came to nothing", String(cause));

export const brokenOff = (cause: number): CarrierError =>
  undeliverable(
    `the call broke off: ${CAUSES[cause]?.words ?? "the cause is not in our table"}`,
    String(cause),
  );

/** Error for a failed playback. The code is Asterisk's playback state. */
export const notPlayed: CarrierError = undeliverable(
  "the call was answered, but Asterisk could not fetch or play the audio",
  "failed",
);
