import type { Db } from "../../platform/db/dialect";
import { canOpen, type SecretBox } from "../../platform/secrets/secret-box";
import { secretContext } from "./endpoint";
import type { EndpointRow } from "./webhooks.store";

const AT_ONCE = 500;

type SecretRow = Pick<EndpointRow, "account_id" | "id" | "secret" | "previous_secret">;

/** Reseals the endpoint secrets that are sealed with an earlier key. */
export async function resealEndpointSecrets(trx: Db, secrets: SecretBox): Promise<void> {
  for await (const rows of pages(trx)) for (const row of rows) await reseal(trx, secrets, row);
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
  const query = trx<EndpointRow>("webhook_endpoints").whereNot({ status: "deleted" });
  if (after) void query.whereRaw("(account_id, id) > (?, ?)", [after.account_id, after.id]);
  return query
    .orderBy(["account_id", "id"])
    .limit(AT_ONCE)
    .select("account_id", "id", "secret", "previous_secret");
}

async function reseal(trx: Db, secrets: SecretBox, row: SecretRow): Promise<void> {
  const { account_id, id, previous_secret } = row;
  const context = secretContext(account_id, id);
  const secret = secrets.resealed(row.secret, context);
  const previous = previous_secret === null ? null : secrets.resealed(previous_secret, context);
  if (secret === null && previous === null) return;
  await trx<EndpointRow>("webhook_endpoints")
    .where({ account_id, id })
    .update({ secret: secret ?? row.secret, previous_secret: previous ?? previous_secret });
}
