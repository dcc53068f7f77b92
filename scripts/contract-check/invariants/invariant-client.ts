import type { OperationId } from "../../../generated/server/binding";
import type { Client } from "../client";
import { operationOfId, resolved, type Schema } from "../contract";
import { pathOf, queryText, type RequestParts } from "../exchange";
import type { Sent } from "./curl";
import {
  eachNamed,
  type ParsedResponse,
  checkAtMost,
  checkGsm7,
  checkHistory,
  checkInternals,
  checkNullUnless,
  checkRequestId,
  checkSameId,
  checkSums,
  checkZero,
} from "./checks/passive";
import type { Finding, Untried } from "./verdicts";
import { responseSchema, generalInvariants, invariantsOf } from "./vocabulary";
import type { Model } from "./model";

/** Returns the results of the invariants that apply to every exchange. */
export function exchangeFindings(
  operation: OperationId,
  request: RequestParts,
  parsed: ParsedResponse,
): Finding[] {
  const found: Finding[] = [];
  const add = (invariant: string, faults: readonly string[]) =>
    void found.push({ invariant, operation, faults });
  const { request_id, no_internals, sums = {}, zero = {}, null_unless = {} } = generalInvariants;
  const { at_most = {}, gsm7 = {} } = generalInvariants;
  if (parsed.status >= 400) {
    if (request_id) add("request_id", checkRequestId(request_id, parsed));
    if (no_internals) add("no_internals", checkInternals(no_internals, parsed, JSON.stringify(request)));
    return found;
  }
  const { same_id, history } = invariantsOf(operation);
  if (same_id) add("same_id", checkSameId(same_id, request.params ?? {}, parsed));
  if (history) add("history", checkHistory(history, parsed));
  const schema = responseSchema(operationOfId(operation), parsed.status);
  if (schema) {
    eachNamed(
      schema,
      parsed.body,
      (one: Schema) => resolved(one),
      (name, value) => {
        if (sums[name]) add("sums", checkSums(sums[name], value));
        if (zero[name]) add("zero", checkZero(zero[name], value));
        if (null_unless[name]) add("null_unless", checkNullUnless(null_unless[name], value));
        if (at_most[name]) add("at_most", checkAtMost(at_most[name], value));
        if (gsm7[name]) add("gsm7", checkGsm7(gsm7[name], value));
      },
    );
  }
  return found;
}

/** Client for the steps of a sequence. The model holds what the API should have stored. */
export interface InvariantClient {
  readonly model: Model;
  /** Sends a request. Checks the invariants that apply to every exchange. */
  send(operation: OperationId, request: RequestParts): Promise<ParsedResponse>;
  sendWithoutKey(operation: OperationId, request: RequestParts): Promise<ParsedResponse>;
  /** Whether the sequence tries this operation, rather than only preparing others with it. */
  isSubject(operation: OperationId): boolean;
  find(invariant: string, operation: OperationId, faults: readonly string[]): void;
  unable(invariant: string, operation: OperationId, reason: string): void;
  addNote(invariant: string, operation: OperationId, text: string): void;
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
  /** Called with the milliseconds of each request. */
  onSpent(ms: number): void;
  /** Called with the status of each request with the key; 0 means no response. */
  onResponse(operation: OperationId, status: number): void;
  onFinding(finding: Finding): void;
  onUntried(untried: Untried): void;
  onNote(invariant: string, operation: OperationId, text: string): void;
}

/** Returns a client and the list of its sent requests. */
export function invariantClient(parts: InvariantClientParts): { client: InvariantClient; sent: Sent[] } {
  const { http, key, base, model } = parts;
  const sent: Sent[] = [];
  const names = new Map<string, number>();

  async function send(
    operation: OperationId,
    request: RequestParts,
    keyed: boolean,
  ): Promise<ParsedResponse> {
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
    const { headers = {} } = request;
    sent.push({
      method: exchange.request.method,
      url: base + pathOf(operationOfId(operation), request.params) + queryText(request.query),
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value ?? ""])),
      body: request.body === undefined ? "" : JSON.stringify(request.body),
      keyed,
      status: parsed.status,
      responseBody: body,
      saves: [],
    });
    if (keyed) parts.onResponse(operation, parsed.status);
    for (const finding of exchangeFindings(operation, request, parsed)) parts.onFinding(finding);
    return parsed;
  }

  const client: InvariantClient = {
    model,
    send: (operation, request) => send(operation, request, true),
    sendWithoutKey: (operation, request) => send(operation, request, false),
    isSubject: (operation) => parts.subjects.some(({ id }) => id === operation),
    find: (invariant, operation, faults) => parts.onFinding({ invariant, operation, faults }),
    unable: (invariant, operation, reason) => parts.onUntried({ invariant, operation, reason }),
    addNote: parts.onNote,
    save(kind, paths) {
      const last = sent.at(-1);
      if (last === undefined) return;
      last.saves = paths.map((path) => {
        const count = (names.get(kind) ?? 0) + 1;
        names.set(kind, count);
        return { path, name: `${kind}_${count}` };
      });
    },
  };
  return { client, sent };
}
