import { useEffect, useState } from "preact/hooks";
import type { Gsm7Result } from "../../../../messaging/gsm7-text";

type ToGsm7 = (text: string) => Gsm7Result;

/**
 * Returns the service's function that transliterates a text into GSM-7; null while it is not loaded. Its
 * table is large, so it loads only when a text needs it.
 */
export function useToGsm7(isNeeded: boolean): ToGsm7 | null {
  const [loaded, setLoaded] = useState<{ toGsm7: ToGsm7 } | null>(null);
  useEffect(() => {
    if (!isNeeded) return;
    // If loading fails, pages show the original text and no number of saved segments.
    import("../../../../messaging/gsm7-text").then(setLoaded, () => undefined);
  }, [isNeeded]);
  return loaded?.toGsm7 ?? null;
}
