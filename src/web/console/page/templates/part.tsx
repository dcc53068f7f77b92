import type { ComponentChildren } from "preact";
import { useContext, useState } from "preact/hooks";
import { isRecadoError } from "../../../../client";
import { EditorContext } from "./context";

interface Props {
  /** Path in the request; a fault below it opens the section. */
  path: string;
  title: string;
  isOpen: boolean;
  children: ComponentChildren;
}

/** A foldable section for a card or a suggestion. */
export function Part({ path, title, isOpen, children }: Props) {
  const { failure } = useContext(EditorContext);
  const [open, setOpen] = useState(isOpen);
  const hasFault = isRecadoError(failure) && failure.fields.some(({ field }) => field.startsWith(path));
  return (
    <details
      class="part"
      open={open || hasFault}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{title}</summary>
      {children}
    </details>
  );
}
