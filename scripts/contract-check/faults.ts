import type { Taken } from "./ask";
import type { Fault, Probe } from "./exchange";
import type { Answer } from "./answer-check";
import { type PrismViolation, readViolations } from "./prism";

/** What Prism says, whatever stands around it: in a list, one entry is like the other. */
function prismCause({ location, message }: PrismViolation): string {
  const places = location.filter((place) => !/^\d+$/.test(place));
  const words = message.replace(/ property \S+/, "").replace(/\.\d+(?=\.|\b)/g, "");
  return `Prism ${places.slice(0, 2).join(".")} ${places.at(-1)} ${words}`;
}

/** What Prism says that counts. That a request breaks the contract is no fault where it was meant to. */
export function prismFaults(header: string | undefined, invalid: boolean): Fault[] {
  return readViolations(header)
    .filter(({ location, severity }) => severity === "Error" && (location[0] === "response" || !invalid))
    .map((violation) => ({
      by: "Prism" as const,
      message:
        violation.location[0] === "response"
          ? violation.message
          : `the request, which was meant to be right, is refused: ${violation.location.slice(1).join(".")} ${violation.message}`,
      causes: [prismCause(violation)],
    }));
}

/** That another status came than the request was made for. */
export function expectationFault(
  { operation, expected, invalid, purpose }: Probe,
  { status }: Answer,
): Fault[] {
  if (expected === null || expected === status) return [];
  const accepted = invalid === true && expected === 400 && status < 300;
  const refused = expected !== 403 && status === 403;
  const hint = accepted
    ? `an invalid request is accepted (${purpose}): `
    : expected === 403 && status < 500
      ? "a key without the scope is let through: "
      : refused
        ? "a key with the scope is refused: "
        : "";
  const outcome = `expected ${expected}, answered ${status}`;
  // Either the operation does so whatever is asked of it, or all operations when this is asked of them.
  const causes = [`${operation}: ${outcome}`, `${hint === "" ? purpose : hint}: ${outcome}`];
  return [{ by: "expectation", message: `${hint}${outcome}`, causes }];
}

/** Returns the faults of an expected response that contradicts what the scenario knows. */
export function meaningFaults({ operation, expected, holds }: Probe, answer: Answer): Fault[] {
  if (holds === undefined || answer.status !== expected) return [];
  try {
    return holds(answer.body === "" ? undefined : (JSON.parse(answer.body) as unknown)).map((message) => ({
      by: "expectation",
      message,
      causes: [`${operation}: ${message}`],
    }));
  } catch {
    // A body of another form is checked by its schema.
    return [];
  }
}

/** That no whole answer came. */
export function noAnswerFault(operation: string, taken: Exclude<Taken, { answer: Answer }>): Fault {
  const { kind, message } = taken;
  return {
    by: "expectation",
    message: `no answer: ${message}`,
    causes: [`${operation}: no answer, ${kind}`, `no answer, ${kind}`],
  };
}
