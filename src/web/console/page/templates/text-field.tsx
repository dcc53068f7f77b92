import type { ComponentChildren } from "preact";
import { useContext } from "preact/hooks";
import { Field } from "../parts/field";
import { TemplatedText } from "../parts/templated-text";
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
  const { names, countOf } = useContext(EditorContext);
  return (
    <Field label={label} hint={hint} fault={useFault(path)} below={below}>
      <TemplatedText names={names} countOf={countOf} {...rest} />
    </Field>
  );
}
