import { treeOf } from "../debian/tree";

/** Returns the folder of the separate Asterisk installation. */
export const asteriskRoot = (): string => treeOf("asterisk");
