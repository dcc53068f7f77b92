import type { ButtonHTMLAttributes } from "preact";
import type { Texts } from "../texts/en";
import { useTexts, wordFor } from "../texts/language";
import { isRecadoError } from "../../../../client";
import { fieldReason, type Localization, refusalReason } from "./reasons";
import { RateLimitWait } from "../service/rate";
import { Skeleton } from "../../../design/skeleton";
import type { QueryResult } from "../service/hooks";

/** Returns a scope in the words of the page of API keys, such as “Contacts and lists · read”. */
function scopeName(scope: string, { settings }: Texts): string {
  const [area = "", verb = ""] = scope.split(":");
  return `${wordFor(settings.keys.areas, area)} · ${wordFor(settings.keys.verbs, verb)}`;
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Whether the button's action is running. */
  isBusy: boolean;
}

/**
 * Shows a button that ignores activations while its action is running. A busy button is not disabled, because
 * a disabled element loses the focus.
 */
export function ActionButton({ isBusy, onClick, ...props }: ButtonProps) {
  return (
    <button
      {...props}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    />
  );
}

interface FailureProps {
  of: unknown;
  /** Called by the retry button. Without it the button is hidden. */
  onRetry?(): void;
  /** Fields to leave out, because the form shows their errors beside its inputs. */
  except?: readonly string[];
}

/** Shows an error in the user's language, or nothing for null. */
export function Failure({ of, onRetry, except = [] }: FailureProps) {
  const localization = useTexts();
  const { t, format } = localization;
  if (of === null) return null;
  if (of instanceof RateLimitWait) {
    return (
      <p role="status" class="hint">
        {t.state.rateLimited(format.span(Math.max(1, Math.floor(of.seconds))))}
      </p>
    );
  }
  const isFinal = isForbidden(of);
  return (
    <p role="alert" class="refusal">
      {errorTextOf(of, { except, isQuery: onRetry !== undefined }, localization)}{" "}
      {onRetry && !isFinal && (
        <button type="button" onClick={onRetry}>
          {t.state.again}
        </button>
      )}
      {onRetry && isFinal && <a href="/console">{t.notFound.toOverview}</a>}
    </p>
  );
}

interface ErrorTextOptions {
  except: readonly string[];
  /** Whether a query failed, which the page retries. The user must repeat a failed mutation. */
  isQuery: boolean;
}

function errorTextOf(
  failure: unknown,
  { except, isQuery }: ErrorTextOptions,
  localization: Localization,
): string {
  const { refusals, state } = localization.t;
  // A status below 400 means a response without valid JSON, truncated or from a proxy. The service is away.
  const isAway = isRecadoError(failure) && (failure.status < 400 || failure.status >= 500);
  if (!isRecadoError(failure) || (isAway && failure.code !== "internal_error")) {
    return isQuery ? state.away : state.notDone;
  }
  const fields = failure.fields.filter(({ field }) => !except.includes(field));
  if (failure.fields.length > 0 && fields.length === 0) {
    return state.seeFields(new Set(refusedFields(failure)).size === 1);
  }
  if (isForbidden(failure) && fields.length === 0) {
    const scope = missingScope(failure);
    if (scope !== null) return state.lacksScope(scopeName(scope, localization.t));
    return isQuery ? state.forbidden : refusals.codes.forbidden;
  }
  return state.failed(refusalReason(failure, localization, fields));
}

/** Returns whether the service refused a request because the key lacks a permission. */
export const isForbidden = (failure: unknown): boolean => isRecadoError(failure) && failure.status === 403;

/** Returns the scope that the key lacks, from the message of a 403; null for any other message. */
const missingScope = ({ message }: Pick<Error, "message">): string | null =>
  /This key lacks the scope ([a-z_]+:[a-z_]+)/.exec(message)?.[1] ?? null;

/** Returns whether the service refused a save because another user has changed the resource. */
export const isConflict = (failure: unknown): boolean => isRecadoError(failure, "precondition_failed");

/** Returns the paths of the fields that the service refused; none for failures other than the service's. */
export const refusedFields = (failure: unknown): string[] =>
  isRecadoError(failure) ? failure.fields.map(({ field }) => field) : [];

export const blames = (failure: unknown, field: string): boolean => refusedFields(failure).includes(field);

/** Returns a function that returns a field's error text; null if the failure does not concern it. */
export function useFieldFault(): (failure: unknown, field: string) => string | null {
  const localization = useTexts();
  return (failure, field) => {
    if (!isRecadoError(failure)) return null;
    const problem = failure.fields.find((one) => one.field === field);
    return problem ? fieldReason(problem, failure.code, localization) : null;
  };
}

export function State({ result }: { result: QueryResult<unknown> }) {
  const { failure, value, isLoading, refetch } = result;
  if (failure !== null) return <Failure of={failure} onRetry={refetch} />;
  return <Loading isLoading={value === null && isLoading} />;
}

/** Shows placeholder rows while something loads, and announces it to screen readers. */
export function Loading({ isLoading, rows }: { isLoading: boolean; rows?: number }) {
  const { t } = useTexts();
  return (
    <>
      <p role="status" class="sr-only">
        {isLoading ? t.state.loading : ""}
      </p>
      {isLoading && <Skeleton rows={rows} />}
    </>
  );
}
