import type { Bench } from "../bench";
export const benchImport: Bench = async () => {};
