import { isRecadoError } from "../../../../client";
import { useTexts } from "../texts/language";
import { fieldReason, refusalReason, type Said } from "./reasons";

interface Props {
  of: unknown;
  /** What a press on “again” does; without it there is no such button. */
  onRetry?(): void;
  /** Fields that say beside themselves what is wrong with them. */
  except?: readonly string[];
}

/** Why something did not work, in the person's words; nothing where it did. */
export function Failure({ of, onRetry, except = [] }: Props) {
  const said = useTexts();
  if (of === null) return null;
  return (
    <p role="alert" class="refusal">
      {wordsFor(of, { except, isQuestion: onRetry !== undefined }, said)}{" "}
      {onRetry && (
        <button type="button" onClick={onRetry}>
          {said.t.state.again}
        </button>
      )}
    </p>
  );
}

interface About {
  except: readonly string[];
  /** What is asked for comes again by itself; what a person does is the person's to repeat. */
  isQuestion: boolean;
}

function wordsFor(failure: unknown, { except, isQuestion }: About, said: Said): string {
  const { state } = said.t;
  if (!isRecadoError(failure) || (failure.status >= 500 && failure.code !== "internal_error")) {
    return isQuestion ? state.away : state.notDone;
  }
  const fields = failure.fields.filter(({ field }) => !except.includes(field));
  if (failure.fields.length > 0 && fields.length === 0) return state.seeFields;
  if (failure.status === 403 && fields.length === 0) return isQuestion ? state.forbidden : state.mayNot;
  return state.failed(refusalReason(failure, said, fields));
}

/** Whether the service holds something against one field of a request. */
export const blames = (failure: unknown, field: string): boolean =>
  isRecadoError(failure) && failure.fields.some((one) => one.field === field);

/** Tells what the service holds against one field of a request; null: nothing. */
export function useFieldFault(): (failure: unknown, field: string) => string | null {
  const said = useTexts();
  return (failure, field) => {
    if (!isRecadoError(failure)) return null;
    const problem = failure.fields.find((one) => one.field === field);
    return problem ? fieldReason(problem, failure.code, said) : null;
  };
}
