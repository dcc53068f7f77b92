import type { OperationId } from "../../generated/server/binding";
import type { ParsedExchange, Probe, RequestParts } from "./exchange";
import { readerOfPermanent, restoringRequest, writerOf } from "./invariants/permanent";
import { same } from "./invariants/values";

interface Former {
  reader: OperationId;
  params: Readonly<Record<string, string>>;
  state: unknown;
  isChanged: boolean;
}

/**
 * Former states of permanent resources, such as the account's settings: resources that always exist and that
 * a run cannot delete. Records the last state that was read before a change. After each scenario and at its
 * end, the run restores the resources that are changed.
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
      this.known.set(key, { reader: operation, params, state: body, isChanged: false });
    } else if (former) former.isChanged = isUnknown || !isRestoring(former, operation, request);
  }

  /** Returns the requests that restore the resources that the run changed. */
  restoring(): { operation: OperationId; request: RequestParts }[] {
    return [...this.known.values()].flatMap(({ reader, params, state, isChanged }) =>
      isChanged ? (restoringRequest(reader, params, state) ?? []) : [],
    );
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
