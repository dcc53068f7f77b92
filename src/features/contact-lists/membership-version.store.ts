import { type Db, dialectOf, rawRows } from "../../platform/db/dialect";

/**
 * Returns the next version of the memberships: a number that rises with every call, across all processes.
 * Clocks cannot order changes, because they step back and differ between machines.
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
