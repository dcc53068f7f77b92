import { type Db, lockRows } from "../../platform/db/dialect";
import { canOpen, type SecretBox } from "../../platform/secrets/secret-box";
import type { Instant } from "../../platform/time";
import { conflict } from "../../platform/problem";
import {
  type Endpoint,
  type EndpointKey,
  MAX_REPLACED_SECRETS,
  PREVIOUS_SECRET_LIFETIME_MS,
  secretContext,
} from "./endpoint";
import { type EndpointRow, toEndpoint } from "./webhooks.store";

const AT_ONCE = 500;

export const SECRET_COLUMNS = [
  "account_id",
  "id",
  "secret",
  "previous_secret",
  "previous_secret_expires_at",
  "earlier_secrets",
] as const;

type SecretRow = Pick<EndpointRow, (typeof SECRET_COLUMNS)[number]>;
type Secrets = Omit<SecretRow, "account_id" | "id">;

interface ReplacedSecret {
  /** Sealed secret. */
  secret: string;
  expires_at: Instant;
}

const earlierSecrets = ({ earlier_secrets: json }: Secrets) => JSON.parse(json ?? "[]") as ReplacedSecret[];

/**
 * Returns the replaced secrets that sign at this time, newest first. No earlier secret signs longer than the
 * previous one, so a correction of `previous_secret_expires_at` after a clock was ahead holds for all.
 */
function replacedSecrets(row: Secrets, now: Instant): ReplacedSecret[] {
  const { previous_secret: previous, previous_secret_expires_at: latest } = row;
  if (previous === null || latest === null) return [];
  return [{ secret: previous, expires_at: latest }, ...earlierSecrets(row)]
    .map(({ secret, expires_at }) => ({ secret, expires_at: Math.min(expires_at, latest) }))
    .filter(({ expires_at }) => expires_at > now);
}

/** Returns the sealed secrets that sign at this time, newest first. */
export const signingSecrets = (row: Secrets, now: Instant): string[] => [
  row.secret,
  ...replacedSecrets(row, now).map(({ secret }) => secret),
];

const tooManyRotations = () =>
  conflict(
    `A webhook secret can be rotated ${MAX_REPLACED_SECRETS} times within 24 hours: rotate it again later`,
  );

const present = (db: Db) => db<EndpointRow>("webhook_endpoints").whereNot({ status: "deleted" });

/**
 * Replaces the endpoint's secret, which keeps signing for a day. Returns null if the endpoint does not exist.
 * Throws 409 if the maximum number of replaced secrets sign.
 */
export async function rotateSecret(
  { db, secrets }: { db: Db; secrets: SecretBox },
  { accountId, webhookId }: EndpointKey,
  secret: string,
  now: Instant,
): Promise<Endpoint | null> {
  return db.transaction(async (trx) => {
    const endpoint = present(trx).where({ account_id: accountId, id: webhookId });
    const row = (await lockRows(trx, endpoint.clone().first(...SECRET_COLUMNS))) as SecretRow | undefined;
    if (!row) return null;
    const replaced = replacedSecrets(row, now);
    if (replaced.length >= MAX_REPLACED_SECRETS) throw tooManyRotations();
    const [updated] = await endpoint
      .update({
        secret: secrets.seal(secret, secretContext(accountId, webhookId)),
        previous_secret: row.secret,
        previous_secret_expires_at: now + PREVIOUS_SECRET_LIFETIME_MS,
        earlier_secrets: replaced.length === 0 ? null : JSON.stringify(replaced),
        updated_at: now,
      })
      .returning("*");
    return updated ? toEndpoint(updated) : null;
  });
}

/** Reseals the endpoint secrets that are sealed with an earlier key. */
export async function resealEndpointSecrets(trx: Db, box: SecretBox): Promise<void> {
  for await (const rows of pages(trx)) {
    for (const { account_id, id } of rows.filter((row) => resealed(box, row) !== null)) {
      const endpoint = present(trx).where({ account_id, id });
      // A request may have changed the secrets or deleted the endpoint since the page was read.
      const row = (await lockRows(trx, endpoint.clone().first(...SECRET_COLUMNS))) as SecretRow | undefined;
      const changed = row && resealed(box, row);
      if (changed) await endpoint.update(changed);
    }
  }
}

/** Returns the secrets sealed with the current key, or null if the current key has sealed them already. */
function resealed(box: SecretBox, row: SecretRow) {
  const { secret, previous_secret: previous, earlier_secrets: earlier } = row;
  const context = secretContext(row.account_id, row.id);
  const again = (sealed: string) => box.resealed(sealed, context) ?? sealed;
  const changed = {
    secret: again(secret),
    previous_secret: previous === null ? null : again(previous),
    earlier_secrets:
      earlier === null
        ? null
        : JSON.stringify(earlierSecrets(row).map((one) => ({ ...one, secret: again(one.secret) }))),
  };
  const isUnchanged =
    changed.secret === secret && changed.previous_secret === previous && changed.earlier_secrets === earlier;
  return isUnchanged ? null : changed;
}

/** Returns the number of endpoints whose secrets the box cannot open. */
export async function unreadableEndpointSecrets(db: Db, box: SecretBox): Promise<number> {
  let unreadable = 0;
  for await (const rows of pages(db)) {
    unreadable += rows.filter((row) => {
      const { account_id, id, secret, previous_secret: previous } = row;
      const earlier = earlierSecrets(row).map((one) => one.secret);
      const sealed = [secret, ...(previous === null ? [] : [previous]), ...earlier];
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
    .select(...SECRET_COLUMNS);
}
