import type { Purpose } from "../../../../client";
import { useTexts } from "../texts/language";
import { onlyForText } from "./only-for-text";

/** Names the purposes that blacklists suppress. Shows nothing for all purposes or none. */
export function OnlyFor({ purposes }: { purposes: readonly Purpose[] }) {
  const { t } = useTexts();
  return <>{onlyForText(purposes, t)}</>;
}
