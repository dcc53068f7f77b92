import { NumberFinder } from "../../messaging/erased-number";
import type { Platform } from "../../platform/platform";
import { Problem } from "../../platform/problem";
import type { Storage } from "../../storage/storage";
import { storageKey } from "../files/addresses";
import { removeFile } from "../files/removal";
import { importUse } from "./retention";

type Deps = Pick<Platform, "db" | "clock" | "log"> & { storage: Storage };

/**
 * Removes an uploaded contact file, as the retention of imports does, if it contains the number (E.164) in
 * any spelling. Returns `absent` if the file does not exist or does not contain the number, and `in use` if a
 * running import still needs the file.
 */
export async function removeTableWith(
  deps: Deps,
  { accountId, phone }: { accountId: string; phone: string },
  fileId: string,
): Promise<"absent" | "removed" | "in use"> {
  if (!(await containsNumber(deps.storage, { accountId, phone }, fileId))) return "absent";
  try {
    await removeFile(deps, [importUse], accountId, fileId);
    return "removed";
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.status === 409 ? "in use" : "absent";
  }
}

/** Returns whether an uploaded contact file seems to contain the number in any spelling. */
export async function containsNumber(
  storage: Storage,
  { accountId, phone }: { accountId: string; phone: string },
  id: string,
): Promise<boolean> {
  const key = storageKey({ accountId, id });
  if ((await storage.stat(key)) === null) return false;
  const finder = new NumberFinder(phone);
  // Windows-1252 is decoded as UTF-8 too, which damages letters but not ASCII digits. NFKC turns full-width
  // digits into ASCII digits.
  const decoder = new TextDecoder();
  for await (const chunk of await storage.read(key)) {
    finder.feed(decoder.decode(chunk as Buffer, { stream: true }).normalize("NFKC"));
    if (finder.found) return true;
  }
  return false;
}
