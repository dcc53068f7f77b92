import { type Db, lockRows } from "../../platform/db/dialect";
import { canOpen, type SecretBox } from "../../platform/secrets/secret-box";
import { secretContext } from "./endpoint";
import type { EndpointRow } from "./webhooks.store";

const AT_ONCE = 500;

const COLUMNS = ["account_id", "id", "secret", "previous_secret"] as const;

type SecretRow = Pick<EndpointRow, (typeof COLUMNS)[number]>;

const present = (db: Db) => db<EndpointRow>("webhook_endpoints").whereNot({ status: "deleted" });

/** Reseals the endpoint secrets that are sealed with an earlier key. */
export async function resealEndpointSecrets(trx: Db, box: SecretBox): Promise<void> {
  for await (const rows of pages(trx)) {
    for (const { account_id, id } of rows.filter((row) => resealed(box, row) !== null)) {
      const endpoint = present(trx).where({ account_id, id });
      // A request may have changed the secrets or deleted the endpoint since the page was read.
      const row = (await lockRows(trx, endpoint.clone().first(...COLUMNS))) as SecretRow | undefined;
      const changed = row && resealed(box, row);
      if (changed) await endpoint.update(changed);
    }
  }
}

/** Returns the secrets sealed with the current key, or null if the current key has sealed them already. */
function resealed(box: SecretBox, { account_id, id, secret, previous_secret: previous }: SecretRow) {
  const context = secretContext(account_id, id);
  const again = (sealed: string) => box.resealed(sealed, context) ?? sealed;
  const changed = { secret: again(secret), previous_secret: previous === null ? null : again(previous) };
  return changed.secret === secret && changed.previous_secret === previous ? null : changed;
}

/** Returns the number of endpoints whose secrets the box cannot open. */
export async function unreadableEndpointSecrets(db: Db, box: SecretBox): Promise<number> {
  let unreadable = 0;
  for await (const rows of pages(db)) {
    unreadable += rows.filter(({ account_id, id, secret, previous_secret }) => {
      const sealed = previous_secret === null ? [secret] : [secret, previous_secret];
      return !sealed.every((one) => canOpen(box, one, secretContext(account_id, id)));
    }).length;
  }
  return unreadable;
}

async function* pages(db: Db): AsyncGenerator<SecretRow[]> {
  let last: SecretRow | undefined;
  do {
    const rows: SecretRow[] = await page(db, last);
    yield rows;
    last = rows.length < AT_ONCE ? undefined : rows.at(-1);
  } while (last);
}

function page(trx: Db, after: SecretRow | undefined): Promise<SecretRow[]> {
  const query = present(trx);
  if (after) void query.whereRaw("(account_id, id) > (?, ?)", [after.account_id, after.id]);
  return query
    .orderBy(["account_id", "id"])
    .limit(AT_ONCE)
    .select(...COLUMNS);
}
