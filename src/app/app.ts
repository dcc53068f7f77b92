import type { Knex } from "knex";
import type { Carriers } from "../carriers/carrier";
import type { LiveConnections } from "../features/connections/live-connections";
import type { ReadReplica } from "../platform/db/replica/read-replica";
import type { Platform } from "../platform/platform";
import type { WatchedHold } from "../queue/watched-hold";
import type { Wakeups } from "../queue/wakeups";
import type { CampaignEffects } from "../features/campaigns/campaign-effects";
import type { DeliveryReports } from "../features/dispatch/delivery-reports";
import type { ConsentEffects } from "../features/consents/consent-effects";
import type { NumbersToErase } from "../features/imports/load";
import type { InboundEffects } from "../features/inbound/inbound-effects";
import type { MessageEffects } from "../features/messages/message-effects";
import type { Storage } from "../storage/storage";
import type { BuiltPage } from "../web/console/built-page";
import type { Config } from "./config";

/** Dependencies of one process, built by `compose`. */
export interface App extends Platform, MessageEffects, CampaignEffects, InboundEffects, ConsentEffects {
  config: Config;
  wakeups: Wakeups;
  hold: WatchedHold;
  storage: Storage;
  /** Carriers by connection name, updated when connections change. */
  carriers: Carriers;
  connections: LiveConnections;
  deliveryReports: DeliveryReports;
  mediaSecret: string;
  /** Key that hashes the numbers of consents. A hash identifies a number after the erasure of its contact. */
  suppressionKey: string;
  numbersToErase: NumbersToErase;
  /**
   * Database for readiness checks. On PostgreSQL it is a separate connection, so that other queries do not
   * delay the checks.
   */
  readinessDb: Knex;
  /** Standby for lists, exports and reports; null without one. */
  replica: ReadReplica | null;
  /** Page of the console; null without the role `api`, or if a run from sources has not built the page. */
  consolePage: BuiltPage | null;
}
