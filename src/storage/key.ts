import { ID_PATTERN } from "../platform/ids";

const KEY = new RegExp(`^${ID_PATTERN}/${ID_PATTERN}$`);

/** Returns a key of the form `<account id>/<file id>`. Throws for any other key, such as a path. */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new Error("Not a storage key");
  return key;
}

/** Folder of incomplete uploads on disk, beside the accounts' folders. No account id equals this name. */
export const INCOMING = "incoming";
