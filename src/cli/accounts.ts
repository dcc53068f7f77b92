import { isDeepStrictEqual } from "node:util";
import { Argument, type Command, Option } from "commander";
import {
  type Account,
  createAccount,
  disableAccount,
  enableAccount,
  findAccountByName,
  listAccounts,
  renameAccount,
  setAccount,
  timeZoneOf,
  wasRenamedFrom,
} from "../features/accounts/accounts.store";
import { priceTable } from "../features/accounts/prices";
import { endSessionsOf } from "../features/api-keys/console-sessions.store";
import { CHANNELS } from "../messaging/channel";
import { cleanName } from "../platform/text";
import { toTimestamp, toTimestampOrNull } from "../platform/time";
import { runs } from "./command";
import { CommandError, UsageError } from "./errors";
import {
  confirmationText,
  type DEFAULT,
  MAX_RATE_LIMIT,
  nameArgument,
  namedAccount,
  nullIfDefault,
  orDefault,
  priceOption,
  type Prices,
  timeZoneOption,
  wholeNumber,
} from "./options";
import { changed, fields, type Output, table, unchanged } from "./output";
import type { Session, CommandContext } from "./session";

const toJson = (account: Account) => ({
  id: account.id,
  name: account.name,
  rate_limit: account.rateLimit,
  opt_out: account.optOut,
  opt_out_confirmation: account.optOutConfirmation,
  prices: priceTable(account),
  time_zone: timeZoneOf(account),
  created_at: toTimestamp(account.createdAt),
  disabled_at: toTimestampOrNull(account.disabledAt),
});

const rateLimitText = ({ rateLimit }: Account) => rateLimit ?? "default";
const pricesText = (account: Account) =>
  CHANNELS.map((channel) => `${channel}=${priceTable(account)[channel]}`).join(" ");

const one = (account: Account): Output => ({
  json: toJson(account),
  text: fields([
    ["id", account.id],
    ["name", account.name],
    ["requests a minute", rateLimitText(account)],
    ["opt-out words", account.optOut ? "on" : "off"],
    ["reply to an opt-out", account.optOutConfirmation ?? "none"],
    ["prices in micro-units", pricesText(account)],
    ["time zone", timeZoneOf(account)],
    ["created at", toTimestamp(account.createdAt)],
    ["disabled at", toTimestampOrNull(account.disabledAt)],
  ]),
});

async function accountsCreate(
  { db, clock, ids }: Session,
  name: string,
  options: { rateLimit?: number },
): Promise<Output> {
  return one(await createAccount(db, { name, rateLimit: options.rateLimit ?? null }, { clock, ids }));
}

async function accountsList({ db }: Session): Promise<Output> {
  const accounts = await listAccounts(db);
  return {
    json: accounts.map(toJson),
    text: table(
      ["id", "name", "rate limit", "opt-out", "prices", "created at", "disabled at"],
      accounts.map((account) => [
        account.id,
        account.name,
        rateLimitText(account),
        account.optOut ? "on" : "off",
        pricesText(account),
        toTimestamp(account.createdAt),
        toTimestampOrNull(account.disabledAt),
      ]),
    ),
  };
}

interface SetOptions {
  rateLimit?: number | typeof DEFAULT;
  optOut?: "on" | "off";
  optOutConfirmation?: string;
  price?: Prices;
  timeZone?: string;
}

export async function accountsSet(
  { db }: Pick<Session, "db">,
  name: string,
  options: SetOptions,
): Promise<Output> {
  const { rateLimit, optOut, optOutConfirmation, price, timeZone } = options;
  const given = [rateLimit, optOut, optOutConfirmation, price, timeZone];
  if (given.every((value) => value === undefined)) {
    const names = "--rate-limit, --opt-out, --opt-out-confirmation, --price or --time-zone";
    throw new UsageError(`No setting given: use ${names}`);
  }
  const before = await namedAccount(db, name);
  const account = await setAccount(db, before.id, {
    ...(rateLimit === undefined ? {} : { rateLimit: nullIfDefault(rateLimit) }),
    ...(optOut === undefined ? {} : { optOut: optOut === "on" }),
    ...(optOutConfirmation === undefined ? {} : { optOutConfirmation: optOutConfirmation || null }),
    ...(price === undefined ? {} : { prices: price }),
    ...(timeZone === undefined ? {} : { timeZone: nullIfDefault(timeZone) }),
  });
  if (account === null) throw new CommandError(`The account "${name}" no longer exists`);
  const json = toJson(account);
  return isDeepStrictEqual(account, before)
    ? unchanged(json, `the account "${name}" has these settings`)
    : changed(json, one(account).text);
}

