/** Returns a function that makes one value for each account. The values live until the page closes. */
export function perAccount<Value>(make: () => Value): (accountId: string) => Value {
  const values = new Map<string, Value>();
  return (accountId) => {
    const value = values.get(accountId) ?? make();
    values.set(accountId, value);
    return value;
  };
}
