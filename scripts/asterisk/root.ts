import { homedir } from "node:os";
import { join } from "node:path";

/** Where Asterisk's tree lies, apart from the system's own. */
export const asteriskRoot = (): string =>
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "recado", "asterisk", "root");
