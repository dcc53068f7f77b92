import { type ComponentChildren, createContext } from "preact";
import { useContext, useState } from "preact/hooks";
import { useFieldFault } from "../parts/state";
import { Field } from "../parts/form";
import { placeholderFault } from "../parts/placeholder-fault";
import { TemplatedText } from "../parts/templated-text";
import { useTexts } from "../texts/language";
import { isRecadoError } from "../../../../client";

export const EditorContext = createContext<{
  failure: unknown;
  names: readonly string[];
  /** Returns a text with the number of contacts that have the variable `name`; null while unknown. */
  countOf(name: string): string | null;
}>({ failure: null, names: [], countOf: () => null });

/** Returns the error text for a field, by its path such as `content.cards[0].title`; null if it is valid. */
export function useFault(path: string): string | null {
  const fieldFault = useFieldFault();
  return fieldFault(useContext(EditorContext).failure, path);
}

interface TextProps {
  label: string;
  /** Path of the field in the request. */
  path: string;
  value: string;
  onValue(value: string): void;
  maxLength: number;
  hint?: string;
  required?: boolean;
  isLine?: boolean;
  isSms?: boolean;
  /** Content below the text, such as its size. */
  below?: ComponentChildren;
}

/** Shows a field of the template editor for a text with placeholders. */
export function TextField({ label, path, hint, below, ...rest }: TextProps) {
  const { t } = useTexts();
  const { names, countOf } = useContext(EditorContext);
  const serviceFault = useFault(path);
  return (
    <Field label={label} hint={hint} fault={placeholderFault(rest.value, t) ?? serviceFault} below={below}>
      <TemplatedText names={names} countOf={countOf} {...rest} />
    </Field>
  );
}

interface PartProps {
  /** Path of the section's fields in the request. An error in a field below this path opens the section. */
  path: string;
  title: string;
  isOpen: boolean;
  children: ComponentChildren;
}

export function Part({ path, title, isOpen, children }: PartProps) {
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
