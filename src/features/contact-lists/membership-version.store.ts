import { type Db, dialectOf, rawRows } from "../../platform/db/dialect";

/**
 * Returns the next version of the memberships: a number that rises strictly across all processes, in the
 * order of the calls. It orders changes where clocks cannot, because clocks step back and differ between
 * machines.
 */
export async function nextMembershipVersion(trx: Db): Promise<number> {
  const [row] =
    dialectOf(trx) === "postgres"
      ? await rawRows<{ value: number }>(trx, "select nextval('membership_ticks') as value")
      : await rawRows<{ value: number }>(
          trx,
          "update membership_ticks set value = value + 1 returning value",
        );
  return Number(row?.value);
}
