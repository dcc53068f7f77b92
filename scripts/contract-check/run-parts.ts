import type { CheckOptions, Progress } from "./check-options";
import type { Client } from "./client";
import type { Operation } from "./contract";
import type { CoverageTally } from "./coverage";
import type { Verdicts } from "./invariants/verdicts";
import type { Receiver } from "./receiver";

export interface Run {
  readonly options: CheckOptions;
  /** URL of the deployment, with the version prefix. */
  readonly base: string;
  readonly prefix: string;
  readonly tags: readonly string[];
  /** Operations to call. */
  readonly tested: readonly Operation[];
  readonly client: Client;
  readonly coverage: CoverageTally;
  /** Results of the invariants; null if the run skips the invariants. */
  readonly verdicts: Verdicts | null;
  /** The webhook receiver, or the reason why there is none. */
  readonly receiver: Receiver | string;
  /** Registers a deployment for requests with this `target`. `base` is its URL with the version prefix. */
  route(target: string, base: string): void;
  /** Restores the settings of the account that scenarios have changed. */
  restoreSettings(): Promise<unknown>;
  report(change: Partial<Progress>): void;
}
