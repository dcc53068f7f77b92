import { type Db, dialectOf, rawRows } from "../../platform/db/dialect";

/**
 * The next version of the memberships: a number that rises strictly over all processes, in the order in which it was
 * asked for. It tells which of two changes came first where clocks could not: they have steps, and differ from one
 * machine to the next.
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
