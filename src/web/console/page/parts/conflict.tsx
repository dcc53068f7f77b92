import type { Recado } from "../../../../client";
import type { Edit, Versioned } from "../service/use-draft";
import { useQuery } from "../service/hooks";
import { useTexts } from "../texts/language";
import { isConflict, State } from "./state";

/** Names and values of a resource's fields as text, to compare two versions. */
export type Shown = readonly (readonly [name: string, value: string])[];

interface Props<T, Entered> {
  of: Edit<T, Entered>;
  /** Reads the resource as another user has saved it. */
  read(recado: Recado): Promise<T>;
  shown(entered: Entered): Shown;
}

/**
 * Shows how another user's version differs from the draft, and offers to keep either. Shows nothing unless
 * the service rejected the save because of that version.
 */
export function Conflict<T extends Versioned, Entered>(props: Props<T, Entered>) {
  return isConflict(props.of.action.failure) ? <Choice {...props} /> : null;
}

function Choice<T extends Versioned, Entered>({ of, read, shown }: Props<T, Entered>) {
  const { t, format } = useTexts();
  const { draft, action } = of;
  // The key is the draft's version, which the service rejected. A new key makes the query read the resource
  // again.
  const result = useQuery(draft.version ?? "", read);
  const other = result.value;
  if (other === null) return <State result={result} />;
  const others = new Map(shown(of.enteredOf(other)));
  const differing = shown(draft.value).filter(([name, value]) => others.get(name) !== value);
  return (
    <section role="alert" class="card refusal">
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
        <button type="button" disabled={action.busy} onClick={() => of.load(other)}>
          {t.state.loadOther}
        </button>
        <button type="button" disabled={action.busy} onClick={() => of.overwrite(other)}>
          {t.state.saveMine}
        </button>
      </div>
    </section>
  );
}
