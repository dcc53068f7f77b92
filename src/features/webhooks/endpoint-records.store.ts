import type { Knex } from "knex";
import { anyOf, orderedJoin, rowsFrom, type Statement } from "../../platform/db/bulk";
import { type Binding, type Db, lockClause, rawRows } from "../../platform/db/dialect";
import { type Guard, type Query, runQuery, withLockedRows } from "../../platform/db/statement-batch";
import type { Instant } from "../../platform/time";
import type { AttemptEntry } from "./delivery";
import type { DisabledReason, EndpointKey } from "./endpoint";
import { SECRET_COLUMNS, signingSecrets } from "./endpoint-secrets.store";
import { type EndpointRow, IN_ENABLED_ACCOUNT, toAttempt } from "./webhooks.store";

export interface Target extends EndpointKey {
  url: string;
  /** Sealed signing secrets, newest first. */
  secrets: string[];
  failingSince: Instant | null;
}

/** Returns the condition that selects the enabled endpoints among `endpoints`. */
function enabledOf(db: Db, endpoints: readonly EndpointKey[]): Statement {
  const accounts = [...new Set(endpoints.map(({ accountId }) => accountId))];
  const ids = endpoints.map(({ webhookId }) => webhookId);
  const parts = [anyOf(db, "account_id", "uuid", accounts), anyOf(db, "id", "uuid", ids)];
  const [inAccount, named] = parts.map((part) => part.toSQL()) as [Knex.Sql, Knex.Sql];
  return {
    sql: `${inAccount.sql} and ${named.sql} and status = 'enabled'`,
    bindings: [...inAccount.bindings, ...named.bindings] as Binding[],
  };
}

/** Returns the query for the enabled endpoints among `endpoints` whose account is enabled, in key order. */
export function targetsQuery(
  db: Db,
  endpoints: readonly EndpointKey[],
  now: Instant,
): Query<EndpointRow, Target[]> {
  const enabled = enabledOf(db, endpoints);
  return {
    sql: `select url, failing_since, ${SECRET_COLUMNS.join(", ")} from webhook_endpoints
     where ${enabled.sql} and ${IN_ENABLED_ACCOUNT} order by account_id, id`,
    bindings: enabled.bindings,
    read: (rows) =>
      rows.map((row) => ({
        accountId: row.account_id,
        webhookId: row.id,
        url: row.url,
        failingSince: row.failing_since,
        secrets: signingSecrets(row, now),
      })),
  };
}

export const targetsOf = async (
  db: Db,
  endpoints: readonly EndpointKey[],
  now: Instant,
): Promise<Target[]> => (endpoints.length === 0 ? [] : runQuery(db, targetsQuery(db, endpoints, now)));

export interface EndpointRecord extends EndpointKey {
  url: string;
  failingSince: Instant | null;
  lastAttempt: AttemptEntry | null;
}

/** Locks the enabled endpoints in key order and returns their records. */
export async function lockRecords(trx: Db, endpoints: readonly EndpointKey[]): Promise<EndpointRecord[]> {
  if (endpoints.length === 0) return [];
  const { sql, bindings } = enabledOf(trx, endpoints);
  const lock = lockClause(trx, "for update");
  const rows = await rawRows<EndpointRow>(
    trx,
    `select * from webhook_endpoints where ${sql} order by account_id, id ${lock}`,
    bindings,
  );
  return rows.map((row) => ({
    accountId: row.account_id,
    webhookId: row.id,
    url: row.url,
    failingSince: row.failing_since,
    lastAttempt: toAttempt(row),
  }));
}

/**
 * Returns the statement that writes the records of endpoints that the transaction has locked, if the
 * condition is true. The condition can use the columns of the endpoint and the columns of `record`.
 */
export function recordsStatement(
  trx: Db,
  records: readonly EndpointRecord[],
  condition = "true",
): Statement | null {
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
     where webhook_endpoints.account_id = record.account_id and webhook_endpoints.id = record.webhook_id
       and ${condition}`,
    bindings: incoming.bindings,
  };
}

/**
 * Adds the lock of these endpoints, in key order, to a guard. The guard then requires that the endpoints are
 * enabled, have these URLs and do not fail.
 */
export function withHealthyEndpoints(
  db: Db,
  guard: Guard,
  endpoints: readonly Pick<EndpointRecord, "accountId" | "webhookId" | "url">[],
): Guard {
  const expected = rowsFrom(
    db,
    "x",
    { webhook_id: "uuid", account_id: "uuid", url: "text" },
    endpoints.map(({ accountId, webhookId, url }) => ({ webhook_id: webhookId, account_id: accountId, url })),
  );
  return withLockedRows(guard, {
    name: "healthy",
    select: (gate) =>
      `select e.account_id, e.id from ${expected.sql}
       ${orderedJoin(db)} webhook_endpoints e on e.account_id = x.account_id and e.id = x.webhook_id
       where e.status = 'enabled' and e.url = x.url and e.failing_since is null and ${gate}
       order by e.account_id, e.id ${lockClause(db, "for update")}`,
    bindings: expected.bindings,
    rows: endpoints.length,
  });
}

/** Condition of `recordsStatement` that the endpoint has no later attempt. */
export const NO_LATER_ATTEMPT =
  "(webhook_endpoints.last_attempt_at is null or webhook_endpoints.last_attempt_at <= record.at)";

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
