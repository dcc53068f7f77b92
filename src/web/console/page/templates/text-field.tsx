import type { ComponentChildren } from "preact";
import { useContext } from "preact/hooks";
import { Field } from "../parts/field";
import { placeholderFault } from "../parts/placeholder-fault";
import { TemplatedText } from "../parts/templated-text";
import { useTexts } from "../texts/language";
import { EditorContext, useFault } from "./context";

interface Props {
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
export function TextField({ label, path, hint, below, ...rest }: Props) {
  const { t } = useTexts();
  const { names, countOf } = useContext(EditorContext);
  const serviceFault = useFault(path);
  return (
    <Field label={label} hint={hint} fault={placeholderFault(rest.value, t) ?? serviceFault} below={below}>
      <TemplatedText names={names} countOf={countOf} {...rest} />
    </Field>
  );
}
