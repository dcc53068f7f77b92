import type { OperationInvariants } from "../../../../src/web/docs/invariants";
import { at, isMoving, same, shown } from "../values";

type Invariant = NonNullable<OperationInvariants["conditional"]>;

/** Tag (`ETag`) and body of one read of a resource. */
export interface Compared {
  tag: string | undefined;
  body: unknown;
}

/** Returns whether a background job may change the resource between two requests. */
const mayChange = ({ body }: Compared) => isMoving(body);

/** Checks that a request with an unknown tag is refused and changes nothing. */
export function checkUnknownTag(
  { reader, tag, header, otherwise }: Invariant,
  status: number,
  before: Compared,
  after: Compared,
): string[] {
  if (before.tag === undefined) return [`${reader} has no ${tag}`];
  if (status !== otherwise)
    return [`a tag that no version has in ${header} gets ${status}, not ${otherwise}`];
  const isSame = before.tag === after.tag || mayChange(before);
  return isSame ? [] : [`a request that got ${otherwise} changed the ${tag} that ${reader} has`];
}

/** Checks a refused request with the last read tag: the resource must have changed since the read. */
export const checkTagged = (
  { reader, tag, otherwise }: Invariant,
  before: Compared,
  after: Compared,
): string[] => (before.tag === after.tag ? [`the ${tag} of the last ${reader} gets ${otherwise}`] : []);

interface Changed {
  /** Status of the request with the old tag; null if the change kept the tag. */
  old: number | null;
  before: Compared;
  after: Compared;
  /** State of the resource after the request with the old tag. */
  last: Compared;
}

/** Checks that a change gives a new tag, and that a request with the old tag changes nothing. */
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
  const isSame = last.tag === after.tag || mayChange(after);
  return isSame ? [] : [`a request that got ${otherwise} changed the ${tag} that ${reader} has`];
}
