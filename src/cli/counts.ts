import type { Command } from "commander";
import { type Account, listAccounts } from "../features/accounts/accounts.store";
import {
  type ContactCountDifference,
  contactCountDifferences,
  repairContactCounts,
} from "../features/contacts/recount.store";
import {
  repairResponseCounts,
  type ResponseCountDifference,
  responseCountDifferences,
} from "../features/campaigns/responses.store";
import {
  type ConversationCounts,
  type ConversationDifference,
  conversationDifferences,
  repairConversations,
} from "../features/conversations/differences.store";
import { suppressionKeyOf } from "../features/consents/number-hash";
import { optedOutNumbers } from "../features/inbound/consent";
import type { Db } from "../platform/db/dialect";
import { exclusively, LONG_LIMITS, readWithin } from "../platform/db/limits";
import {
  type MessageDifferences,
  messageDifferences,
  repairMessageSums,
} from "../features/messages/recount.store";
import { DAY, HOUR, SECOND, toTimestamp } from "../platform/time";
import { runs } from "./command";
import { namedAccount } from "./options";
import { type Output, table } from "./output";
import type { Session, CommandContext } from "./session";

const PROGRESS_EVERY_MS = 5 * SECOND;

interface Differences extends MessageDifferences {
  contacts: ContactCountDifference[];
  responses: ResponseCountDifference[];
  conversations: ConversationDifference[];
}

async function differencesOf(db: Db, accountId: string): Promise<Differences> {
  return {
    ...(await messageDifferences(db, accountId)),
    contacts: await contactCountDifferences(db, accountId),
    responses: await responseCountDifferences(db, accountId),
    conversations: await conversationDifferences(db, accountId),
  };
}

const numberOf = (found: Differences) => Object.values<readonly unknown[]>({ ...found }).flat().length;

/**
 * Repairs an account's counts and returns the differences. Counts again under a lock, because another process
 * may have repaired them.
 */
async function repair(
  { db, ids, secrets }: Pick<Session, "db" | "ids" | "secrets">,
  accountId: string,
): Promise<Differences> {
  const repaired = await exclusively(db, `repair the counts of ${accountId}`, async (trx) => {
    const found = await differencesOf(trx, accountId);
    await repairMessageSums(trx, accountId, found);
    await repairContactCounts(trx, accountId, found.contacts);
    await repairResponseCounts(trx, accountId);
    return found;
  });
  if (repaired.conversations.length === 0) return repaired;
  const suppressionKey = await suppressionKeyOf({ db, secrets: await secrets() });
  const optedOut = (trx: Db, phones: readonly string[]) =>
    optedOutNumbers({ suppressionKey }, trx, accountId, phones);
  await repairConversations(db, { ids, optedOut }, accountId, repaired.conversations);
  return repaired;
}

const conversationJson = ({ messages, unread, newest }: ConversationCounts) => ({
  messages,
  unread,
  last_message_id: newest,
});

const dateOf = ({ day }: { day: number }) => toTimestamp(day * DAY).slice(0, 10);

const toJson = (
  { name }: Account,
  { messages, hours, purposes, tags, contacts, responses, conversations }: Differences,
) => [
  ...messages.map((found) => ({ account: name, count: "messages" as const, ...found, day: dateOf(found) })),
  ...hours.map((found) => ({
    account: name,
    count: "hours" as const,
    ...found,
    hour: toTimestamp(found.hour * HOUR),
  })),
  ...purposes.map((found) => ({ account: name, count: "purposes" as const, ...found, day: dateOf(found) })),
  ...tags.map((found) => ({ account: name, count: "tags" as const, ...found, day: dateOf(found) })),
  ...contacts.map(({ listId, kept, actual }) => ({
    account: name,
    count: "contacts" as const,
    list_id: listId,
    kept: { contacts: kept },
    actual: { contacts: actual },
  })),
  ...responses.map(({ campaignId, kept, actual }) => ({
    account: name,
    count: "responses" as const,
    campaign_id: campaignId,
    kept,
    actual,
  })),
  // Omits the phone number, which is personal data. A missing conversation has no id; the id of its newest
  // message identifies it.
  ...conversations.map(({ conversationId, kept, actual }) => ({
    account: name,
    count: "conversations" as const,
    conversation_id: conversationId,
    kept: conversationJson(kept),
    actual: conversationJson(actual),
  })),
];

type JsonDifference = ReturnType<typeof toJson>[number];

function kindOf(difference: JsonDifference) {
  switch (difference.count) {
    case "messages": {
      const { day, channel, status, template_id: template, campaign_id: campaign } = difference;
      return [day, channel, status, template && `template ${template}`, campaign && `campaign ${campaign}`];
    }
    case "hours":
      return [difference.hour, difference.channel, difference.status];
    case "purposes":
      return [difference.day, difference.channel, difference.status, difference.purpose];
    case "tags":
      return [`tag ${difference.tag}`, difference.day, difference.channel, difference.status];
    case "contacts":
      return [difference.list_id ? `list ${difference.list_id}` : "all lists"];
    case "responses":
      return [`campaign ${difference.campaign_id}`];
    case "conversations":
      return [difference.conversation_id ?? "missing"];
  }
}

function row(difference: JsonDifference) {
  const { account, count, kept, actual } = difference;
  const of = kindOf(difference);
  const sums = (values: object) =>
    Object.entries(values)
      .map(([name, value]) => (name === "price" ? `price ${value}` : String(value ?? "none")))
      .join(", ");
  return [account, count, of.filter(Boolean).join(" "), sums(kept), sums(actual)];
}

interface VerifyOptions {
  repair?: boolean;
  account?: string;
}

async function countsVerify(
  { db, clock, ids, secrets }: Session,
  options: VerifyOptions,
  reportProgress: (progress: string) => void,
): Promise<Output> {
  const accounts =
    options.account === undefined ? await listAccounts(db) : [await namedAccount(db, options.account)];
  const differences: JsonDifference[] = [];
  let reportedAt = clock.now();
  for (const [index, account] of accounts.entries()) {
    let found = await readWithin(db, LONG_LIMITS, (reader) => differencesOf(reader, account.id));
    if (options.repair && numberOf(found) > 0) found = await repair({ db, ids, secrets }, account.id);
    differences.push(...toJson(account, found));
    if (clock.now() - reportedAt < PROGRESS_EVERY_MS) continue;
    reportedAt = clock.now();
    reportProgress(`${index + 1} of ${accounts.length} accounts, ${differences.length} differences so far\n`);
  }
  const repaired = options.repair === true && differences.length > 0;
  const found = `${differences.length} ${differences.length === 1 ? "count differs" : "counts differ"}`;
  return {
    json: { accounts: accounts.length, differences, repaired, changed: repaired },
    text:
      differences.length === 0
        ? `The counts of ${accounts.length} accounts are correct`
        : `${table(["account", "count", "of", "kept", "actual"], differences.map(row))}${repaired ? "\nRepaired" : ""}`,
    ...(differences.length > 0 && !repaired
      ? { failure: `${found}: run it with --repair to correct them` }
      : {}),
  };
}

export function countsCommands(program: Command, context: CommandContext): void {
  const counts = program.command("counts").description("check the maintained counts");
  const verify = counts
    .command("verify")
    .description(
      "count messages, tags, contacts, list members, replies and conversations again; exits with 1 if one differs",
    )
    .option("--repair", "correct wrong counts; the service may be running")
    .option("--account <name>", "only for one account");
  runs<[], VerifyOptions>(verify, context, (session, _args, options) =>
    countsVerify(session, options, context.err),
  );
}
