import { anyOf } from "../../platform/db/bulk";
import { type Db, rawChanges, typedBind } from "../../platform/db/dialect";
import { CHANNELS } from "../../messaging/channel";
import { PURPOSES } from "../../messaging/purpose";
import { NIL_ID } from "../../platform/ids";

const selects = (name: string, values: readonly string[]) =>
  values.map((value) => `select '${value}' as ${name}`).join(" union all ");

/**
 * Copies the numbers that processes of an earlier build have suppressed at erasures since the migration.
 * Skips numbers with a grant, which may have ended the suppression. Returns the number of new states.
 */
export const copySuppressedNumbers = (db: Db): Promise<number> =>
  rawChanges(
    db,
    `insert into consent_states
       (account_id, number_hash, channel, purpose, status, occurred_at, consent_id, follows_list)
     select s.account_id, s.hash, c.channel, p.purpose, 'revoked', 0, ${typedBind(db, "uuid")},
       min(case when l.is_provisioned then 1 else 0 end) = 1
     from suppressed_numbers s
       join contact_lists l on l.account_id = s.account_id and l.id = s.list_id and l.deleted_at is null
       join (${selects("channel", CHANNELS)}) c on l.channels like '%"' || c.channel || '"%'
       join (${selects("purpose", PURPOSES)}) p
         on l.purposes is null or l.purposes like '%"' || p.purpose || '"%'
     where l.type = 'blacklist' and not exists (select 1 from consent_states g
       where g.account_id = s.account_id and g.number_hash = s.hash and g.status = 'granted')
     group by s.account_id, s.hash, c.channel, p.purpose
     on conflict do nothing`,
    [NIL_ID],
  );

/**
 * Deletes the suppressions of numbers with these hashes that a grant has ended. Must run before the grants
 * are deleted, because `copySuppressedNumbers` skips a number only while it has a grant.
 */
export const deleteGrantedSuppressions = (
  trx: Db,
  accountId: string,
  hashes: readonly string[],
): Promise<number> =>
  trx("suppressed_numbers")
    .where({ account_id: accountId })
    .where(anyOf(trx, "hash", "text", hashes))
    .whereIn(
      "hash",
      trx("consent_states")
        .where({ account_id: accountId, status: "granted" })
        .where(anyOf(trx, "number_hash", "text", hashes))
        .select("number_hash"),
    )
    .del();
