/** Returns `usual`, the number of random runs of a test, times RECADO_TEST_RUNS (1 if it is not set). */
export function runs(usual: number): number {
  const value = process.env.RECADO_TEST_RUNS ?? "1";
  if (!/^[1-9]\d*$/.test(value)) throw new Error("`RECADO_TEST_RUNS` must be a positive integer.");
  return usual * Number(value);
}
