import type { Purpose } from "../../../../client";
import { useTexts } from "../texts/language";
import { onlyForText } from "./only-for-text";

export function OnlyFor({ purposes }: { purposes: readonly Purpose[] }) {
  const { t } = useTexts();
  return <>{onlyForText(purposes, t)}</>;
}
