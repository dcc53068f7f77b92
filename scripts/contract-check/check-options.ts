import type { ProxyChain } from "./proxy-chain";
import type { NumberMaker } from "./numbers";
import type { ThrowAway } from "./throw-away";

export interface CheckOptions {
  url: string;
  key: string;
  /** Sends only GET, with the given key. */
  readOnly: boolean;
  /** Names of operations or tags; empty: all. */
  only: readonly string[];
  /** Maximum time for a response, to the last byte of its body, in milliseconds. */
  timeoutMs: number;
  /** Maximum time for the run's requests, in milliseconds; cleaning up may take longer. */
  runTimeoutMs: number;
  receiver: ReceiverOptions;
  /** A key of an account whose requests may be used up. */
  limitedKey: string | null;
  /** Deployments that the check started and may break; null when it checks an existing deployment. */
  throwAway: ThrowAway | null;
  /** How the contract's invariants are tried; absent or null: not at all. */
  invariants?: InvariantOptions | null;
  /** Tries the invariants and nothing else. */
  invariantsOnly?: boolean;
  /** Makes the run's phone numbers; random by default. */
  makeNumber?: NumberMaker;
  /** Proxies shared with other runs; by default the run opens and closes its own. */
  proxyChain?: ProxyChain;
  onProgress(progress: Progress): void;
  /** Receives the first lines for the user once the deployment has answered. */
  onStart?(lines: readonly string[]): void;
  /** Ends the run early, except for cleaning up. */
  signal?: AbortSignal;
}

export interface InvariantOptions {
  seed: number;
  /** Total time for the sequences, in seconds; waits for the account's rate limit do not count. */
  seconds: number;
  /** Maximum repetitions of a violating sequence to shorten it; 0 reports it as found. */
  tries: number;
  /** A key of another account, whose resources must stay out of reach. */
  otherKey: string | null;
}

/** How the deployment reaches the webhook receiver. */
export interface ReceiverOptions {
  /**
   * The address that the deployment posts to; null for the receiver's own, which only a deployment on this
   * machine reaches.
   */
  url: string | null;
  /** Port on the loopback address; null for any free one. */
  port: number | null;
}

export interface Progress {
  /** The current tag or phase of the run. */
  part: string;
  requests: number;
  violations: number;
  /** What the run waits for; null while it sends requests. */
  waiting: string | null;
}
