import type { Bench } from "./bench";
import type { LawOptions } from "./laws/laws";
import type { ThrowAway } from "./throw-away";

export interface CheckOptions {
  url: string;
  key: string;
  /** Sends nothing but GET, with the key as it is. */
  readOnly: boolean;
  /** Operations or tags; empty: all. */
  only: readonly string[];
  /** How long an answer may take, in milliseconds. */
  timeoutMs: number;
  /** A key of an account whose requests may be used up. */
  limitedKey: string | null;
  /** Deployments of our own that may be spoilt; null where the one that is checked is somebody else's. */
  throwAway: ThrowAway | null;
  /** How the laws of the contract are tried; left out or null: not at all. */
  laws?: LawOptions | null;
  /** Tries the laws and nothing else. */
  lawsOnly?: boolean;
  /** What stands in front of the deployment, where it outlives the run. */
  bench?: Bench;
  onProgress(progress: Progress): void;
  /** Ends the run early, but for the cleaning up. */
  signal?: AbortSignal;
}

export interface Progress {
  /** The tag, or what the run is at. */
  part: string;
  requests: number;
  violations: number;
  /** What is waited for; null while requests go out. */
  waiting: string | null;
}
