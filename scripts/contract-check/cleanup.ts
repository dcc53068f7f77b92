import type { OperationId } from "../../generated/server/binding";
import { inAnHour } from "./bodies";
import { type Client, MAIN } from "./client";
import { operationOfId } from "./contract";
import type { OtherAccount } from "./deployment";
import type { ParsedExchange, Probe, RequestParts } from "./exchange";
import { FormerStates } from "./former-states";
import { deleterOf, createdKind, invariantsOf, pathNames } from "./invariants/vocabulary";
import { listAt, textAt } from "./invariants/values";

interface Undo {
  operation: OperationId;
  parameter: string;
  /** Field of the response that holds the id. */
  field: string;
  /** Status of the response to a request that created something. */
  status: number;
}

const UNDO: Partial<Record<OperationId, Undo>> = {
  createApiKey: { operation: "revokeApiKey", parameter: "key_id", field: "id", status: 201 },
  sendMessages: { operation: "cancelMessageBatch", parameter: "batch_id", field: "batch_id", status: 202 },
};

/** Returns how to delete what an operation creates, by `UNDO` or `x-invariants`; null if no operation can. */
export function undoOf(creator: OperationId): Undo | null {
  if (UNDO[creator] !== undefined) return UNDO[creator];
  const { creates } = invariantsOf(creator);
  const parameter = createdKind(creator);
  const operation = deleterOf(parameter);
  if (creates?.id === undefined || operation === null || pathNames(operation).length > 1) return null;
  // Where 201 is documented, 200 means that the resource existed before.
  const status = operationOfId(creator).responses.has(201) ? 201 : 200;
  return { operation, parameter, field: creates.id, status };
}

/** Returns whether the clean-up deletes the resource. Messages without `not_before` are submitted at once. */
const isNeeded = (creator: OperationId, body: unknown): boolean =>
  creator !== "sendMessages" || listAt(body, "data").some((result) => textAt(result, "not_before") !== "");

/** Resources that no operation deletes; the report counts them. */
const LASTING: Partial<Record<OperationId, { status: number; name: string }>> = {
  createImport: { status: 202, name: "imports" },
  sendMessages: { status: 202, name: "sends" },
  createApiKey: { status: 201, name: "revoked keys" },
  createPrivacyRequest: { status: 202, name: "privacy requests" },
  createConsent: { status: 201, name: "consents" },
};

interface Created {
  operation: OperationId;
  params: Readonly<Record<string, string>>;
  /** The other account that has the resource; null for the checked account. */
  other: OtherAccount | null;
}

export interface CleanUpReport {
  removed: number;
  failed: readonly string[];
  stays: readonly string[];
}

/** Record of the created resources and changed settings, which `run` deletes and restores. */
export class CleanUp {
  private created: Created[] = [];
  private readonly lasting = new Map<string, number>();
  private readonly former = new FormerStates();
  private removed = 0;

  record(probe: Probe, exchange: ParsedExchange): void {
    const { response, body } = exchange;
    const { target = MAIN, key } = probe;
    const other = target === MAIN ? null : { target, key: key ?? "" };
    if (other === null) this.former.record(probe, exchange);
    if (response === null) return;
    const lasting = other === null ? LASTING[probe.operation] : undefined;
    if (lasting?.status === response.status) {
      this.lasting.set(lasting.name, (this.lasting.get(lasting.name) ?? 0) + 1);
    }
    const undo = undoOf(probe.operation);
    const id = textAt(body, undo?.field ?? "");
    if (undo?.status === response.status && id !== "" && isNeeded(probe.operation, body)) {
      this.created.push({ operation: undo.operation, params: { [undo.parameter]: id }, other });
    }
    if (response.status === 204) this.forget(probe.operation, probe.request, target);
  }

  /** Forgets a resource that the run itself deleted. */
  private forget(operation: OperationId, { params }: RequestParts, target: string): void {
    const same = (one: Created) =>
      one.operation === operation &&
      (one.other?.target ?? MAIN) === target &&
      Object.entries(one.params).every(([name, id]) => params?.[name] === id);
    const before = this.created.length;
    this.created = this.created.filter((one) => !same(one));
    this.removed += before - this.created.length;
  }

  /**
   * Restores the settings that the run changed. `untried` omits settings that the run has already tried to
   * restore. Returns the failures.
   */
  async restore(client: Client, key: string, which: { untried?: boolean } = {}): Promise<string[]> {
    const failed: string[] = [];
    for (const { operation, request } of this.former.restoring(which)) {
      const about = { key, purpose: "restores what it changed", expected: null };
      const { response } = await client.send({ operation, request, ...about });
      if (response === null || response.status >= 300)
        failed.push(`${operation} returned ${response?.status ?? "nothing"}`);
    }
    return failed;
  }

  async run(client: Client, key: string): Promise<CleanUpReport> {
    const checked: OtherAccount = { target: MAIN, key };
    /** Sends a request. Returns the status of the response, or "nothing" without a response. */
    const send = async (operation: OperationId, request: RequestParts, account: OtherAccount) => {
      const about = { ...account, purpose: "cleans up", expected: null };
      return (await client.send({ operation, request, ...about })).response?.status ?? "nothing";
    };
    const failed = await this.restore(client, key);
    for (const { operation, params, other } of [...this.created].reverse()) {
      const account = other ?? checked;
      let status = await send(operation, { params }, account);
      if (operation === "deleteCampaign" && status === 409) {
        // The service deletes only drafts and scheduled campaigns. A running campaign can be scheduled only
        // after a stop.
        await send("stopCampaign", { params }, account);
        await send("scheduleCampaign", { params, body: { scheduled_at: inAnHour() } }, account);
        status = await send(operation, { params }, account);
      }
      if (![200, 204, 404].includes(Number(status)))
        failed.push(
          `${operation} returned ${status} for ${Object.values(params).join()}${other ? ` in ${other.target}` : ""}`,
        );
    }
    const stays = [...this.lasting].map(([name, count]) => `${count} ${name}`);
    return { removed: this.removed, failed, stays };
  }
}
