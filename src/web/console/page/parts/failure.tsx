import { isRecadoError } from "../../../../client";
import { useTexts } from "../texts/language";

interface Props {
  of: unknown;
  /** What a press on “again” does; without it there is no such button. */
  onAgain?(): void;
  /** Fields that say beside themselves what is wrong with them. */
  except?: readonly string[];
}

/** Why something did not work, in the person's words; nothing where it did. */
export function Failure({ of, onAgain, except = [] }: Props) {
  const { t } = useTexts();
  if (of === null) return null;
  return (
    <p role="alert" class="refusal">
      {wordsFor(of, { except, isQuestion: onAgain !== undefined }, t)}{" "}
      {onAgain && (
        <button type="button" onClick={onAgain}>
          {t.state.again}
        </button>
      )}
    </p>
  );
}

type Words = ReturnType<typeof useTexts>["t"];

interface About {
  except: readonly string[];
  /** What is asked for comes again by itself; what a person does is the person's to repeat. */
  isQuestion: boolean;
}

function wordsFor(failure: unknown, { except, isQuestion }: About, t: Words): string {
  if (!isRecadoError(failure) || failure.status >= 500) return isQuestion ? t.state.away : t.state.notDone;
  if (failure.status === 403) return isQuestion ? t.state.forbidden : t.state.mayNot;
  const fields = failure.fields.filter(({ field }) => !except.includes(field));
  const said = fields.map(({ field, message }) => `${field}: ${message}`).join("; ");
  if (failure.fields.length > 0 && said === "") return t.state.seeFields;
  return t.state.failed(
    said || failure.message.replace(/^\w+: \d+ \w+: /, "").replace(/ \(request .*\)$/, ""),
  );
}

/** What the service holds against one field of a request; null: nothing. */
export function fieldFault(failure: unknown, field: string): string | null {
  if (!isRecadoError(failure)) return null;
  return failure.fields.find((one) => one.field === field)?.message ?? null;
}
