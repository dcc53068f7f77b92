import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Mutation } from "../service/hooks";
import { useTexts } from "../texts/language";
import { ActionButton, Failure, isConflict } from "./state";
import type { Draft } from "../service/use-draft";

type RestoredDraft = Pick<Draft<object>, "isRestored" | "isChanged" | "discard">;

interface RestoredProps {
  draft: RestoredDraft;
  /**
   * Whether the input is being saved. The discard button is then disabled, because discarding would change
   * the version that is being saved.
   */
  isSaving?: boolean;
}

/** Says that the form shows restored input, and offers to discard it; nothing without restored changes. */
export function Restored({ draft, isSaving = false }: RestoredProps) {
  const { t } = useTexts();
  if (!draft.isRestored || !draft.isChanged) return null;
  return (
    <p role="status" class="hint">
      {t.state.restored}{" "}
      <button type="button" class="plain" disabled={isSaving} onClick={draft.discard}>
        {t.state.discard}
      </button>
    </p>
  );
}

interface FieldsProps {
  isDisabled: boolean;
  children: ComponentChildren;
}

/**
 * Shows the fields of a form and disables them during a save. The page leaves the form after a successful
 * save, so input entered during the save would be lost.
 */
export function FormFields({ isDisabled, children }: FieldsProps) {
  // An element loses the focus when it is disabled. When it is enabled again, it gets the focus back.
  const focused = useRef<Element | null>(null);
  if (isDisabled) focused.current ??= document.activeElement;
  useLayoutEffect(() => {
    if (isDisabled) return;
    if (document.activeElement === document.body) (focused.current as HTMLElement | null)?.focus();
    focused.current = null;
  }, [isDisabled]);
  return (
    <fieldset class="contents" disabled={isDisabled}>
      {children}
    </fieldset>
  );
}

interface Props {
  class?: string;
  /** Draft that holds the input; absent for a form without a draft. */
  draft?: RestoredDraft;
  action: Pick<Mutation<[]>, "busy" | "failure">;
  /** Fields that the error above the buttons omits, because the form shows their errors beside its inputs. */
  except?: readonly string[];
  /** Text of the submit button. */
  submit: string;
  onSubmit(): void;
  /** Called by the button that cancels. Without it the button is hidden. */
  onCancel?(): void;
  /** Whether the form is in a dialog, where the submit button comes after the cancel button. */
  isDialog?: boolean;
  /** Whether the first input takes the focus when the form appears. */
  takesFocus?: boolean;
  children: ComponentChildren;
}

/**
 * Shows a form with a notice of restored input, the fields, the error and the buttons. The page must leave
 * the form after a successful save.
 */
export function Form(props: Props) {
  const { class: own, draft, action, except, submit, onSubmit, onCancel, children } = props;
  const { isDialog = false, takesFocus = false } = props;
  const { t } = useTexts();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (takesFocus) form.current?.querySelector<HTMLElement>("input:enabled")?.focus();
  }, []);
  const cancel = onCancel && (
    <button type="button" class="btn" disabled={action.busy} onClick={onCancel}>
      {t.state.cancel}
    </button>
  );
  return (
    <form
      ref={form}
      class={own}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <FormFields isDisabled={action.busy}>
        {draft && <Restored draft={draft} />}
        {children}
      </FormFields>
      {!isConflict(action.failure) && <Failure of={action.failure} except={except} />}
      <div class="choices">
        {isDialog && cancel}
        <ActionButton type="submit" class="btn btn-primary" isBusy={action.busy}>
          {submit}
        </ActionButton>
        {!isDialog && cancel}
      </div>
    </form>
  );
}
