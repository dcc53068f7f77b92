import { ID_PATTERN } from "../platform/ids";

const KEY = new RegExp(`^${ID_PATTERN}/${ID_PATTERN}$`);

/**
 * Returns the key if it has the form `<account id>/<file id>`, and throws otherwise. A valid key cannot
 * address a path outside the storage.
 */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new Error("Not a storage key");
  return key;
}
