import { type FileHandle, open, rm, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Command } from "commander";
import pino from "pino";
import { storageOf } from "../app/file-store";
import { consentEffects, messageEffects } from "../app/effects";
import { suppressionKeyOf } from "../features/consents/number-hash";
import { sendsWritten } from "../features/erasure/erase-number";
import { storageKey } from "../features/files/addresses";
import { createRequest } from "../features/privacy/create-request";
import { downloadOf } from "../features/privacy/export-file";
import { type PrivacyKind, type PrivacyRequest, toContract } from "../features/privacy/privacy-request";
import { type PrivacyDeps, privacyHandler } from "../features/privacy/privacy-job";
import { findRequest } from "../features/privacy/privacy.store";
import { Foreground } from "../platform/concurrency/foreground";
import { createMetrics } from "../platform/metrics";
import { type Instant, SECOND, toTimestamp, toTimestampOrNull } from "../platform/time";
import { localWakeups } from "../queue/wakeups";
import { runKey } from "../queue/worker";
import type { Storage } from "../storage/storage";
import { runs } from "./command";
import { CommandError } from "./errors";
import { namedAccount, phoneOption } from "./options";
import { changed, fields, type Output, plural } from "./output";
import type { CommandContext, Session } from "./session";

/** Pause between two reads of a request that another process runs, in milliseconds. */
const POLL_MS = SECOND;
const MESSAGE_EVERY_MS = 30 * SECOND;

interface Options {
  account: string;
  phone: string;
  output?: string;
}

async function depsOf({ db, clock, ids, config, ...session }: Session, err: (text: string) => void) {
  const secrets = await session.secrets();
  const storage = await storageOf({ config, db, clock, secrets });
  const suppressionKey = await suppressionKeyOf({ db, secrets });
  const log = pino({ level: "error" }, { write: err });
  const effects = {
    messageEffects: messageEffects(ids),
    consentEffects: consentEffects(ids),
    metrics: createMetrics(),
    wakeups: localWakeups(),
  };
  return { db, clock, ids, config, log, storage, suppressionKey, foreground: new Foreground(), ...effects };
}

/**
 * Runs the due steps of the account's privacy requests. Waits while another process runs a step or none is
 * due, as for an erasure that waits for earlier sends. Returns the request `id` once it has ended.
 */
async function ended(
  deps: PrivacyDeps,
  { accountId, id }: PrivacyRequest,
  reportProgress: (progress: string) => void,
): Promise<PrivacyRequest> {
  const handler = privacyHandler(deps);
  let reportedAt = -Infinity;
  let wasRun = true;
  for (;;) {
    const isRun = await runKey(deps, handler, { accountId, key: accountId });
    const request = await findRequest(deps.db, accountId, id);
    if (request === null) throw new CommandError(`The request ${id} no longer exists`);
    if (request.completedAt !== null) return request;
    if (isRun !== wasRun || performance.now() - reportedAt >= MESSAGE_EVERY_MS) {
      reportProgress(progressOf(request, { isRun, now: deps.clock.now() }));
      reportedAt = performance.now();
    }
    wasRun = isRun;
    if (!isRun) await sleep(POLL_MS);
  }
}

function progressOf(
  { kind, counts, upTo }: PrivacyRequest,
  { isRun, now }: { isRun: boolean; now: Instant },
): string {
  if (kind === "export") return "the export is running\n";
  const erased = plural(
    Object.values(counts).reduce((sum, count) => sum + count, 0),
    "record",
  );
  return `${erased} erased so far${isRun ? "" : `; waiting ${waitText(sendsWritten({ upTo }), now)}`}\n`;
}

const waitText = (written: Instant, now: Instant): string =>
  now <= written
    ? `until ${toTimestamp(written)}, when sends that began before the request have stored their messages`
    : "for messages in flight, running imports, idempotency keys with the number, or another process";

/**
 * Creates a file that only its owner can read, and passes it to `work`; passes null without a path. Removes
 * the file if `work` fails.
 */
async function withOutput<T>(
  path: string | undefined,
  work: (file: FileHandle | null) => Promise<T>,
): Promise<T> {
  if (path === undefined) return work(null);
  const file = await open(path, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(
      error.code === "EEXIST"
        ? `${path} exists: choose the name of a new file`
        : `${path} cannot be created (${error.code}): choose another name`,
    );
  });
  try {
    return await work(file);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

async function writeOutput(storage: Storage, request: PrivacyRequest, file: FileHandle): Promise<void> {
  await writeFile(file, await storage.read(storageKey(request)));
  await file.sync();
}

async function personRequest(
  session: Session,
  kind: PrivacyKind,
  options: Options,
  err: (text: string) => void,
): Promise<Output> {
  const account = await namedAccount(session.db, options.account);
  return withOutput(options.output, (file) => resultOf(session, kind, { ...options, account, file }, err));
}

interface Target {
  account: { id: string; name: string };
  file: FileHandle | null;
}

async function resultOf(
  session: Session,
  kind: PrivacyKind,
  { account, phone, output, file }: Pick<Options, "phone" | "output"> & Target,
  err: (text: string) => void,
): Promise<Output> {
  const { id: accountId, name } = account;
  const deps = await depsOf(session, err);
  const created = await createRequest(session, { accountId, phone, kind });
  const request = await ended(deps, created, err);
  if (kind === "export" && request.status === "completed" && request.sizeBytes === null)
    throw new CommandError("The file of the export was removed, because the number was erased");
  if (file !== null && request.sizeBytes !== null) await writeOutput(deps.storage, request, file);
  const download = await downloadOf(deps, request);
  const shown = toContract(request, download?.url ?? null);
  const json = { account: name, ...shown, ...(output === undefined ? {} : { output }) };
  if (request.status === "failed") {
    if (output !== undefined) await rm(output, { force: true });
    return {
      json,
      text: fields(Object.entries(shown.counts)),
      failure: "The export is too large for a ZIP file, or an erasure of the number has ended it",
    };
  }
  const where = kind === "erasure" ? [] : [["file", output ?? shown.download_url] as const];
  const end = toTimestampOrNull(download?.expiresAt ?? null);
  const until = kind === "erasure" || output !== undefined ? [] : [["until", end] as const];
  return changed(
    json,
    fields([
      ["request", shown.id],
      ["status", shown.status],
      ...where,
      ...until,
      ...Object.entries(shown.counts),
    ]),
  );
}

export function personCommands(program: Command, context: CommandContext): void {
  const person = program.command("person").description("export and erasure of the data of a phone number");
  const add = (kind: PrivacyKind, command: Command) =>
    runs<[], Options>(
      command
        .requiredOption("--account <name>", "account that stores the data")
        .requiredOption("--phone <number>", "number of the person, in any usual spelling", phoneOption),
      context,
      (session, _args, options) => personRequest(session, kind, options, context.err),
    );
  add(
    "export",
    person
      .command("export")
      .description("write all data of a phone number to a ZIP file; the service may be running")
      .option(
        "--output <file>",
        "new file to write; without it, the command prints a URL and until when it works",
      ),
  );
  add(
    "erasure",
    person
      .command("erase")
      .description(
        "erase all data of a phone number, and the number itself; takes a minute or more, waits for messages in flight, and continues after an interruption",
      ),
  );
}
