import { errorText } from "../platform/error-text";
import { SECOND } from "../platform/time";
import { withTimeout } from "../platform/with-timeout";
import { fields, type Output, plural } from "./output";

type CheckStatus = "ok" | "warning" | "error";

export interface Finding {
  status: CheckStatus;
  /** One sentence without secrets. */
  message: string;
  advice: string | null;
}

export interface CheckResult extends Finding {
  check: string;
}

export interface Check {
  name: string;
  /** Advice to the operator if the check fails. */
  advice: string;
  /** Returns the findings. A rejection becomes an error with its reason. */
  run(signal: AbortSignal): Promise<Finding | Finding[]>;
}

export const CHECK_WITHIN_MS = 5 * SECOND;

/** Advice for a check that did not run because of an error that another check reports. */
export const CORRECT_ABOVE = "correct the error above, and run this command again";

export const ok = (message: string): Finding => ({ status: "ok", message, advice: null });
export const warning = (message: string, advice: string): Finding => ({ status: "warning", message, advice });
export const error = (message: string, advice: string): Finding => ({ status: "error", message, advice });

/** Runs a check. Its failure or timeout is a finding, so it never hides the other checks. */
export async function runCheck(
  { name, advice, run }: Check,
  withinMs: number = CHECK_WITHIN_MS,
): Promise<CheckResult[]> {
  const controller = new AbortController();
  const late = () => new Error(`no result within ${withinMs / SECOND} s`);
  try {
    const found = await withTimeout(withinMs, run(controller.signal), late);
    return [found].flat().map((finding) => ({ check: name, ...finding }));
  } catch (failure) {
    controller.abort();
    return [{ check: name, ...error(errorText(failure), advice) }];
  }
}

const SEVERITY: readonly CheckStatus[] = ["ok", "warning", "error"];

/** Returns the output of the results. The output has a failure if any result is an error. */
export function doctorOutput(results: readonly CheckResult[]): Output {
  const count = (status: CheckStatus) => results.filter((one) => one.status === status).length;
  const [warnings, errors] = [count("warning"), count("error")];
  const status = SEVERITY.findLast((one) => count(one) > 0) ?? "ok";
  const lines = results.flatMap(({ status, check, message, advice }) => [
    [`${status.padEnd(7)}  ${check}`, message] as const,
    ...(advice === null ? [] : [["", `what to do: ${advice}`] as const]),
  ]);
  const sum = `${plural(errors, "error")}, ${plural(warnings, "warning")}`;
  return {
    json: { status, errors, warnings, checks: results },
    text: `${fields(lines)}\n\n${errors + warnings === 0 ? "Everything is in order" : sum}`,
    ...(errors === 0 ? {} : { failure: `the doctor found ${sum}` }),
  };
}
