import type { Knex } from "knex";
import type { Logger } from "pino";
import type { LongReads } from "./db/reads/reads";
import type { Foreground } from "./concurrency/foreground";
import type { IdMaker } from "./ids";
import type { Metrics } from "./metrics";
import type { SecretBox } from "./secrets/secret-box";
import type { Clock } from "./time";

/** Services of the platform. Each part of the service declares the ones it needs: `Pick<Platform, "db">`. */
export interface Platform {
  db: Knex;
  /** Reads whose cost grows with the account's data; they run apart from other queries. */
  reads: LongReads;
  clock: Clock;
  ids: IdMaker;
  log: Logger;
  metrics: Metrics;
  /** Background work yields to it before each larger piece. */
  foreground: Foreground;
  /** Encrypts every secret on its way into the database, and decrypts it on the way out. */
  secrets: SecretBox;
}
