import { useTexts } from "../texts/language";
import type { Answer } from "../service/use-answer";
import { Failure } from "./failure";

/** What there is to say of an answer besides its content. */
export function State({ answer }: { answer: Answer<unknown> }) {
  const { t } = useTexts();
  const { failure, value, asking, again } = answer;
  if (failure !== null) return <Failure of={failure} onAgain={again} />;
  return (
    <p role="status" class="hint">
      {value === null && asking ? t.state.loading : ""}
    </p>
  );
}
