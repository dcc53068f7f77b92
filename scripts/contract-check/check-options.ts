import type { NumberMaker } from "./numbers";
import type { ProxyChain } from "./proxy-chain";
import type { ReceiverOptions } from "./receiver";
import type { TemporaryService } from "./temporary-service";

export interface CheckOptions {
  url: string;
  key: string;
  /** Whether the run sends only GET requests. */
  readOnly: boolean;
  /** Operation ids or tags to check; empty for all. */
  only: readonly string[];
  /** Maximum milliseconds until the last byte of a response body. */
  timeoutMs: number;
  /** Maximum milliseconds for the requests of the run; the clean-up is not included. */
  runTimeoutMs: number;
  receiver: ReceiverOptions;
  /** API key of an account whose rate limit the check may exhaust. */
  limitedKey: string | null;
  /** Deployments that the check started and may break; null if the check runs against a user's deployment. */
  temporaryService: TemporaryService | null;
  /** Settings for trying the invariants of the contract; absent or null skips them. */
  invariants?: InvariantOptions | null;
  invariantsOnly?: boolean;
  /** Whether the run probes statuses that need no existing resource, such as 401; true by default. */
  probes?: boolean;
  /** Title of the only scenario to run, which a selected tag must have; by default all scenarios run. */
  scenario?: string;
  /** Generator of phone numbers; random by default. */
  makeNumber?: NumberMaker;
  /** Proxies shared with other runs; by default the run opens and closes a chain. */
  proxyChain?: ProxyChain;
  onProgress(progress: Progress): void;
  /** Receives the first lines of output after the deployment has responded. */
  onStart?(lines: readonly string[]): void;
  /** Signal that ends the run early; the clean-up still runs. */
  signal?: AbortSignal;
}

export interface InvariantOptions {
  seed: number;
  /** Total seconds for the random sequences, without waits for the rate limit. */
  seconds: number;
  /** Maximum number of repetitions that shorten a violating sequence; 0 reports the original sequence. */
  tries: number;
  /** API key of another account. The checked account must not reach its resources. */
  otherKey: string | null;
}

export interface Progress {
  /** The current tag or phase of the run. */
  part: string;
  requests: number;
  violations: number;
  /** Reason for a wait; null while the run sends requests. */
  waiting: string | null;
}
