import type { InboundApi } from "../../../generated/server/inbound.api";
import type { Platform } from "../../platform/platform";
import { pageOf, pageRequest, streamedPageOf, tooLong } from "../../platform/db/page";
import { notFound } from "../../platform/problem";
import { timeWindow } from "../../platform/time-window";
import { readPhoneFilters } from "../contacts/contact";
import { eventToContract, type InboundMessage } from "./inbound";
import * as inbound from "./inbound.store";
import { shownMessages } from "./shown";

interface CommonQuery {
  sender?: readonly string[];
  paired_message_id?: readonly string[];
  campaign_id?: readonly string[];
  search?: string;
  from?: string;
  to?: string;
}

const NARROWER = "narrow it with from and to, sender, paired_message_id or campaign_id";

export function inboundApi({
  db,
  reads,
  config,
}: Pick<Platform, "db" | "reads"> & { config: { publicUrl: string } }): InboundApi {
  const shown = (accountId: string, messages: readonly InboundMessage[]) =>
    shownMessages({ db, config }, accountId, messages);

  return {
    async listInboundMessages({ query, caller: { accountId }, signal }) {
      const page = pageRequest(query);
      const filter = { ...filterOf(query), contentTypes: query.content_type };
      const reading = reads.of({ accountId, signal }, tooLong(query, NARROWER));
      const found = await inbound.listInboundMessages(db, reading, accountId, filter, page);
      return { status: 200, body: streamedPageOf(found, page, (run) => shown(accountId, run)) };
    },

    async getInboundMessage({ params, caller: { accountId } }) {
      const message = await inbound.findInboundMessage(db, accountId, params.inbound_message_id);
      if (message === null) throw notFound("The inbound message");
      const [body] = await shown(accountId, [message]);
      if (!body) throw new Error("no inbound message was shown");
      return { status: 200, body };
    },

    async listInboundRcsEvents({ query, caller: { accountId }, signal }) {
      const page = pageRequest(query);
      const reading = reads.of({ accountId, signal }, tooLong(query, NARROWER));
      const filter = { ...filterOf(query), eventTypes: query.event_type };
      const { items, total } = await inbound.listInboundRcsEvents(db, reading, accountId, filter, page);
      return { status: 200, body: pageOf(items.map(eventToContract), total, page) };
    },

    async getInboundRcsEvent({ params, caller: { accountId } }) {
      const event = await inbound.findInboundRcsEvent(db, accountId, params.inbound_rcs_event_id);
      if (event === null) throw notFound("The inbound RCS event");
      return { status: 200, body: eventToContract(event) };
    },
  };
}

function filterOf(query: CommonQuery): inbound.InboundFilter {
  return {
    senders: query.sender && readPhoneFilters("sender", query.sender),
    pairedMessageIds: query.paired_message_id,
    campaignIds: query.campaign_id,
    search: query.search,
    ...timeWindow(query, "from", "to"),
  };
}
