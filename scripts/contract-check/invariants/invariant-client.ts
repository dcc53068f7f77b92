import type { OperationId } from "../../../generated/server/binding";
import type { Client } from "../client";
import type { RequestParts } from "../exchange";
import type { ParsedResponse } from "./checks/passive";
import { type Sent, sentOf } from "./curl";
import type { Model } from "./model";
import type { Finding, Verdicts } from "./verdicts";

/** Client for a step of a sequence. The model holds what the API should have stored. */
export interface InvariantClient {
  readonly model: Model;
  /** Whether the sequence tries the step's operation, rather than only preparing others with it. */
  readonly isSubject: boolean;
  send(operation: OperationId, request: RequestParts, keyed?: boolean): Promise<ParsedResponse>;
  /** Records the result of an invariant of the step's operation. */
  find(invariant: string, faults: readonly string[]): void;
  unable(invariant: string, reason: string): void;
  addNote(invariant: string, text: string): void;
  /** Assigns shell variables to the ids at these paths of the last response. */
  save(kind: string, paths: readonly string[]): void;
}

export interface InvariantClientParts {
  http: Client;
  key: string;
  /** Base URL with the version prefix, for shell commands. */
  base: string;
  model: Model;
  subjects: readonly { id: OperationId }[];
  verdicts: Verdicts;
  /** Called with the milliseconds of each request. */
  onSpent(ms: number): void;
  /** Called with the status of each request with the key; 0 means no response. */
  onResponse(operation: OperationId, status: number): void;
  /** Called with each violation, which is not yet recorded. */
  onViolation(finding: Finding): void;
}

/** Returns a function that makes the client for a step, and the list of all sent requests. */
export function invariantClients(parts: InvariantClientParts): {
  clientFor(operation: OperationId): InvariantClient;
  sent: Sent[];
} {
  const { http, key, base, model, verdicts } = parts;
  const sent: Sent[] = [];
  const names = new Map<string, number>();

  const record = (finding: Finding) =>
    finding.faults.length > 0 ? parts.onViolation(finding) : verdicts.add(finding);

  async function send(operation: OperationId, request: RequestParts, keyed = true): Promise<ParsedResponse> {
    const begun = performance.now();
    const exchange = await http.send({
      operation,
      request,
      key: keyed ? key : null,
      purpose: "tries an invariant",
      expected: null,
      invalid: !keyed,
    });
    parts.onSpent(performance.now() - begun);
    const { response, body } = exchange;
    const parsed = { status: response?.status ?? 0, headers: response?.headers ?? {}, body };
    sent.push(sentOf(base, exchange));
    if (keyed) parts.onResponse(operation, parsed.status);
    return parsed;
  }

  const clientFor = (operation: OperationId): InvariantClient => ({
    model,
    send,
    isSubject: parts.subjects.some(({ id }) => id === operation),
    find: (invariant, faults) => record({ invariant, operation, faults }),
    unable: (invariant, reason) => verdicts.unable(invariant, operation, reason),
    addNote: (invariant, text) => verdicts.addNote(invariant, operation, text),
    save(kind, paths) {
      const last = sent.at(-1);
      if (last === undefined) return;
      last.saves = paths.map((path) => {
        const count = (names.get(kind) ?? 0) + 1;
        names.set(kind, count);
        return { path, name: `${kind}_${count}` };
      });
    },
  });
  return { clientFor, sent };
}