/** Renames an account. Succeeds without a change if the account's latest renaming was the same. */
async function accountsRename({ db }: Pick<Session, "db">, name: string, newName: string): Promise<Output> {
  const renamed = await findAccountByName(db, newName);
  const former = cleanName(name);
  const isRepeated =
    renamed !== null &&
    (await findAccountByName(db, former)) === null &&
    (await wasRenamedFrom(db, renamed.id, former));
  if (isRepeated) return unchanged(toJson(renamed), `the account "${former}" was renamed to "${newName}"`);
  const account = await namedAccount(db, name);
  if (account.name === newName) return unchanged(toJson(account), `the account is named "${newName}"`);
  await renameAccount(db, account.id, newName);
  return changed(toJson({ ...account, name: newName }), `Renamed: ${account.name} to ${newName}`);
}

export async function accountsDisable(
  { db, clock }: Pick<Session, "db" | "clock">,
  name: string,
): Promise<Output> {
  const { id } = await namedAccount(db, name);
  const isDisabled = await db.transaction(async (trx) => {
    const isDisabled = await disableAccount(trx, id, clock.now());
    await endSessionsOf(trx, id);
    return isDisabled;
  });
  const json = toJson(await namedAccount(db, name));
  return isDisabled
    ? changed(json, `Disabled: ${name}`)
    : unchanged(json, `the account "${name}" has been disabled since ${json.disabled_at}`);
}

export async function accountsEnable({ db }: Pick<Session, "db">, name: string): Promise<Output> {
  const { id } = await namedAccount(db, name);
  const isEnabled = await enableAccount(db, id);
  const json = toJson(await namedAccount(db, name));
  return isEnabled
    ? changed(json, `Enabled: ${name}`)
    : unchanged(json, `the account "${name}" is not disabled`);
}

export function accountsCommands(program: Command, context: CommandContext): void {
  const accounts = program
    .command("accounts")
    .description("manage accounts, each with its own keys, senders and data");
  const create = accounts
    .command("create")
    .description("create an account, without senders and keys")
    .addArgument(new Argument("<name>", "unique name").argParser(nameArgument))
    .option("--rate-limit <n>", "requests a minute", wholeNumber(1, MAX_RATE_LIMIT));
  runs<[string], { rateLimit?: number }>(create, context, (session, [name], options) =>
    accountsCreate(session, name, options),
  );
  const list = accounts.command("list").description("list accounts, oldest first");
  runs(list, context, (session) => accountsList(session));
  const rename = accounts
    .command("rename")
    .description("rename an account; its keys, senders and data stay")
    .argument("<name>", "name of the account")
    .addArgument(new Argument("<new-name>", "unique name").argParser(nameArgument));
  runs<[string, string], object>(rename, context, (session, [name, newName]) =>
    accountsRename(session, name, newName),
  );
  const disable = accounts
    .command("disable")
    .description("refuse an account's keys, end its console sessions, and hold its messages and events")
    .argument("<name>", "name of the account");
  runs<[string], object>(disable, context, (session, [name]) => accountsDisable(session, name));
  const enable = accounts
    .command("enable")
    .description("enable a disabled account; messages and events that were held are sent")
    .argument("<name>", "name of the account");
  runs<[string], object>(enable, context, (session, [name]) => accountsEnable(session, name));
  const set = accounts
    .command("set")
    .description("change settings of an account; other settings stay")
    .argument("<name>", "name of the account")
    .option("--rate-limit <n>", 'requests a minute, or "default"', orDefault(wholeNumber(1, MAX_RATE_LIMIT)))
    .addOption(
      new Option(
        "--opt-out <switch>",
        "whether replies such as SAIR and AJUDA opt out, opt in and get automatic replies",
      ).choices(["on", "off"]),
    )
    .option(
      "--opt-out-confirmation <text>",
      "reply to an opt-out by SMS or RCS; an empty text sends none",
      confirmationText,
    )
    .option(
      "--price <channel=micro-units>",
      'price a segment or piece, or "channel=default"; may be repeated',
      priceOption,
    )
    .option(
      "--time-zone <name>",
      'IANA name such as Europe/Lisbon, or "default" for America/Sao_Paulo',
      orDefault(timeZoneOption),
    );
  runs<[string], SetOptions>(set, context, (session, [name], options) => accountsSet(session, name, options));
}
