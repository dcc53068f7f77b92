const keyOf = (accountId: string) => `recado.test-number.${accountId}`;

/** Returns the number to which this browser last sent the account's test; empty if there is none. */
export const rememberedNumber = (accountId: string): string => localStorage.getItem(keyOf(accountId)) ?? "";

export function rememberNumber(accountId: string, number: string): void {
  try {
    localStorage.setItem(keyOf(accountId), number);
  } catch {
    // The storage is full, so the form of the next test does not start with this number.
  }
}
