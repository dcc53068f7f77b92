import type { Scenario } from "../context";
import { account } from "./account";
import { apiKeys } from "./api-keys";
import { campaigns } from "./campaigns";
import { cannedResponses } from "./canned-responses";
import { conversations } from "./conversations";
import { contactLists } from "./contact-lists";
import { contacts } from "./contacts";
import { files } from "./files";
import { imports } from "./imports";
import { inbound } from "./inbound";
import { messages } from "./messages";
import { optOutWords } from "./opt-out-words";
import { privacy } from "./privacy";
import { purposes } from "./purposes";
import { senders } from "./senders";
import { sendingRules } from "./sending-rules";
import { tags } from "./tags";
import { templates } from "./templates";
import { usage } from "./usage";
import { webhooks } from "./webhooks";

export const scenarios: Readonly<Record<string, readonly Scenario[]>> = {
  Files: files,
  Templates: templates,
  Contacts: contacts,
  "Contact lists": contactLists,
  Imports: imports,
  Messages: [...messages, ...purposes, ...tags],
  Inbound: inbound,
  Conversations: conversations,
  "Canned responses": cannedResponses,
  Campaigns: campaigns,
  Usage: usage,
  Webhooks: webhooks,
  "API keys": apiKeys,
  Senders: senders,
  "Opt-out words": optOutWords,
  "Sending rules": sendingRules,
  Account: account,
  Privacy: privacy,
};
