import { ID_PATTERN } from "../platform/ids";

const KEY = new RegExp(`^${ID_PATTERN}/${ID_PATTERN}$`);

/** Passes on a key of the form `<account id>/<file id>`, which leads nowhere but to its own object. */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new Error("Not a storage key");
  return key;
}
