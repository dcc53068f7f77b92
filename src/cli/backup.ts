import type { Command } from "commander";
import { makeBackup } from "../app/backup";
import { filesFolder, type Manifest, storedFiles } from "../app/backup-manifest";
import { type Config, readConfig } from "../app/config";
import { restoreBackup } from "../app/restore";
import { prints, runs } from "./command";
import { type Output, plural } from "./output";
import type { CommandContext, Session } from "./session";

const summaryOf = (file: string, manifest: Manifest) => ({
  file,
  ...manifest,
  files: storedFiles(manifest).length,
  bytes: manifest.files.reduce((sum, { bytes }) => sum + bytes, 0),
});

const contentText = ({ counts: { messages, contacts }, files }: Manifest) =>
  [
    plural(messages, "message"),
    plural(contacts, "contact"),
    plural(storedFiles({ files }).length, "stored file"),
  ].join(", ");

const notesOn = ({ secret_key: secretKey, storage }: Manifest): string[] => [
  ...(secretKey === "setting"
    ? ["The backup has no secret key: keep RECADO_SECRET_KEY, without which the backup is of no use"]
    : []),
  ...(storage === "s3" ? ["The backup has no uploaded files: they are in the S3 bucket"] : []),
];

const storageNotes = (manifest: Manifest, config: Config): string[] =>
  config.s3 !== null && storedFiles(manifest).length > 0
    ? [
        `The backup's uploaded files are in ${filesFolder(config)}, but RECADO_STORAGE is s3, where the service reads them: copy them to the bucket (guide "File storage"), or unset RECADO_STORAGE`,
      ]
    : [];

async function backupMade(session: Pick<Session, "config" | "db" | "clock">, file: string): Promise<Output> {
  const manifest = await makeBackup(session, file);
  return {
    json: summaryOf(file, manifest),
    text: [`Written: ${file} (${contentText(manifest)})`, ...notesOn(manifest)].join("\n"),
  };
}

async function backupRestored(
  { env, databaseOf }: Pick<CommandContext, "env" | "databaseOf">,
  file: string,
): Promise<Output> {
  const config = readConfig(env);
  const manifest = await restoreBackup({ config, databaseOf }, file);
  return {
    json: { ...summaryOf(file, manifest), data_dir: config.dataDir, held: true },
    text: [
      `Restored into ${config.dataDir}: ${contentText(manifest)}, as of ${manifest.created_at}`,
      ...notesOn(manifest),
      ...storageNotes(manifest, config),
      'The queue is held: after the start nothing is submitted or delivered until "npm run recado -- queue release"',
    ].join("\n"),
  };
}

export function backupCommands(program: Command, context: CommandContext): void {
  const backup = program
    .command("backup")
    .description(
      "write the SQLite database, the uploaded files and the keys into one new file; the service may run",
    )
    .argument("<file>", "name of the new file, such as recado.tar.gz");
  runs<[string], object>(
    backup,
    context,
    (session, [file]) => backupMade(session, file),
    () => "database",
  );
  const restore = program
    .command("restore")
    .description("restore a backup into an empty data directory, and hold the queue")
    .argument("<file>", "file of `recado backup`");
  prints<[string], object>(restore, context, ([file]) => backupRestored(context, file));
}
