import type { OperationId } from "../../../generated/server/binding";
import { isOverLimit, OVER_LIMIT } from "../client";
import { ScenarioStopped } from "../context";
import type { RequestParts } from "../exchange";
import type { Run } from "../run-parts";
import type { ParsedResponse } from "./checks/passive";
import { type Sent, sentOf } from "./curl";
import type { Model } from "./model";
import { expectsRefusal, type Step } from "./steps";
import type { Finding, Verdicts } from "./verdicts";

/** Client for a step of a sequence. The model holds what the API should have stored. */
export interface InvariantClient {
  readonly model: Model;
  /** Whether the step tests its own operation; false for a step that only prepares other steps. */
  readonly isSubject: boolean;
  send(operation: OperationId, request: RequestParts, keyed?: boolean): Promise<ParsedResponse>;
  /** Records the result of an invariant of the step's operation. */
  find(invariant: string, faults: readonly string[]): void;
  unable(invariant: string, reason: string): void;
  addNote(invariant: string, text: string): void;
  /** Assigns shell variables to the ids at these paths of the last response. */
  save(kind: string, paths: readonly string[]): void;
}

const STEP = { purpose: "tries an invariant", expected: null };

/** Maximum milliseconds that count for a request. Longer requests include a rate-limit wait. */
const LONGEST_MS = 2_000;

/** Clients for the steps of a sequence, with a record of the clients' requests. */
export class SequenceClients {
  readonly sent: Sent[] = [];
  /** Violations that the caller has not taken yet; `verdicts` does not have them. */
  readonly violations: Finding[] = [];
  spentMs = 0;
  private readonly names = new Map<string, number>();

  constructor(
    private readonly run: Run,
    private readonly model: Model,
    private readonly verdicts: Verdicts,
  ) {}

  clientFor(step: Step): InvariantClient {
    const { operation } = step;
    const { model, verdicts } = this;
    return {
      model,
      isSubject: this.run.tested.some(({ id }) => id === operation),
      send: (called, request, keyed = true) => this.send(step, called, request, keyed),
      find: (invariant, faults) => {
        const finding = { invariant, operation, faults };
        if (faults.length > 0) this.violations.push(finding);
        else verdicts.add(finding);
      },
      unable: (invariant, reason) => verdicts.unable(invariant, operation, reason),
      addNote: (invariant, text) => verdicts.addNote(invariant, operation, text),
      save: (kind, paths) => this.save(kind, paths),
    };
  }

  private async send(
    step: Step,
    operation: OperationId,
    request: RequestParts,
    keyed: boolean,
  ): Promise<ParsedResponse> {
    const { client, options, base, coverage } = this.run;
    const begun = performance.now();
    const exchange = await client.send({
      operation,
      request,
      key: keyed ? options.key : null,
      invalid: !keyed,
      ...STEP,
    });
    this.spentMs += Math.min(performance.now() - begun, LONGEST_MS);
    if (isOverLimit(STEP, exchange)) {
      coverage.unableAll(step.operation, OVER_LIMIT);
      throw new ScenarioStopped(OVER_LIMIT);
    }
    this.sent.push(sentOf(base, exchange));
    const { response, body } = exchange;
    const status = response?.status ?? 0;
    if (keyed && operation === step.operation && !expectsRefusal(step)) coverage.attempt(operation, status);
    return { status, headers: response?.headers ?? {}, body };
  }

  private save(kind: string, paths: readonly string[]): void {
    const last = this.sent.at(-1);
    if (last === undefined) return;
    last.saves = paths.map((path) => {
      const count = (this.names.get(kind) ?? 0) + 1;
      this.names.set(kind, count);
      return { path, name: `${kind}_${count}` };
    });
  }
}
