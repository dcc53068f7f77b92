import type { ImportsApi } from "../../../generated/server/imports.api";
import type { Platform } from "../../platform/platform";
import type { Wakeups } from "../../queue/wakeups";
import { noContactList, requireContactList } from "../contact-lists/contact-list";
import { lockSharedContactList } from "../contact-lists/contact-lists.store";
import type { Db } from "../../platform/db/dialect";
import { isUniqueViolation } from "../../platform/db/errors";
import { pageOf, pageRequest } from "../../platform/db/page";
import { type FileRow, lockSharedFile } from "../files/files.store";
import { conflict, importInProgress, invalidState, notFound, unprocessable } from "../../platform/problem";
import { toTimestamp } from "../../platform/time";
import { signErrorsUrl } from "./errors-url";
import { refuseClashes } from "./column-choices";
import { type Import, logEnd, toContract } from "./import";
import * as imports from "./imports.store";
import { retainedSince } from "./retention";

type Deps = Pick<Platform, "db" | "secrets" | "clock" | "ids" | "log" | "metrics"> & {
  config: { publicUrl: string; importRetentionDays: number };
  wakeups: Wakeups;
};

const inProgress = () => importInProgress("An import into this list is running");

export function importsApi({ config, db, secrets, clock, ids, log, metrics, wakeups }: Deps): ImportsApi {
  async function importOf(accountId: string, listId: string, importId: string): Promise<Import> {
    await requireContactList(db, accountId, listId);
    const found = await imports.findImport(db, { accountId, listId }, importId);
    if (found === null) throw notFound("The import");
    return found;
  }

  /** Queues an import. The locks prevent a campaign launch on the list and a deletion of the file. */
  async function queue(
    trx: Db,
    accountId: string,
    { listId, fileId, choices }: Pick<Import, "listId" | "fileId" | "choices">,
  ): Promise<Import> {
    if (!(await lockSharedContactList(trx, accountId, listId))) throw noContactList();
    const file = await lockSharedFile(trx, accountId, fileId);
    if (file === null) throw notFound("The file");
    if (file.status === "pending") throw notUploaded();
    if (await imports.hasActiveImport(trx, accountId, listId)) throw inProgress();
    refuseOtherUses(file);
    refuseClashes(choices);
    return imports.insertImport(trx, { accountId, id: ids.next(), listId, fileId, choices }, clock.now());
  }

  return {
    async createImport({ params, body, caller: { accountId } }) {
      try {
        const requested = { listId: params.list_id, fileId: body.file_id, choices: body.columns ?? [] };
        const created = await db.transaction((trx) => queue(trx, accountId, requested));
        wakeups.wake("import", [{ accountId, key: accountId }]);
        return { status: 202, body: toContract(created) };
      } catch (error) {
        // Two concurrent requests may both have found no active import. The unique index rejects the second.
        throw isUniqueViolation(error) ? inProgress() : error;
      }
    },

    async listImports({ params: { list_id: listId }, query, caller: { accountId } }) {
      await requireContactList(db, accountId, listId);
      const page = pageRequest(query);
      const found = await imports.listImports(db, { accountId, listId }, page);
      return { status: 200, body: pageOf(found.imports.map(toContract), found.total, page) };
    },

    async getImport({ params, caller: { accountId } }) {
      return { status: 200, body: toContract(await importOf(accountId, params.list_id, params.import_id)) };
    },

    async cancelImport({ params: { list_id: listId, import_id: importId }, caller: { accountId } }) {
      const found = await importOf(accountId, listId, importId);
      const canceled = await imports.cancelActive(db, { accountId, listId }, importId, clock.now());
      if (canceled !== null) {
        metrics.imports.inc({ status: "canceled" });
        logEnd(log, canceled);
        return { status: 200, body: toContract(canceled) };
      }
      const ended = found.completedAt === null ? await importOf(accountId, listId, importId) : found;
      if (ended.status !== "canceled") throw invalidState("The import has already ended");
      return { status: 200, body: toContract(ended) };
    },

    async getImportErrors({ params, caller: { accountId } }) {
      const found = await importOf(accountId, params.list_id, params.import_id);
      const { completedAt, rejected } = found;
      if (rejected > 0 && completedAt !== null && completedAt < retainedSince({ config, clock })) {
        throw notFound("The table of rejected rows");
      }
      const { url, expiresAt } = await signErrorsUrl({ config, db, secrets, clock }, found);
      return { status: 200, body: { url, expires_at: toTimestamp(expiresAt) } };
    },
  };
}

const notUploaded = () =>
  conflict("The file has not been uploaded yet", [
    { field: "file_id", message: "has not been uploaded yet" },
  ]);

function refuseOtherUses({ usage, kind }: FileRow): void {
  if (usage === "contact_import" && kind === "csv") return;
  throw unprocessable("The file is not a table of contacts", [
    { field: "file_id", message: "must be a csv file of the usage contact_import" },
  ]);
}
