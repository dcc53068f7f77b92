import { useEffect, useState } from "preact/hooks";

/** Debounces a value: returns it once it has not changed for `ms` milliseconds. */
export function useSettled(value: string, ms = 400): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
