/** Returns RECADO_TEST_MESSAGES, a number of messages; `usual` if it is not set. */
export function messageCount(usual: number): number {
  const value = process.env.RECADO_TEST_MESSAGES;
  if (value === undefined) return usual;
  if (!/^[1-9]\d*$/.test(value)) throw new Error("`RECADO_TEST_MESSAGES` must be a positive integer.");
  return Number(value);
}
