import { join } from "node:path";
import { treeOf } from "../debian/tree";

export const pgbouncerRoot = (): string => treeOf("pgbouncer");

/** Returns the path of PgBouncer, a connection pooler for PostgreSQL. */
export const pgbouncer = (): string => join(pgbouncerRoot(), "usr/sbin/pgbouncer");
