import { treeOf } from "../debian/tree";

export const asteriskRoot = (): string => treeOf("asterisk");
