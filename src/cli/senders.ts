import { type Command, Option } from "commander";
import { lockSharedConnection } from "../features/connections/connections.store";
import { type Account, findAccount } from "../features/accounts/accounts.store";
import { CHANNELS, type Channel } from "../messaging/channel";
import { addressProblem, MAX_PER_SECOND, type Sender } from "../features/senders/sender";
import {
  accountOfSender,
  everySender,
  findSender,
  insertSender,
  removeSender,
  type SenderChanges,
  setSender,
} from "../features/senders/senders.store";
import type { Db } from "../platform/db/dialect";
import { toTimestamp } from "../platform/time";
import { isId } from "../platform/ids";
import { carrierFor } from "./carrier-connections";
import { runs } from "./command";
import { CommandError, type ErrorClass, UsageError } from "./errors";
import { namedAccount, newestFirst, wholeNumber } from "./options";
import { changed, fields, type Output, table, unchanged } from "./output";
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

type Address = Pick<Sender, "channel" | "address">;

interface AddOptions {
  account: string;
  channel: Channel;
  address: string;
  carrier: string;
  maxPerSecond?: number;
  default?: boolean;
}

/**
 * Returns the carrier. Throws for an unknown carrier or an unsupported channel, and `InvalidAddress` for an
 * invalid address.
 */
async function carrierOf(
  session: Session,
  name: string,
  { channel, address }: Address,
  InvalidAddress: ErrorClass,
) {
  const carrier = await carrierFor(session, name, channel);
  const wrong = carrier.takesAddress(channel, address) ? null : addressProblem(channel, address);
  if (wrong !== null) throw new InvalidAddress(wrong);
  return carrier;
}

/** Runs `work` in a transaction during which the carrier's connection cannot be removed. */
const withCarrier = <T>(
  { db, builtInCarriers }: Session,
  carrier: string | undefined,
  work: (trx: Db) => Promise<T>,
): Promise<T> =>
  db.transaction(async (trx) => {
    const isConnection = carrier !== undefined && builtInCarriers.every(({ name }) => name !== carrier);
    if (isConnection && !(await lockSharedConnection(trx, carrier))) {
      throw new CommandError(`The connection "${carrier}" has been removed; choose another carrier`);
    }
    return work(trx);
  });

const fieldsOf = (account: Account, sender: Sender) =>
  fields([
    ["id", sender.id],
    ["account", account.name],
    ["channel", sender.channel],
    ["address", sender.address],
    ["carrier", sender.carrier],
    ["default of its channel", sender.isDefault],
    ["messages a second", sender.maxPerSecond],
  ]);

async function sendersAdd(session: Session, options: AddOptions): Promise<Output> {
  const { db, clock, ids } = session;
  const carrier = await carrierOf(session, options.carrier, options, UsageError);
  const account = await namedAccount(db, options.account);
  const given = {
    id: ids.next(),
    accountId: account.id,
    channel: options.channel,
    address: options.address,
    carrier: carrier.name,
    isDefault: options.default === true,
    maxPerSecond: options.maxPerSecond ?? Math.min(carrier.defaultMaxPerSecond, MAX_PER_SECOND),
    createdAt: clock.now(),
  };
  const sender = await withCarrier(session, carrier.name, (trx) => insertSender(trx, given));
  return { json: toJson(account, sender), text: fieldsOf(account, sender) };
}

interface SetOptions {
  carrier?: string;
  maxPerSecond?: number;
  default?: true;
}

async function sendersSet(session: Session, senderId: string, options: SetOptions): Promise<Output> {
  const { db, clock, ids } = session;
  const { carrier, maxPerSecond, default: isDefault } = options;
  if (Object.values({ carrier, maxPerSecond, isDefault }).every((value) => value === undefined)) {
    throw new UsageError("No setting given: use --carrier, --max-per-second or --default");
  }
  const missing = new CommandError(`There is no sender with the id ${senderId}`);
  const accountId = isId(senderId) ? await accountOfSender(db, senderId) : null;
  const account = accountId === null ? null : await findAccount(db, accountId);
  const before = account && (await findSender(db, account.id, senderId));
  if (!account || !before) throw missing;
  const name =
    carrier === undefined ? {} : { carrier: (await carrierOf(session, carrier, before, CommandError)).name };
  const changes: SenderChanges = {
    ...name,
    ...(maxPerSecond === undefined ? {} : { maxPerSecond }),
    ...(isDefault === undefined ? {} : { isDefault }),
  };
  const set = await withCarrier(session, changes.carrier, (trx) =>
    setSender(trx, before, changes, { now: clock.now(), ids }),
  );
  if (set === null) throw missing;
  const json = toJson(account, set.sender);
  if (!set.isChanged) return unchanged(json, `the sender ${senderId} has these settings`);
  return changed(json, fieldsOf(account, set.sender));
}

async function sendersList({ db }: Session, options: { account?: string }): Promise<Output> {
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

async function sendersRemove({ db, clock }: Session, senderId: string): Promise<Output> {
  const accountId = isId(senderId) ? await accountOfSender(db, senderId) : null;
  if (accountId === null) throw new CommandError(`There is no sender with the id ${senderId}`);
  const removed = await removeSender(db, accountId, senderId, clock.now());
  const json = { id: senderId, removed: true };
  return removed === null
    ? unchanged(json, `the sender ${senderId} was removed before`)
    : changed(json, `Removed: ${removed.channel} ${removed.address} (${senderId})`);
}

export function sendersCommands(program: Command, context: CommandContext): void {
  const senders = program
    .command("senders")
    .description("manage senders, the addresses that messages are sent from");
  const add = senders
    .command("add")
    .description("give an account a sender; the first of a channel becomes its default")
    .requiredOption("--account <name>", "account that uses the sender")
    .addOption(
      new Option("--channel <channel>", "channel of the sender").choices(CHANNELS).makeOptionMandatory(),
    )
    .requiredOption("--address <address>", "sms: short code or E.164; rcs: agent id; voice: E.164")
    .requiredOption("--carrier <name>", "connection of the sender: sandbox, or one of `carriers list`")
    .option(
      "--max-per-second <n>",
      "maximum messages a second (default: the carrier's)",
      wholeNumber(1, MAX_PER_SECOND),
    )
    .option("--default", "make it the default of its channel");
  runs<[], AddOptions>(add, context, (session, _args, options) => sendersAdd(session, options));
  const set = senders
    .command("set")
    .description("change settings of a sender; other settings and its address stay")
    .argument("<id>", "id of the sender")
    .option(
      "--carrier <name>",
      "connection of its next messages; replies by the former connection still arrive",
    )
    .option("--max-per-second <n>", "maximum messages a second", wholeNumber(1, MAX_PER_SECOND))
    .option("--default", "make it the default of its channel");
  runs<[string], SetOptions>(set, context, (session, [id], options) => sendersSet(session, id, options));
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
