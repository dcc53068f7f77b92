import type { Knex } from "knex";
import type { Logger } from "pino";
import type { LongReads } from "./db/reads/reads";
import type { Foreground } from "./concurrency/foreground";
import type { IdMaker } from "./ids";
import type { Metrics } from "./metrics";
import type { SecretBox } from "./secrets/secret-box";
import type { Clock } from "./time";
import type { Tracing } from "./tracing/tracing";

/** Services that features use. A function declares the ones that it needs: `Pick<Platform, "db">`. */
export interface Platform {
  db: Knex;
  /** Runner of reads whose cost grows with the account's data, on separate connections. */
  reads: LongReads;
  clock: Clock;
  ids: IdMaker;
  log: Logger;
  metrics: Metrics;
  /** Requests in flight, to which background work yields. */
  foreground: Foreground;
  secrets: SecretBox;
  tracing: Tracing;
}
