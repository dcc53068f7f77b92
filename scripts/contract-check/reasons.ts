import type { CheckOptions } from "./check-options";
import type { Operation } from "./contract";
import type { UntriedReason } from "./coverage";
import { hasSucceedingStep } from "./invariants/steps";
import { TIME_WAS_UP, type Verdicts } from "./invariants/verdicts";

const NOT_FROM_OUTSIDE = "cannot be provoked from outside: it takes a failure inside the service";
const TOO_MUCH_DATA = "cannot be provoked by a check: it takes more data than a check creates";
const WOULD_USE_UP = "would use up the account's requests: pass --limited-key with a key of another account";
export const READ_ONLY = "read-only: it would create or change data";

const INVARIANTS_ALONE = "only the invariants were tried";
const NO_REQUEST = "no request of the check got it";
const NO_SCENARIO = "no scenario reached a request for it that should succeed";
const NO_STEP = "the check has no request for it that could succeed: add a scenario or a body for it";

interface Ending {
  /** Reasons why scenarios ended early, by tag. */
  stopped: ReadonlyMap<string, string>;
  endedEarly: string | null;
  interrupted: boolean;
}

/** Returns a function that explains why a status without a recorded reason was not provoked. */
export function missedReason(
  { readOnly, invariantsOnly }: CheckOptions,
  { stopped, endedEarly, interrupted }: Ending,
) {
  return ({ tag, method }: Operation, status: number): string => {
    if (endedEarly !== null) return `the run ended early: ${endedEarly}`;
    if (readOnly && method !== "GET") return "read-only: the operation changes something";
    if (status === 429) return WOULD_USE_UP;
    if (status === 500 || status === 503) return NOT_FROM_OUTSIDE;
    if (status === 422 && method === "GET") return TOO_MUCH_DATA;
    if (readOnly) return READ_ONLY;
    if (invariantsOnly) return INVARIANTS_ALONE;
    if (interrupted) return "the run was interrupted";
    const why = stopped.get(tag);
    return why === undefined ? NO_REQUEST : `${NO_REQUEST}; ${why}`;
  };
}

/** Returns a function that explains why an operation never succeeded; null if the run was only partial. */
export function untriedReason(
  { readOnly, invariantsOnly, invariants }: CheckOptions,
  { stopped, endedEarly, interrupted }: Ending,
  verdicts: Verdicts | null,
): UntriedReason | null {
  if (readOnly || invariantsOnly || interrupted || endedEarly !== null) return null;
  return (operation, statuses) => {
    const { id, tag } = operation;
    const why = stopped.get(tag);
    const texts = statuses.map((status) => (status === 0 ? "nothing" : String(status)));
    if (texts.length > 0)
      return [`no request for it succeeded: returned ${texts.join(", ")}`, why ?? []].flat().join("; ");
    if (!hasSucceedingStep(operation)) return why === undefined ? NO_STEP : `${NO_SCENARIO}; ${why}`;
    if (!invariants)
      return "only the invariants have a request for it that could succeed, and they were not tried";
    if (verdicts?.isLate(id)) return `${TIME_WAS_UP}: increase --invariants-seconds`;
    return "there was nothing to call it with: what it needs could not be made";
  };
}
