import { scenario } from "../context";
import { freeNumber, NO_SANDBOX, sent, textTo } from "../fixtures";

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
    // For a message to a number that ends in 0005, the sandbox simulates a reply.
    const phone = await freeNumber(context, "0005");
    await sent(context, textTo([phone]), "sends a message that gets a reply");
    const request = { query: { phone } };
    const replied = { "data.0.phone": phone };
    const { data } = await context.until("listConversations", request, "waits for the reply", replied);
    const [found] = data;
    if (found === undefined) return;
    const params = { conversation_id: found.id };
    const unread = { phone, status: "open", unread: true, unread_count: 1, message_count: 1 };
    await call("getConversation", 200, { params }, "reads a conversation", unread);
    const end = { params, body: { status: "done" as const, read_up_to: found.last_message_id } };
    const ended = { status: "done", unread: false, unread_count: 0 };
    await call("updateConversation", 200, end, "ends a conversation", ended);
    const wrong = { params, body: { read_up_to: found.id } };
    await call("updateConversation", 422, wrong, "marks a message of no conversation as read");
  }),
];
