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

/** The composed service: adapters, clock and ids are chosen in one place. */
export interface App extends Platform, MessageEffects, CampaignEffects, InboundEffects {
  config: Config;
  wakeups: Wakeups;
  storage: Storage;
  /** All carriers by connection name, updated when connections change. */
  carriers: Carriers;
  connections: LiveConnections;
  /** Processes the delivery reports of all carriers. */
  deliveryReports: DeliveryReports;
  /** Signs the URLs from which carriers download files. */
  mediaSecret: string;
  /**
   * Used only by readiness checks, so that other work does not delay them; a separate connection on
   * PostgreSQL.
   */
  readinessDb: Knex;
  /** The console's page; null if it was not built, in a process that runs from sources. */
  consolePage: BuiltPage | null;
}
