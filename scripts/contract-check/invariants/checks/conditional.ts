import type { OperationInvariants } from "../../../../src/web/docs/invariants";
import { at, same, shown } from "../values";

type Invariant = NonNullable<OperationInvariants["conditional"]>;

/** One reading of a resource: its tag, if it has one, and its body. */
export interface Compared {
  tag: string | undefined;
  body: unknown;
}

/** Whether a running job may change the resource between two requests. */
const moves = ({ body }: Compared) => ["running", "pending"].includes(String(at(body, "status")));

/** A tag that no version has: the request is refused, and the resource stays as it was. */
export function checkUnknownTag(
  { reader, tag, header, otherwise }: Invariant,
  status: number,
  before: Compared,
  after: Compared,
): string[] {
  if (before.tag === undefined) return [`${reader} has no ${tag}`];
  if (status !== otherwise)
    return [`a tag that no version has in ${header} gets ${status}, not ${otherwise}`];
  const isSame = before.tag === after.tag || moves(before);
  return isSame ? [] : [`a request that got ${otherwise} changed the ${tag} that ${reader} has`];
}

/** The tag of the last read was refused: right only where the resource has changed by itself since. */
export const checkTagged = (
  { reader, tag, otherwise }: Invariant,
  before: Compared,
  after: Compared,
): string[] => (before.tag === after.tag ? [`the ${tag} of the last ${reader} gets ${otherwise}`] : []);

interface Changed {
  /** What the tag of before was answered; null where the tag is still the same. */
  old: number | null;
  before: Compared;
  after: Compared;
  /** After the tag of before was tried. */
  last: Compared;
}

/** After a change the tag is another one, and the one of before is refused and changes nothing. */
export function checkOldTag(
  { reader, tag, otherwise }: Invariant,
  names: readonly string[],
  seen: Changed,
): string[] {
  const { old, before, after, last } = seen;
  if (old === null) {
    const changed = names.filter((name) => !same(at(before.body, name), at(after.body, name)));
    return changed.map(
      (name) => `${name} has changed, and ${reader} still has the ${tag} ${shown(after.tag)}`,
    );
  }
  if (old !== otherwise) return [`the ${tag} of before the last change gets ${old}, not ${otherwise}`];
  const isSame = last.tag === after.tag || moves(after);
  return isSame ? [] : [`a request that got ${otherwise} changed the ${tag} that ${reader} has`];
}
