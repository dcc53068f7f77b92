import type { ConversationsApi } from "../../../generated/server/conversations.api";
import { pageOf, pageRequest, tooLong } from "../../platform/db/page";
import type { Platform } from "../../platform/platform";
import { notFound, unprocessable } from "../../platform/problem";
import { contactsByPhone } from "../contacts/by-number.store";
import { readPhoneFilter } from "../contacts/contact";
import { type Conversation, toContract } from "./conversation";
import * as conversations from "./conversations.store";

const NARROWER = "narrow it with status, unread or campaign_id";

interface Caller {
  accountId: string;
  scopes: readonly string[];
}

const mayReadNames = (scopes: Caller["scopes"]) => scopes.includes("contacts:read");

const foreignMessage = () =>
  unprocessable("The message is not part of this conversation", [
    { field: "read_up_to", message: "must be an inbound message from the conversation's number" },
  ]);

export function conversationsApi({ db, reads }: Pick<Platform, "db" | "reads">): ConversationsApi {
  /** Returns the conversations with their contacts. A key without `contacts:read` gets no names. */
  async function shown({ accountId, scopes }: Caller, found: readonly Conversation[]) {
    const phones = found.map(({ phone }) => phone);
    const contacts = await contactsByPhone(db, accountId, phones);
    return found.map((conversation) => {
      const contact = contacts.get(conversation.phone);
      return toContract(
        conversation,
        contact && (mayReadNames(scopes) ? contact : { ...contact, name: null }),
      );
    });
  }

  async function shownOne(caller: Caller, conversation: Conversation | null) {
    if (conversation === null) throw notFound("The conversation");
    const [body] = await shown(caller, [conversation]);
    if (!body) throw new Error("the conversation is missing");
    return { status: 200 as const, body };
  }

  return {
    async listConversations({ query, caller, signal }) {
      const { accountId, scopes } = caller;
      const page = pageRequest(query);
      const reading = reads.of({ accountId, signal }, tooLong(query, NARROWER));
      const filter = {
        status: query.status,
        unread: query.unread,
        optedOut: query.opted_out,
        phone: query.phone === undefined ? undefined : readPhoneFilter(query.phone),
        campaignIds: query.campaign_id,
        search: query.search === undefined ? undefined : { text: query.search, names: mayReadNames(scopes) },
      };
      const found = await conversations.listConversations(db, reading, accountId, filter, page);
      return { status: 200, body: pageOf(await shown(caller, found.conversations), found.total, page) };
    },

    async getConversation({ params, caller }) {
      return shownOne(
        caller,
        await conversations.findConversation(db, caller.accountId, params.conversation_id),
      );
    },

    async updateConversation({ params: { conversation_id: id }, body, caller }) {
      const { accountId } = caller;
      const { status, read_up_to: readUpTo } = body;
      if (status === undefined && readUpTo === undefined) {
        return shownOne(caller, await conversations.findConversation(db, accountId, id));
      }
      const updated = await db.transaction(async (trx) => {
        const conversation = await conversations.lockConversation(trx, accountId, id);
        if (conversation === null) return null;
        const { phone } = conversation;
        const isForeign =
          typeof readUpTo === "string" &&
          readUpTo !== conversation.readUpTo &&
          !(await conversations.isMessageFrom(trx, accountId, phone, readUpTo));
        if (isForeign) throw foreignMessage();
        return conversations.updateConversation(trx, accountId, conversation, { status, readUpTo });
      });
      return shownOne(caller, updated);
    },
  };
}
