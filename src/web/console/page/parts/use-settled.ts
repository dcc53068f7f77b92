import { useEffect, useState } from "preact/hooks";

/** The value once it has stayed the same for so many milliseconds: what is being typed is not asked for at each key. */
export function useSettled(value: string, ms = 400): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
