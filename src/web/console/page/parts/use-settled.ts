import { useEffect, useState } from "preact/hooks";

/** Debounces a value: returns it after `ms` milliseconds without a change. */
export function useSettled(value: string, ms = 400): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
