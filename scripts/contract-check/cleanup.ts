import type { OperationId } from "../../generated/server/binding";
import type { Client } from "./client";
import type { Exchange, Probe, RequestParts } from "./exchange";
import { FormerStates } from "./former-states";
import { deleterOf, createdKind, invariantsOf, pathNames } from "./invariants/vocabulary";
import { listAt, textAt } from "./invariants/values";

/** How to delete what an operation created. */
interface Undo {
  operation: OperationId;
  parameter: string;
  /** Field of the response that holds the id; `id` by default. */
  field?: string;
  /** Returns whether a response needs the undo; every response by default. */
  needed?(body: unknown): boolean;
  made: readonly number[];
}

const UNDO: Partial<Record<OperationId, Undo>> = {
  createTemplate: { operation: "deleteTemplate", parameter: "template_id", made: [201] },
  upsertContact: { operation: "deleteContact", parameter: "contact_id", made: [201] },
  upsertMember: { operation: "deleteContact", parameter: "contact_id", made: [201] },
  createContactList: { operation: "deleteContactList", parameter: "list_id", made: [201] },
  createCampaign: { operation: "deleteCampaign", parameter: "campaign_id", made: [201] },
  createUploadUrl: { operation: "deleteFile", parameter: "file_id", field: "file_id", made: [200] },
  createWebhook: { operation: "deleteWebhook", parameter: "webhook_id", made: [201] },
  createApiKey: { operation: "revokeApiKey", parameter: "key_id", made: [201] },
  sendMessages: {
    operation: "cancelMessageBatch",
    parameter: "batch_id",
    field: "batch_id",
    // Other messages are submitted at once.
    needed: (body) => listAt(body, "data").some((result) => textAt(result, "not_before") !== ""),
    made: [202],
  },
};

/** Returns how to delete what an operation creates, by the table or by `x-invariants`. */
function undoOf(creator: OperationId): Undo | null {
  if (UNDO[creator] !== undefined) return UNDO[creator];
  const { creates } = invariantsOf(creator);
  if (creates?.id === undefined || creates.each !== undefined || LASTING[creator]) return null;
  const parameter = createdKind(creator);
  const operation = deleterOf(parameter);
  if (operation === null || pathNames(operation).length > 1) return null;
  return { operation, parameter, field: creates.id, made: [201] };
}

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
}

export interface CleanUpReport {
  removed: number;
  failed: readonly string[];
  stays: readonly string[];
}

/** Records what the run created and changed in a deployment. Deletes and restores it at the end. */
export class CleanUp {
  private created: Created[] = [];
  private readonly lasting = new Map<string, number>();
  private readonly former = new FormerStates();
  private removed = 0;

  record(probe: Probe, exchange: Exchange & { body: unknown }): void {
    const { response, body } = exchange;
    if (response === null) return;
    this.former.record(probe, exchange);
    const lasting = LASTING[probe.operation];
    if (lasting?.status === response.status) {
      this.lasting.set(lasting.name, (this.lasting.get(lasting.name) ?? 0) + 1);
    }
    const undo = undoOf(probe.operation);
    const id = (body as Record<string, unknown> | null | undefined)?.[undo?.field ?? "id"];
    const isNeeded = undo?.needed?.(body) ?? true;
    if (undo?.made.includes(response.status) && isNeeded && typeof id === "string") {
      this.created.push({ operation: undo.operation, params: { [undo.parameter]: id } });
    }
    if (response.status === 204) this.forget(probe.operation, probe.request);
  }

  /** Forgets a resource that the run itself deleted. */
  private forget(operation: OperationId, { params }: RequestParts): void {
    const same = (one: Created) =>
      one.operation === operation && Object.entries(one.params).every(([name, id]) => params?.[name] === id);
    const before = this.created.length;
    this.created = this.created.filter((one) => !same(one));
    this.removed += before - this.created.length;
  }

  async run(client: Client, key: string): Promise<CleanUpReport> {
    const failed: string[] = [];
    for (const { operation, request } of this.former.restoring()) {
      const probe = { operation, request, key, purpose: "restores what it changed", expected: null };
      const status = (await client.send(probe)).response?.status ?? 0;
      if (status === 0 || status >= 300)
        failed.push(`${operation} returned ${status === 0 ? "nothing" : status}`);
    }
    for (const one of [...this.created].reverse()) {
      const problem = await this.remove(client, key, one);
      if (problem !== null) failed.push(problem);
    }
    return {
      removed: this.removed,
      failed,
      stays: [...this.lasting].map(([name, count]) => `${count} ${name}`),
    };
  }

  private async remove(client: Client, key: string, { operation, params }: Created): Promise<string | null> {
    const send = async (what: OperationId, body?: unknown) => {
      const request = { params, ...(body === undefined ? {} : { body }) };
      const probe = { operation: what, request, key, purpose: "cleans up", expected: null };
      return (await client.send(probe)).response?.status ?? 0;
    };
    let status = await send(operation);
    if (operation === "deleteCampaign" && status === 409) {
      // The service deletes only drafts and scheduled campaigns. Only a stopped campaign can be scheduled.
      await send("stopCampaign");
      await send("scheduleCampaign", { scheduled_at: new Date(Date.now() + 3_600_000).toISOString() });
      status = await send(operation);
    }
    return status === 200 || status === 204 || status === 404
      ? null
      : `${operation} returned ${status === 0 ? "nothing" : status} for ${Object.values(params).join()}`;
  }
}
