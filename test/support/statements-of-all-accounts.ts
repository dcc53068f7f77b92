/** A statement of several accounts on tables that a distributed PostgreSQL spreads by account. */
export interface StatementOfAllAccounts {
  /** Beginning of the plain statement. */
  begins: string;
  /** Text in the statement, if its beginning is not unique. */
  contains?: string;
  reason: string;
}

const CLOCK = "corrects instants that a clock ahead has stored, in all rows at once; such rows are rare";
const PURGE = "purges the oldest rows of all accounts in chunks, however many accounts there are";
const ROLL_UP = "finds the accounts with enough counts to roll up";

/**
 * Statements without an account. They belong to periodic jobs, never to a request or a message, and ask every
 * server of a distributed database.
 */
export const STATEMENTS_OF_ALL_ACCOUNTS: readonly StatementOfAllAccounts[] = [
  {
    begins: "select account_id, id, scheduled_at from campaigns where status = 'scheduled'",
    reason: "finds the campaigns that are due, by an index on their time",
  },
  { begins: "update webhook_endpoints set previous_secret_expires_at = $1 where previous", reason: CLOCK },
  { begins: "update webhook_endpoints set failing_since = $1 where failing_since >", reason: CLOCK },
  { begins: "update webhook_endpoints set last_attempt_at = $1 where last_attempt_at >", reason: CLOCK },
  { begins: "update idempotency_keys set created_at = $1 where created_at >", reason: CLOCK },
  {
    begins: "with recursive accounts_waiting(account_id) as",
    contains: "update follow_ups set due_at = $2",
    reason: CLOCK,
  },
  { begins: "with chunk as", contains: "delete from unconfirmed_submissions", reason: PURGE },
  { begins: "with chunk as", contains: "delete from submission_reservations", reason: PURGE },
  { begins: "with chunk as", contains: "delete from idempotency_keys", reason: PURGE },
  { begins: "with chunk as", contains: "delete from webhook_delivery_counts", reason: PURGE },
  { begins: "with chunk as", contains: "delete from follow_ups", reason: PURGE },
  { begins: "delete from former_members where (account_id, list_id, contact_id, joined) in", reason: PURGE },
  { begins: "select account_id from message_counts group by account_id having", reason: ROLL_UP },
  { begins: "select account_id from message_tag_counts group by account_id having", reason: ROLL_UP },
  { begins: "select account_id from contact_counts group by account_id having", reason: ROLL_UP },
  {
    begins: "select account_id, id, status from webhook_endpoints where (account_id, id) > ($1, $2)",
    reason: "goes through the endpoints of all accounts, to purge their deliveries one endpoint at a time",
  },
  {
    begins:
      "select l.account_id, l.list_id from (select account_id, id as list_id, deleted_at from contact_lists",
    reason: "finds a deleted list that still has members, to purge them list by list",
  },
  {
    begins: "select account_id, id from imports where listed > 0 and completed_at <",
    reason: "finds the oldest imports with rejected rows, to purge them import by import",
  },
  {
    begins: "select * from privacy_requests where size_bytes is not null and expires_at <=",
    reason: "finds the exports that have expired, to delete their files one by one",
  },
];
