import { createHash } from "node:crypto";
import type { Value } from "../bulk";
import type { Db } from "../dialect";
import { type CopiedTable, rowsOfNamed } from "./tables";

// A row's text is its columns as PostgreSQL writes them, with a separator. A table's checksum is the sum of
// the first 32 bits of each row's SHA-256, so the order of the rows does not matter.

const SEPARATOR = "\x1f";
const NULL = "\x1e";

const written = (value: Value) => (value === null ? NULL : String(value));

export interface Contents {
  rows: number;
  checksum: bigint;
}

export function checksumOf(values: readonly Value[]): bigint {
  const text = values.map(written).join(SEPARATOR);
  return BigInt(createHash("sha256").update(text).digest().readUInt32BE(0));
}

/** Returns number and checksum of a table's rows. The PostgreSQL server reads every row. */
export async function contentsOf(target: Db, { name, columns }: CopiedTable): Promise<Contents> {
  const names = Object.keys(columns);
  const text = `concat_ws(chr(31), ${names.map(() => "coalesce(??::text, chr(30))").join(", ")})`;
  const bits = `('x' || encode(substring(sha256(convert_to(${text}, 'UTF8')) from 1 for 4), 'hex'))::bit(32)`;
  const [row] = await rowsOfNamed<{ rows: number; checksum: string }>(
    target,
    `select count(*) as rows, coalesce(sum(${bits}::bigint), 0)::text as checksum from ??`,
    [...names, name],
  );
  return { rows: row?.rows ?? 0, checksum: BigInt(row?.checksum ?? 0) };
}
