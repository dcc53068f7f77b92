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
  own: Shown;
  shown(other: T): Shown;
  busy: boolean;
  onLoadOther(other: T): void;
  onOverwrite(other: T): void;
}

/** Shows a concurrent change by another user, and offers to keep either version. */
export function Conflict<T extends { updated_at: string | null }>(props: Props<T>) {
  return isConflict(props.failure) ? <Choice {...props} /> : null;
}

function Choice<T extends { updated_at: string | null }>(props: Props<T>) {
  const { version = "", read, own, shown, busy, onLoadOther, onOverwrite } = props;
  const { t, format } = useTexts();
  const result = useQuery(version, read);
  const other = result.value;
  if (other === null) return <State result={result} />;
  const others = new Map(shown(other));
  const differing = own.filter(([name, value]) => others.get(name) !== value);
  return (
    <section role="alert" class="card refusal conflict">
      <p>{t.state.conflict(other.updated_at === null ? null : format.instant(other.updated_at))}</p>
      <dl class="facts">
        {differing.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{t.state.conflictOwn(value)}</dd>
            <dd>{t.state.conflictOther(others.get(name) ?? "")}</dd>
          </div>
        ))}
      </dl>
      <div class="choices">
        <button type="button" disabled={busy} onClick={() => onLoadOther(other)}>
          {t.state.loadOther}
        </button>
        <button type="button" disabled={busy} onClick={() => onOverwrite(other)}>
          {t.state.saveMine}
        </button>
      </div>
    </section>
  );
}
