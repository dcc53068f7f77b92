import { type Command, Option } from "commander";
import { ConnectionTestError } from "../carriers/kind";
import { connectionOf, NAME, NAME_FORM, openedConnection, SANDBOX } from "../features/connections/connection";
import {
  changeConnection,
  insertConnection,
  listConnections,
  openKeptSecrets,
  pauseConnection,
  removeConnection,
  resumeConnection,
  type StoredConnection,
} from "../features/connections/connections.store";
import { type PendingReports, pendingReports } from "../features/messages/references.store";
import { countSendersOf, removedKeysOf, sendersOfCarrier } from "../features/senders/senders.store";
import type { Db } from "../platform/db/dialect";
import { LONG_LIMITS, readWithin } from "../platform/db/limits";
import { errorMessage } from "../platform/error-text";
import { toTimestampOrNull } from "../platform/time";
import { haveJobs } from "../queue/maintenance.store";
import { connectionNamed, kindOf, carrierDepsOf, settled } from "./carrier-connections";
import { connectionJson, kindsOutput, sandboxJson, sandboxShown, shown } from "./carrier-output";
import { changedBy, secretChanges, type SetOptions, settable, settingChanges } from "./carrier-settings";
import { runs } from "./command";
import { CommandError, UsageError } from "./errors";
import { changed, type Output, table, unchanged } from "./output";
import type { Session, CommandContext } from "./session";

/** Timeout of calls to a carrier, in milliseconds. */
const TEST_WITHIN = 15_000;

interface AddOptions extends SetOptions {
  kind: string;
}

async function carriersAdd(session: Session, name: string, options: AddOptions): Promise<Output> {
  if (name === SANDBOX) throw new UsageError("The name sandbox is reserved: choose another name");
  if (!NAME.test(name)) throw new UsageError(`The name of a connection must have ${NAME_FORM}`);
  const kind = kindOf(session, options.kind);
  const box = await session.secrets();
  const stored = await settled(() => {
    const [settings, secrets] = [
      changedBy(settingChanges(kind, options)),
      changedBy(secretChanges(kind, options)),
    ];
    const given = { settings, secrets };
    connectionOf(kind, name, { ...given, token: "" });
    return insertConnection(session.db, box, { name, kind: kind.name, ...given }, session.clock.now());
  }, UsageError);
  return registered(session, stored);
}

const NEW_URL = "the callback URL is new, because its token was not readable: register it with the carrier";

/** Registers the connection at the carrier. A failure keeps the connection but fails the command. */
async function registered(session: Session, stored: StoredConnection, hasNewToken = false): Promise<Output> {
  const kind = kindOf(session, stored.kind);
  const connection = await settled(async () => openedConnection(kind, await session.secrets(), stored));
  const paths = kind.callbackPaths?.(connection) ?? [];
  const hasNewUrl = hasNewToken && paths.some(({ path }) => path.includes(connection.token));
  const byHand = hasNewUrl ? [NEW_URL] : [];
  if (!kind.register) return shown(session, stored, byHand);
  const deps = carrierDepsOf(session, stored.name);
  const unreachable = fromOutside(deps.callbackUrl)
    ? []
    : [
        `the carrier probably cannot reach ${deps.callbackUrl}: set RECADO_PUBLIC_URL to the https address of the service`,
      ];
  try {
    const done = await kind.register(connection, deps, AbortSignal.timeout(TEST_WITHIN));
    return shown(session, stored, [...(done.length > 0 ? done : byHand), ...unreachable]);
  } catch (error) {
    const failure = `${stored.name} is stored, but setting it up at the carrier failed: ${errorMessage(error)}; "npm run recado -- carriers set ${stored.name}" tries again`;
    return { ...(await shown(session, stored, unreachable)), failure };
  }
}

