import { treeOf } from "../debian/tree";

/** Where Asterisk's tree lies, apart from the system's own. */
export const asteriskRoot = (): string => treeOf("asterisk");
