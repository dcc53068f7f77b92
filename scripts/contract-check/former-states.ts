import type { OperationId } from "../../generated/server/binding";
import type { ParsedExchange, Probe, RequestParts } from "./exchange";
import { readerOfPermanent, restoringRequest, writerOf } from "./invariants/permanent";
import { same } from "./invariants/values";

interface Former {
  reader: OperationId;
  params: Readonly<Record<string, string>>;
  state: unknown;
  isChanged: boolean;
  /** Whether the run has tried to restore the state since the last change. */
  isTried: boolean;
}

/**
 * Records the state of permanent resources, such as opt-out words and sending rules, as last read before the
 * run changed them. A permanent resource always exists: deleting it resets it. The run restores changed
 * resources after each scenario and when it ends.
 */
export class FormerStates {
  private readonly known = new Map<string, Former>();

  record({ operation, request }: Probe, { response, body }: ParsedExchange): void {
    // Without a response, or with a 5xx, the service may have written the change.
    const isUnknown = response === null || response.status >= 500;
    if (!isUnknown && response.status >= 300) return;
    const params = (request.params ?? {}) as Former["params"];
    const reader = readerOfPermanent(operation);
    const key = `${reader ?? operation} ${JSON.stringify(params)}`;
    const former = this.known.get(key);
    if (reader === null) {
      if (isUnknown || former?.isChanged || writerOf(operation) === null) return;
      this.known.set(key, { reader: operation, params, state: body, isChanged: false, isTried: false });
    } else if (former) {
      const restores = isRestoring(former, operation, request);
      former.isChanged = isUnknown || !restores;
      former.isTried = restores;
    }
  }

  /**
   * Returns the requests that restore the resources that the run changed. `untried` omits resources that the
   * run has already tried to restore.
   */
  restoring({ untried = false } = {}): { operation: OperationId; request: RequestParts }[] {
    const due = [...this.known.values()].filter(
      ({ isChanged, isTried }) => isChanged && !(untried && isTried),
    );
    return due.flatMap((former) => {
      former.isTried = true;
      return restoringRequest(former.reader, former.params, former.state) ?? [];
    });
  }
}

function isRestoring(
  { reader, params, state }: Former,
  operation: OperationId,
  request: RequestParts,
): boolean {
  const restoring = restoringRequest(reader, params, state);
  const textOf = (body: unknown) => JSON.parse(JSON.stringify(body ?? null)) as unknown;
  return restoring?.operation === operation && same(textOf(restoring.request.body), textOf(request.body));
}
