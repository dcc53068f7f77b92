import { type Command, Option } from "commander";
import type { Account } from "../features/accounts/accounts.store";
import { CHANNELS, type Channel } from "../messaging/channel";
import { addressProblem, MAX_PER_SECOND, type Sender } from "../features/senders/sender";
import { accountOfSender, everySender, insertSender, removeSender } from "../features/senders/senders.store";
import { toTimestamp } from "../platform/time";
import { isId } from "../platform/ids";
import { carrierFor } from "./carrier-connections";
import { runs } from "./command";
import { CommandError } from "./errors";
import { namedAccount, newestFirst, wholeNumber } from "./options";
import { fields, type Output, table } from "./output";
import type { Session, CommandContext } from "./session";

const toJson = (account: Account, sender: Sender) => ({
  id: sender.id,
  account: account.name,
  channel: sender.channel,
  address: sender.address,
  carrier: sender.carrier,
  is_default: sender.isDefault,
  max_per_second: sender.maxPerSecond,
  created_at: toTimestamp(sender.createdAt),
});

interface AddOptions {
  account: string;
  channel: Channel;
  address: string;
  carrier: string;
  maxPerSecond?: number;
  default?: boolean;
}

export async function sendersAdd(session: Session, options: AddOptions): Promise<Output> {
  const { db, clock, ids } = session;
  const carrier = await carrierFor(session, options.carrier, options.channel);
  const wrong = carrier.takesAddress(options.channel, options.address)
    ? null
    : addressProblem(options.channel, options.address);
  if (wrong !== null) throw new CommandError(wrong);
  const account = await namedAccount(db, options.account);
  const sender = await insertSender(db, {
    id: ids.next(),
    accountId: account.id,
    channel: options.channel,
    address: options.address,
    carrier: carrier.name,
    isDefault: options.default === true,
    maxPerSecond: options.maxPerSecond ?? Math.min(carrier.defaultMaxPerSecond, MAX_PER_SECOND),
    createdAt: clock.now(),
  });
  return {
    json: toJson(account, sender),
    text: fields([
      ["id", sender.id],
      ["account", account.name],
      ["channel", sender.channel],
      ["address", sender.address],
      ["carrier", sender.carrier],
      ["default of its channel", sender.isDefault],
      ["messages a second", sender.maxPerSecond],
    ]),
  };
}

export async function sendersList({ db }: Session, options: { account?: string }): Promise<Output> {
  const found = await newestFirst(db, options.account, everySender);
  return {
    json: found.map(({ account, item }) => toJson(account, item)),
    text: table(
      ["id", "account", "channel", "address", "carrier", "default", "per second", "created at"],
      found.map(({ account, item: sender }) => [
        sender.id,
        account.name,
        sender.channel,
        sender.address,
        sender.carrier,
        sender.isDefault,
        sender.maxPerSecond,
        toTimestamp(sender.createdAt),
      ]),
    ),
  };
}

export async function sendersRemove({ db, clock }: Session, senderId: string): Promise<Output> {
  const accountId = isId(senderId) ? await accountOfSender(db, senderId) : null;
  const removed = accountId === null ? null : await removeSender(db, accountId, senderId, clock.now());
  if (removed === null) throw new CommandError(`There is no sender with the id ${senderId}`);
  return {
    json: { id: senderId, removed: true },
    text: `Removed: ${removed.channel} ${removed.address} (${senderId})`,
  };
}

export function sendersCommands(program: Command, context: CommandContext): void {
  const senders = program
    .command("senders")
    .description("manage senders, the addresses that messages are sent from");
  const add = senders
    .command("add")
    .description("give an account a sender; the first of a channel becomes its default")
    .requiredOption("--account <name>", "the account that it is for")
    .addOption(new Option("--channel <channel>", "what it sends").choices(CHANNELS).makeOptionMandatory())
    .requiredOption("--address <address>", "sms: short code or E.164; rcs: agent id; voice: E.164")
    .requiredOption("--carrier <name>", "connection of the sender: sandbox, or one of `carriers list`")
    .option(
      "--max-per-second <n>",
      "maximum messages a second (default: the carrier's)",
      wholeNumber(1, MAX_PER_SECOND),
    )
    .option("--default", "make it the default of its channel");
  runs<[], AddOptions>(add, context, (session, _args, options) => sendersAdd(session, options));
  const list = senders
    .command("list")
    .description("list senders, newest first")
    .option("--account <name>", "only for one account");
  runs<[], { account?: string }>(list, context, (session, _args, options) => sendersList(session, options));
  const remove = senders
    .command("remove")
    .description("remove a sender; the channel's oldest remaining sender becomes the default")
    .argument("<id>", "id of the sender");
  runs<[string], object>(remove, context, (session, [id]) => sendersRemove(session, id));
}
