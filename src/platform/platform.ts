import type { Knex } from "knex";
import type { Logger } from "pino";
import type { LongReads } from "./db/reads/reads";
import type { Foreground } from "./concurrency/foreground";
import type { IdMaker } from "./ids";
import type { Metrics } from "./metrics";
import type { SecretBox } from "./secrets/secret-box";
import type { Clock } from "./time";

/** What the platform gives to whoever asks; each part of the service names what it needs: `Pick<Platform, "db">`. */
export interface Platform {
  db: Knex;
  /** Reads whose cost grows with what an account has, apart from all else. */
  reads: LongReads;
  clock: Clock;
  ids: IdMaker;
  log: Logger;
  metrics: Metrics;
  /** Background work asks it before each larger piece. */
  foreground: Foreground;
  /** Every secret passes it on its way into the database and out. */
  secrets: SecretBox;
}
