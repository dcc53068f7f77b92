import type { Draft } from "../service/use-draft";
import { useTexts } from "../texts/language";

/** Notice that the form shows restored input, with a button that discards it. */
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
