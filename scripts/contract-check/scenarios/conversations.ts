import { allDiffer } from "../expectations";
import { freeNumber, NO_SANDBOX } from "../fixtures";
import { scenario } from "../context";

export const conversations = [
  scenario("the conversations", async (_context, call) => {
    await call("listConversations", 200, { query: { limit: 5 } }, "lists conversations");
  }),
  scenario("a conversation", async (context, call) => {
    if (!context.sandboxed.has("sms")) {
      return context.unable(
        NO_SANDBOX("sms"),
        ["getConversation", 200],
        ["updateConversation", 200],
        ["updateConversation", 422],
      );
    }
    // The sandbox replies from numbers with this ending.
    const phone = await freeNumber(context, "0005");
    const content = { type: "text" as const, text: "Oi!" };
    const body = { channel: "sms" as const, content, recipients: [{ to: phone }] };
    await call("sendMessages", 202, { body }, "sends a message that gets a reply");
    const { data } = await context.until(
      "listConversations",
      200,
      { query: { phone } },
      (page) => page.data.length > 0,
      "waits for the conversation",
    );
    const [found] = data;
    if (found === undefined) return;
    const params = { conversation_id: found.id };
    const unread = { phone, status: "open", unread: true, unread_count: 1, message_count: 1 };
    await call("getConversation", 200, { params }, "reads a conversation", (one) => allDiffer(one, unread));
    await call(
      "updateConversation",
      200,
      { params, body: { status: "done", read_up_to: found.last_message_id } },
      "ends a conversation",
      (one) => allDiffer(one, { status: "done", unread: false, unread_count: 0 }),
    );
    await call(
      "updateConversation",
      422,
      { params, body: { read_up_to: found.id } },
      "marks a message of no conversation as read",
    );
  }),
];
