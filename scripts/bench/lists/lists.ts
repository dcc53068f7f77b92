import type { Bench } from "../bench";
export const benchLists: Bench = async () => {};
