import { isRecadoError } from "../../../../client";
import { useQuery } from "../service/use-query";
import { useTexts } from "../texts/language";
import { State } from "./state";

/** Fields of a resource as text, for comparison. */
export type Shown = readonly (readonly [name: string, value: string])[];

export const isConflict = (failure: unknown): boolean => isRecadoError(failure, "precondition_failed");

interface Props<T> {
  failure: unknown;
  /** `ETag` that the service refused. A new value reads the current version again. */
  version: string | undefined;
  read(signal: AbortSignal): Promise<T>;
  mine: Shown;
  shown(theirs: T): Shown;
  busy: boolean;
  onTheirs(theirs: T): void;
  onOverwrite(theirs: T): void;
}

/** Shows a concurrent change by another user, and offers to keep either version. */
export function Conflict<T extends { updated_at: string }>(props: Props<T>) {
  return isConflict(props.failure) ? <Choice {...props} /> : null;
}

function Choice<T extends { updated_at: string }>(props: Props<T>) {
  const { version = "", read, mine, shown, busy, onTheirs, onOverwrite } = props;
  const { t, format } = useTexts();
  const answer = useQuery(version, read);
  const theirs = answer.value;
  if (theirs === null) return <State answer={answer} />;
  const others = new Map(shown(theirs));
  const differing = mine.filter(([name, value]) => others.get(name) !== value);
  return (
    <section role="alert" class="card refusal conflict">
      <p>{t.state.conflict(format.instant(theirs.updated_at))}</p>
      <dl class="facts">
        {differing.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{t.state.conflictMine(value)}</dd>
            <dd>{t.state.conflictTheirs(others.get(name) ?? "")}</dd>
          </div>
        ))}
      </dl>
      <div class="choices">
        <button type="button" disabled={busy} onClick={() => onTheirs(theirs)}>
          {t.state.loadTheirs}
        </button>
        <button type="button" disabled={busy} onClick={() => onOverwrite(theirs)}>
          {t.state.saveMine}
        </button>
      </div>
    </section>
  );
}
