import type { ComponentChildren } from "preact";
import { useContext, useState } from "preact/hooks";
import { isRecadoError } from "../../../../client";
import { EditorContext } from "./context";

interface Props {
  /** Path of the section's fields in the request. An error in a field below this path opens the section. */
  path: string;
  title: string;
  isOpen: boolean;
  children: ComponentChildren;
}

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
