const keyOf = (accountId: string) => `recado.test-number.${accountId}`;

/** Returns the number that received the last test in this browser; empty if there is none. */
export function rememberedNumber(accountId: string): string {
  try {
    return localStorage.getItem(keyOf(accountId)) ?? "";
  } catch {
    return "";
  }
}

export function rememberNumber(accountId: string, number: string): void {
  try {
    localStorage.setItem(keyOf(accountId), number);
  } catch {
    // The storage is full or disabled. The next test starts without a number.
  }
}
