import { anyOf, rowsFrom, type Statement } from "../../platform/db/bulk";
import { type Db, lockRows } from "../../platform/db/dialect";
import type { Instant } from "../../platform/time";
import type { AttemptEntry } from "./delivery";
import type { DisabledReason, EndpointKey } from "./endpoint";
import { signingSecrets } from "./endpoint-secrets.store";
import { type EndpointRow, IN_ENABLED_ACCOUNT, toAttempt } from "./webhooks.store";

export interface Target extends EndpointKey {
  url: string;
  /** Sealed signing secrets, newest first. */
  secrets: string[];
  failingSince: Instant | null;
}

/** Selects the enabled endpoints among `endpoints`, in key order. */
const enabledOf = (db: Db, endpoints: readonly EndpointKey[]) =>
  db<EndpointRow>("webhook_endpoints")
    .where(anyOf(db, "account_id", "uuid", [...new Set(endpoints.map(({ accountId }) => accountId))]))
    .where(
      anyOf(
        db,
        "id",
        "uuid",
        endpoints.map(({ webhookId }) => webhookId),
      ),
    )
    .where({ status: "enabled" })
    .orderBy(["account_id", "id"]);

/** Returns the enabled endpoints among `endpoints` whose account is enabled. */
export async function targetsOf(db: Db, endpoints: readonly EndpointKey[], now: Instant): Promise<Target[]> {
  if (endpoints.length === 0) return [];
  const rows = await enabledOf(db, endpoints).whereRaw(IN_ENABLED_ACCOUNT);
  return rows.map((row) => ({
    accountId: row.account_id,
    webhookId: row.id,
    url: row.url,
    failingSince: row.failing_since,
    secrets: signingSecrets(row, now),
  }));
}

interface EndpointRecord extends EndpointKey {
  url: string;
  failingSince: Instant | null;
  lastAttempt: AttemptEntry | null;
}

/** Locks the enabled endpoints in key order and returns their records. */
export async function lockRecords(trx: Db, endpoints: readonly EndpointKey[]): Promise<EndpointRecord[]> {
  if (endpoints.length === 0) return [];
  const rows = await lockRows(trx, enabledOf(trx, endpoints));
  return rows.map((row) => ({
    accountId: row.account_id,
    webhookId: row.id,
    url: row.url,
    failingSince: row.failing_since,
    lastAttempt: toAttempt(row),
  }));
}

/** Returns the statement that writes the records of endpoints that the transaction has locked. */
export function recordsStatement(trx: Db, records: readonly EndpointRecord[]): Statement | null {
  if (records.length === 0) return null;
  const incoming = rowsFrom(
    trx,
    "record",
    {
      webhook_id: "uuid",
      account_id: "uuid",
      since: "bigint",
      at: "bigint",
      status: "integer",
      error: "text",
      duration: "integer",
    },
    records.map(({ accountId, webhookId, failingSince, lastAttempt }) => {
      const [at, status, error, duration] = lastAttempt ?? [null, null, null, null];
      return {
        webhook_id: webhookId,
        account_id: accountId,
        since: failingSince,
        at,
        status,
        error,
        duration,
      };
    }),
  );
  return {
    sql: `update webhook_endpoints set failing_since = record.since, last_attempt_at = record.at,
       last_response_status = record.status, last_error = record.error, last_duration_ms = record.duration
     from ${incoming.sql}
     where webhook_endpoints.account_id = record.account_id and webhook_endpoints.id = record.webhook_id`,
    bindings: incoming.bindings,
  };
}

/** Disables an endpoint that the transaction has locked. */
export async function disableEndpoint(
  trx: Db,
  { accountId, webhookId }: EndpointKey,
  reason: Exclude<DisabledReason, "manual">,
  now: Instant,
): Promise<void> {
  await trx<EndpointRow>("webhook_endpoints")
    .where({ account_id: accountId, id: webhookId })
    .update({ status: "disabled", disabled_reason: reason, updated_at: now });
}
