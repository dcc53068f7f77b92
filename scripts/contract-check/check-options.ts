import type { Bench } from "./bench";
import type { NumberMaker } from "./numbers";
import type { ThrowAway } from "./throw-away";

export interface CheckOptions {
  url: string;
  key: string;
  /** Sends nothing but GET, with the key as it is. */
  readOnly: boolean;
  /** Operations or tags; empty: all. */
  only: readonly string[];
  /** How long an answer may take, to the last byte of its body, in milliseconds. */
  timeoutMs: number;
  /** After so many milliseconds nothing is asked any more; what was made is still removed. */
  runTimeoutMs: number;
  receiver: ReceiverOptions;
  /** A key of an account whose requests may be used up. */
  limitedKey: string | null;
  /** Deployments of our own that may be spoilt; null where the one that is checked is somebody else's. */
  throwAway: ThrowAway | null;
  /** How the invariants of the contract are tried; left out or null: not at all. */
  invariants?: InvariantOptions | null;
  /** Tries the invariants and nothing else. */
  invariantsOnly?: boolean;
  /** Makes up the phone numbers of the run; random ones where it is left out. */
  makeNumber?: NumberMaker;
  /** What stands in front of the deployment, where it outlives the run. */
  bench?: Bench;
  onProgress(progress: Progress): void;
  /** Told once the deployment has answered, in lines for the person who started the run. */
  onStart?(lines: readonly string[]): void;
  /** Ends the run early, but for the cleaning up. */
  signal?: AbortSignal;
}

/** How the invariants of the contract are tried. */
export interface InvariantOptions {
  seed: number;
  /** What the sequences may take in all, in seconds; waits for the account's rate limit do not count. */
  seconds: number;
  /** So often a violating sequence is played again to make it short; 0: it is shown as it was found. */
  tries: number;
  /** A key of another account, whose things must stay out of reach. */
  otherKey: string | null;
}

/** How webhooks are to come back. */
export interface ReceiverOptions {
  /** Where the deployment posts to; null for the receiver's own address, which only a deployment on this machine reaches. */
  url: string | null;
  /** On the loopback address; null for any that is free. */
  port: number | null;
}

export interface Progress {
  /** The tag, or what the run is at. */
  part: string;
  requests: number;
  violations: number;
  /** What is waited for; null while requests go out. */
  waiting: string | null;
}
