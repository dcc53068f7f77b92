import { isRecadoError } from "../../../../client";
import { useTexts } from "../language";
import type { Answer } from "../use-answer";

/** What there is to say of an answer besides its content. */
export function State({ answer }: { answer: Answer<unknown> }) {
  const { t } = useTexts();
  const { failure, value, asking, again } = answer;
  if (failure === null) {
    return (
      <p role="status" class="hint">
        {value === null && asking ? t.state.loading : ""}
      </p>
    );
  }
  const refused = isRecadoError(failure) && failure.status < 500;
  const words = refused
    ? failure.status === 403
      ? t.state.forbidden
      : t.state.failed(
          failure.fields.map(({ field, message }) => `${field} ${message}`).join("; ") || failure.message,
        )
    : t.state.away;
  return (
    <p role="alert" class="refusal">
      {words}{" "}
      <button type="button" onClick={again}>
        {t.state.again}
      </button>
    </p>
  );
}
