import type { OperationId } from "../../generated/server/binding";
import type { Outcome } from "./requester";
import { type Fault, fault, type Probe, type ServiceResponse } from "./exchange";
import { type PrismViolation, readViolations } from "./prism";

/** Returns the cause of a violation without list indices, so that all entries of a list share one cause. */
function prismCause({ location, message }: PrismViolation): string {
  const places = location.filter((place) => !/^\d+$/.test(place));
  const words = message.replace(/ property \S+/, "").replace(/\.\d+(?=\.|\b)/g, "");
  return `Prism ${places.slice(0, 2).join(".")} ${places.at(-1)} ${words}`;
}

/** Returns Prism's errors as faults. If the request is `invalid` on purpose, returns only response errors. */
export function prismFaults(header: string | undefined, invalid: boolean): Fault[] {
  return readViolations(header)
    .filter(({ location, severity }) => severity === "Error" && (location[0] === "response" || !invalid))
    .map((violation) => {
      const { location, message } = violation;
      const refused = `the valid request is refused: ${location.slice(1).join(".")} ${message}`;
      return fault("Prism", location[0] === "response" ? message : refused, prismCause(violation));
    });
}

export function expectationFault(
  { operation, expected, invalid, purpose }: Probe,
  { status }: ServiceResponse,
): Fault[] {
  if (expected === null || expected === status) return [];
  const accepted = invalid === true && expected === 400 && status < 300;
  const refused = expected !== 403 && status === 403;
  const hint = accepted
    ? `an invalid request is accepted (${purpose}): `
    : expected === 403 && status < 500
      ? "a key without the scope is accepted: "
      : refused
        ? "a key with the scope is refused: "
        : "";
  const outcome = `expected ${expected}, got ${status}`;
  // The fault may lie in the operation, for every request, or in the kind of request, for every operation. A
  // report groups by whichever cause is more common.
  const causes = [`${operation}: ${outcome}`, `${hint === "" ? purpose : hint}: ${outcome}`];
  return [fault("expectation", `${hint}${outcome}`, ...causes)];
}

/** Returns the contradictions that the scenario finds in an expected response. */
export function meaningFaults({ operation, expected, holds }: Probe, response: ServiceResponse): Fault[] {
  if (holds === undefined || response.status !== expected) return [];
  try {
    const body = response.body === "" ? undefined : (JSON.parse(response.body) as unknown);
    const found = holds(body, response.headers);
    return found.map((message) => fault("expectation", message, `${operation}: ${message}`));
  } catch {
    // A scenario trusts the types of the contract, so it may throw for a body that breaks its schema. The
    // schema check reports such a body.
    return [];
  }
}

export function noResponseFault(
  operation: OperationId,
  outcome: Exclude<Outcome, { response: ServiceResponse }>,
): Fault {
  const { kind, message } = outcome;
  const cause = `no response, ${kind}`;
  return fault("expectation", `no response: ${message}`, `${operation}: ${cause}`, cause);
}
