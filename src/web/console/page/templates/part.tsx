import type { ComponentChildren } from "preact";
import { useContext, useState } from "preact/hooks";
import { isRecadoError } from "../../../../client";
import { EditorContext } from "./context";

interface Props {
  /** Of the part in the request: what is wrong within it opens it. */
  path: string;
  title: string;
  isOpen: boolean;
  children: ComponentChildren;
}

/** A card or a suggestion, which folds. */
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
