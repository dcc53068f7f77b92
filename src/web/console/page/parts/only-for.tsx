import type { Purpose } from "../../../../client";
import { useTexts } from "../texts/language";

/** Names the purposes that blacklists suppress. Shows nothing for all purposes or none. */
export function OnlyFor({ purposes }: { purposes: readonly Purpose[] }) {
  const { t } = useTexts();
  if (purposes.length === 0 || purposes.length === Object.keys(t.purpose).length) return null;
  return <> ({t.lists.onlyFor(purposes.map((purpose) => t.purpose[purpose]).join(", "))})</>;
}
