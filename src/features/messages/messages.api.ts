import { limits } from "../../../generated/server/values";
import type { OperationRequest } from "../../../generated/server/binding";
import type { MessagesApi } from "../../../generated/server/messages.api";
import { findAccount } from "../accounts/accounts.store";
import { priceOf, type PriceTable, priceTable } from "../accounts/prices";
import { readPhoneFilters } from "../contacts/contact";
import type { Platform } from "../../platform/platform";
import { pageRequest, streamedPageOf, tooLong } from "../../platform/db/page";
import { runQueries } from "../../platform/db/statement-batch";
import { notFound } from "../../platform/problem";
import { searchedText } from "../../platform/search-text";
import { timeWindow } from "../../platform/time-window";
import { toTimestamp, toTimestampOrNull } from "../../platform/time";
import { signExportUrl } from "./export-url";
import type { MessageFilter } from "./filter.store";
import { listMessages } from "./list.store";
import { type ListedMessage, toContract } from "./message";
import { findMessage } from "./messages.store";
import { sendMessages, type SendDeps, sendWriter } from "./send";
import { draftSlice, lookupsOf, planSend, readSend, type SendPlan } from "./send-plan";
import { openingFrom } from "./send-time";
import { cancelMessage, cancelSend, rescheduleMessage } from "./waiting";

const MAX_UCS2_CHARACTERS = limits.PreviewResult.ucs2_characters.maxItems;

/** Hint in the error for a list query that takes too long. */
const NARROWER = "narrow it with from and to, recipient, template_id, campaign_id or batch_id";

type Deps = Omit<SendDeps, "writeSend"> &
  Pick<Platform, "reads" | "log" | "secrets"> & { config: { publicUrl: string } };

export function messagesApi(deps: Deps): MessagesApi {
  const { db, reads } = deps;
  const sending = { ...deps, writeSend: sendWriter(deps) };
  return {
    async sendMessages({ body, headers, caller }) {
      const { response, replayed } = await sendMessages(
        sending,
        caller.accountId,
        body,
        headers["Idempotency-Key"],
      );
      return {
        status: 202,
        body: response,
        ...(replayed ? { headers: { "Idempotent-Replayed": true } } : {}),
      };
    },

    async previewMessages({ body, caller }) {
      const hidesContacts = !caller.scopes.includes("contacts:read");
      const send = await readSend(db, caller.accountId, body);
      const queries = lookupsOf(db, send);
      const [senderAndTerms, contacts, files] = await runQueries(db, [
        queries.senderAndTerms,
        queries.contacts,
        queries.files,
      ]);
      const found = { ...senderAndTerms, contacts, files };
      const plan = await planSend(deps, send, found, { hidesContacts });
      const account = await findAccount(db, caller.accountId);
      if (!account) throw notFound("The account");
      return { status: 200, body: { data: previews(deps, plan, priceTable(account)) } };
    },

    async listMessages({ query, caller: { accountId }, signal }) {
      const page = pageRequest(query);
      const found = await listMessages(
        db,
        reads.of({ accountId, signal }, tooLong(query, NARROWER)),
        accountId,
        filterOf(query),
        page,
      );
      const show = (run: ListedMessage[]) => run.map((message) => toContract(message, []));
      return { status: 200, body: streamedPageOf(found, page, show) };
    },

    async exportMessages({ query, caller: { accountId } }) {
      const { dialect = "standard" } = query;
      if (query.search !== undefined) searchedText(query.search);
      const of = { accountId, filter: filterOf(query), createdBy: deps.clock.now(), dialect };
      const { url, expiresAt } = await signExportUrl(deps, of);
      return { status: 200, body: { url, expires_at: toTimestamp(expiresAt) } };
    },

    async getMessage({ params, caller }) {
      const message = await findMessage(db, caller.accountId, params.message_id);
      if (!message) throw notFound("The message");
      return { status: 200, body: toContract(message, message.history) };
    },

    async updateMessage({ params, body, caller: { accountId } }) {
      const openingOf = openingFrom(body.send_at, deps.clock);
      const message = await rescheduleMessage(deps, accountId, params.message_id, openingOf);
      return { status: 200, body: toContract(message, message.history) };
    },

    async cancelMessage({ params, caller: { accountId } }) {
      const message = await cancelMessage(deps, accountId, params.message_id);
      return { status: 200, body: toContract(message, message.history) };
    },

    async cancelMessageBatch({ params, caller: { accountId } }) {
      return { status: 200, body: await cancelSend(deps, accountId, params.batch_id) };
    },
  };
}

type FilterQuery = OperationRequest<"exportMessages">["query"];

const filterOf = (query: FilterQuery): MessageFilter => ({
  channels: query.channel,
  purposes: query.purpose,
  statuses: query.status,
  templateIds: query.template_id,
  campaignIds: query.campaign_id,
  senderIds: query.sender_id,
  batchId: query.batch_id,
  tags: query.tag,
  errorCodes: query.error_code,
  blockReasons: query.block_reason,
  recipients: query.recipient && readPhoneFilters("recipient", query.recipient),
  search: query.search,
  ...timeWindow(query, "from", "to"),
});

/** Yields one preview per recipient. Renders one slice of the recipients at a time. */
async function* previews(deps: Pick<Platform, "db" | "clock">, plan: SendPlan, prices: PriceTable) {
  for (const slice of plan.slices) {
    for (const { to, notBefore, draft } of await draftSlice(deps, plan, slice)) {
      const { status, error, blockReason, content, sms, segmentsAsWritten = sms?.segments ?? null } = draft;
      yield {
        to,
        status,
        error,
        block_reason: blockReason,
        content,
        encoding: sms?.encoding ?? null,
        segments: sms?.segments ?? null,
        segments_as_written: segmentsAsWritten,
        price: status === "pending" ? priceOf(prices, plan.channel, sms?.segments ?? null) : 0,
        ucs2_characters: sms?.ucs2Characters.slice(0, MAX_UCS2_CHARACTERS) ?? [],
        not_before: toTimestampOrNull(notBefore),
      };
    }
  }
}
