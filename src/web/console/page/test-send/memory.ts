import { intents } from "../send/intents";
import { perAccount } from "../service/per-account";
import { randomKey } from "../service/use-mutation";

/** Returns the account's test sends with unknown outcome. They outlive the dialog, but not a page reload. */
export const testsOf = perAccount(() => intents(randomKey));
