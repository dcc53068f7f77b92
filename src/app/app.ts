import type { Carriers } from "../carriers/carrier";
import type { Platform } from "../platform/parts";
import type { Wakeups } from "../queue/wakeups";
import type { MessageEffect } from "../resources/messages/effects";
import type { Storage } from "../storage/storage";
import type { Config } from "./config";

/** What the service is put together of: adapters and sources of time and ids, chosen in one place. */
export interface App extends Platform {
  config: Config;
  wakeups: Wakeups;
  storage: Storage;
  carriers: Carriers;
  /** What follows from changes of messages, written in their transactions. */
  messageEffects: readonly MessageEffect[];
}
