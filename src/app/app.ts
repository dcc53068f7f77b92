import type { Knex } from "knex";
import type { Carriers } from "../carriers/carrier";
import type { LiveConnections } from "../features/connections/live-connections";
import type { Platform } from "../platform/platform";
import type { Wakeups } from "../queue/wakeups";
import type { CampaignEffects } from "../features/campaigns/campaign-effects";
import type { DeliveryReports } from "../features/dispatch/delivery-reports";
import type { InboundEffects } from "../features/inbound/inbound-effects";
import type { MessageEffects } from "../features/messages/message-effects";
import type { Storage } from "../storage/storage";
import type { BuiltPage } from "../web/console/built-page";
import type { Config } from "./config";

/** What the service is put together of: adapters and sources of time and ids, chosen in one place. */
export interface App extends Platform, MessageEffects, CampaignEffects, InboundEffects {
  config: Config;
  wakeups: Wakeups;
  storage: Storage;
  /** Every carrier by its connection's name; it changes as connections do. */
  carriers: Carriers;
  connections: LiveConnections;
  /** Takes in the delivery reports of all carriers. */
  deliveryReports: DeliveryReports;
  /** Signs the addresses by which carriers fetch files. */
  mediaSecret: string;
  /** For readiness alone, so that no other work keeps it waiting: a connection of its own on PostgreSQL. */
  readinessDb: Knex;
  /** The console's page; null where the process runs from sources that it was not bundled of. */
  consolePage: BuiltPage | null;
}