function fromOutside(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

const usedBy = (senders: number, name: string) =>
  `${senders} ${senders === 1 ? "sender uses" : "senders use"} ${name}`;

/** Maximum number of senders that an error names. */
const MAX_NAMED = 5;

/** Throws if the new settings remove a channel of the connection on which senders use it. */
async function refuseLostChannels(
  session: Session,
  trx: Db,
  before: StoredConnection,
  settings: StoredConnection["settings"],
): Promise<void> {
  const { channels } = connectionJson(session, { ...before, settings });
  const lost = connectionJson(session, before).channels.filter((channel) => !channels.includes(channel));
  const senders = await sendersOfCarrier(trx, before.name, lost);
  if (senders.length === 0) return;
  const named = senders.slice(0, MAX_NAMED).map(({ channel, address }) => `${address} (${channel})`);
  const all = [...named, ...(senders.length > MAX_NAMED ? ["…"] : [])].join(", ");
  throw new CommandError(
    `${usedBy(senders.length, before.name)} for ${lost.join(", ")}: ${all}; move or remove them first`,
  );
}

async function carriersSet(session: Session, name: string, options: SetOptions): Promise<Output> {
  if (name === SANDBOX) throw new CommandError("The sandbox has no settings");
  const kind = kindOf(session, (await connectionNamed(session, name)).kind);
  const box = await session.secrets();
  const change = await settled(() => {
    const [settings, secrets] = [settingChanges(kind, options), secretChanges(kind, options)];
    const merge = async (before: StoredConnection, trx: Db) => {
      const after = { settings: changedBy(settings, before.settings), secrets };
      const kept = openKeptSecrets(box, before, secrets);
      connectionOf(kind, name, { ...after, secrets: changedBy(secrets, kept), token: "" });
      await refuseLostChannels(session, trx, before, after.settings);
      return after;
    };
    return changeConnection(session.db, box, name, merge, session.clock.now());
  }, UsageError);
  if (change === null) throw new CommandError(`The connection "${name}" no longer exists`);
  // The registration at the carrier is repeated in any case, because an earlier one may have failed.
  const { json, text, ...rest } = await registered(session, change.stored, change.hasNewToken);
  if (change.isChanged) return { ...rest, ...changed(json as object, text) };
  const output = unchanged(json as object, `${name} has these settings\n${text}`);
  // A registration may change settings at the carrier.
  return { ...rest, ...output, ...(kind.register ? { text: `No setting changed\n${text}` } : {}) };
}

export async function carriersList(session: Session): Promise<Output> {
  const connections = await listConnections(session.db);
  const rows = await Promise.all(
    connections.map(async (stored) => ({
      ...connectionJson(session, stored),
      senders: await countSendersOf(session.db, stored.name),
    })),
  );
  const builtIn = sandboxJson(session);
  const senders = await countSendersOf(session.db, SANDBOX);
  return {
    json: [{ ...builtIn, senders }, ...rows],
    text: table(
      ["name", "kind", "channels", "senders", "changed at", "paused at"],
      [
        [SANDBOX, SANDBOX, builtIn.channels.join(","), senders, null, null],
        ...rows.map((one) => [
          ...[one.name, one.kind, one.channels.join(","), one.senders],
          ...[one.updated_at, one.paused_at],
        ]),
      ],
    ),
  };
}

/** Pauses a connection. Its messages wait; reports, status queries and revocations continue. */
export async function carriersPause(session: Session, name: string): Promise<Output> {
  if (name === SANDBOX) {
    throw new CommandError('The sandbox cannot be paused; "npm run recado -- queue hold" holds all messages');
  }
  await connectionNamed(session, name);
  const isPaused = await pauseConnection(session.db, name, session.clock.now());
  const json = connectionJson(session, await connectionNamed(session, name));
  if (!isPaused) return unchanged(json, `${name} has been paused since ${json.paused_at}`);
  const { submissionTimeoutSeconds } = session.config;
  return changed(
    json,
    `Paused: ${name}; its messages wait; messages without validity_seconds expire if they have waited ${submissionTimeoutSeconds} s when it is resumed`,
  );
}

export async function carriersResume(session: Session, name: string): Promise<Output> {
  if (name === SANDBOX) {
    throw new CommandError(
      'The sandbox is never paused; "npm run recado -- queue release" ends a hold of all messages',
    );
  }
  await connectionNamed(session, name);
  const isResumed = await resumeConnection(session.db, name);
  const json = connectionJson(session, await connectionNamed(session, name));
  return isResumed ? changed(json, `Resumed: ${name}`) : unchanged(json, `${name} is not paused`);
}

export async function carriersRemove(
  session: Session,
  name: string,
  { force = false }: { force?: boolean },
): Promise<Output> {
  if (name === SANDBOX) throw new CommandError("The sandbox is built in and cannot be removed");
  const { db, clock } = session;
  const stored = await connectionNamed(session, name);
  const inUse = (senders: number) =>
    new CommandError(
      `${usedBy(senders, name)}: "npm run recado -- senders list" shows them; move or remove them first`,
    );
  const using = await countSendersOf(db, name);
  if (using > 0) throw inUse(using);
  if (!force && (await haveJobs(db, "submission", await removedKeysOf(db, name)))) {
    throw new CommandError(
      `${name} is still needed: messages of a removed sender wait to be sent through it; remove it afterwards, or remove it now with --force, and these messages fail`,
    );
  }
  const pending = await readWithin(db, LONG_LIMITS, (reader) => pendingReports(reader, name, clock.now()));
  if (pending.messages > 0 && !force) throw new CommandError(reportsWouldBeLost(name, pending));
  const senders = await removeConnection(db, name, countSendersOf);
  if (senders > 0) throw inUse(senders);
  const removed = (notes: readonly string[]): Output => ({
    json: { name, removed: true, unreported_messages: pending.messages, notes },
    text: [`Removed: ${name}`, ...notes].join("\n"),
  });
  try {
    return removed(await unregistered(session, stored));
  } catch (error) {
    const failure = `${name} is removed, but its setup at the carrier may remain: ${errorMessage(error)}; remove it in the carrier's console`;
    return { ...removed([]), failure };
  }
}

function reportsWouldBeLost(name: string, { messages, until }: PendingReports): string {
  const waiting =
    messages === 1 ? "1 message sent through it waits" : `${messages} messages sent through it wait`;
  return `${name} is still needed: ${waiting} for a delivery report, until ${toTimestampOrNull(until)} at the latest; remove it afterwards, or remove it now with --force and lose these reports`;
}

async function unregistered(session: Session, stored: StoredConnection): Promise<string[]> {
  const kind = kindOf(session, stored.kind);
  if (!kind.unregister) return [];
  const connection = openedConnection(kind, await session.secrets(), stored);
  return kind.unregister(connection, carrierDepsOf(session, stored.name), AbortSignal.timeout(TEST_WITHIN));
}

async function carriersTest(session: Session, name: string): Promise<Output> {
  if (name === SANDBOX)
    return { json: { name, ok: true, line: "the sandbox needs no test" }, text: "the sandbox needs no test" };
  const stored = await connectionNamed(session, name);
  const kind = kindOf(session, stored.kind);
  const connection = await settled(async () => openedConnection(kind, await session.secrets(), stored));
  try {
    const line = await kind.test(connection, carrierDepsOf(session, name), AbortSignal.timeout(TEST_WITHIN));
    return { json: { name, ok: true, line }, text: line };
  } catch (error) {
    if (error instanceof ConnectionTestError) throw new CommandError(error.message);
    throw new CommandError(`the test of ${name} failed: ${errorMessage(error)}`);
  }
}

export function carriersCommands(program: Command, context: CommandContext): void {
  const carriers = program.command("carriers").description("manage connections: your accounts with carriers");
  runs<[], object>(
    carriers.command("kinds").description("list kinds of carriers with their settings"),
    context,
    async (session) => kindsOutput(session),
    () => "nothing",
  );
  const add = settable(
    carriers
      .command("add")
      .description("add a connection to a carrier")
      .argument("<name>", "name of the new connection"),
  ).addOption(
    new Option("--kind <kind>", "`carriers kinds` describes them")
      .choices([...context.kinds.keys()])
      .makeOptionMandatory(),
  );
  runs<[string], AddOptions>(add, context, (session, [name], options) => carriersAdd(session, name, options));
  const set = settable(
    carriers
      .command("set")
      .description("change a connection; takes effect within ten seconds, without a restart")
      .argument("<name>", "name of the connection"),
  );
  runs<[string], SetOptions>(set, context, (session, [name], options) => carriersSet(session, name, options));
  const pause = carriers
    .command("pause")
    .description("stop submissions to a connection within ten seconds; its messages wait until it is resumed")
    .argument("<name>", "name of the connection");
  runs<[string], object>(pause, context, (session, [name]) => carriersPause(session, name));
  const resume = carriers
    .command("resume")
    .description("submit the messages of a paused connection again")
    .argument("<name>", "name of the connection");
  runs<[string], object>(resume, context, (session, [name]) => carriersResume(session, name));
  const list = carriers.command("list").description("list connections by name");
  runs<[], object>(list, context, (session) => carriersList(session));
  const show = carriers
    .command("show")
    .description("show a connection, with the URLs to register with the carrier")
    .argument("<name>", "name of the connection");
  runs<[string], object>(show, context, async (session, [name]) =>
    name === SANDBOX ? sandboxShown(session) : shown(session, await connectionNamed(session, name)),
  );
  const remove = carriers
    .command("remove")
    .description(
      "remove a connection that no sender uses and that no message needs, to be sent or for a delivery report",
    )
    .argument("<name>", "name of the connection")
    .option(
      "--force",
      "remove it even if messages need it: waiting messages fail, and pending delivery reports are lost",
    );
  runs<[string], { force?: boolean }>(remove, context, (session, [name], options) =>
    carriersRemove(session, name, options),
  );
  const test = carriers
    .command("test")
    .description("check that the carrier is reachable and accepts the credentials; sends nothing")
    .argument("<name>", "name of the connection");
  runs<[string], object>(test, context, (session, [name]) => carriersTest(session, name));
}
