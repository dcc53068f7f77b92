import type { Knex } from "knex";
import type { Logger } from "pino";
import type { Carriers } from "../carriers/carrier";
import type { Config } from "./config";
import type { LongReads } from "../platform/db/reads/reads";
import type { IdMaker } from "../platform/ids";
import type { MessageEffect } from "../resources/messages/effects";
import type { Metrics } from "../platform/metrics";
import type { SecretBox } from "../platform/secrets/secret-box";
import type { Storage } from "../storage/storage";
import type { Clock } from "../platform/time";
import type { Wakeups } from "../queue/wakeups";

/** What every part of the service is given: adapters and sources of time and ids, chosen in one place. */
export interface App {
  config: Config;
  db: Knex;
  /** Reads whose cost grows with what an account has, apart from all else. */
  reads: LongReads;
  clock: Clock;
  ids: IdMaker;
  log: Logger;
  metrics: Metrics;
  /** Every secret passes it on its way into the database and out. */
  secrets: SecretBox;
  wakeups: Wakeups;
  /** What follows from changes of messages, written in their transactions. */
  messageEffects: readonly MessageEffect[];
  storage: Storage;
  carriers: Carriers;
}
