import type { Draft } from "../service/use-draft";
import { useTexts } from "../texts/language";

/** Says that the form shows restored input, and offers to discard it. */
export function Restored({ draft }: { draft: Pick<Draft<object>, "isRestored" | "isChanged" | "discard"> }) {
  const { t } = useTexts();
  if (!draft.isRestored || !draft.isChanged) return null;
  return (
    <p role="status" class="hint">
      {t.state.restored}{" "}
      <button type="button" class="plain" onClick={draft.discard}>
        {t.state.discard}
      </button>
    </p>
  );
}
