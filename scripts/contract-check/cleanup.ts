import type { OperationId } from "../../generated/server/binding";
import type { Client } from "./client";
import type { Exchange, Probe, RequestParts } from "./exchange";
import { enderOf, kindMadeBy, invariantsOf, pathNames } from "./invariants/vocabulary";

/** How a thing is taken away again, by what made it. */
interface Undo {
  operation: OperationId;
  parameter: string;
  /** Where the answer has the id; `id` unless told otherwise. */
  field?: string;
  /** Statuses that made something; with others there was nothing new. */
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
};

/** How a thing is removed that the table does not have, as the contract's invariants say. */
function undoOf(maker: OperationId): Undo | null {
  if (UNDO[maker] !== undefined) return UNDO[maker];
  const { creates } = invariantsOf(maker);
  if (creates?.id === undefined || creates.each !== undefined || LASTING[maker]) return null;
  const parameter = kindMadeBy(maker);
  const operation = enderOf(parameter);
  if (operation === null || pathNames(operation).length > 1) return null;
  return { operation, parameter, field: creates.id, made: [201] };
}

/** What the contract has no operation to take away. */
const LASTING: Partial<Record<OperationId, { status: number; name: string }>> = {
  createImport: { status: 202, name: "imports" },
  sendMessages: { status: 202, name: "sends" },
  createApiKey: { status: 201, name: "revoked keys" },
};

interface Made {
  operation: OperationId;
  params: Readonly<Record<string, string>>;
}

export interface CleanUpReport {
  removed: number;
  /** What could not be removed, in words. */
  failed: readonly string[];
  /** What stays, since the contract has no operation to remove it. */
  stays: readonly string[];
}

/** Remembers what the run made in a deployment, and takes it away at the end, the newest first. */
export class CleanUp {
  private made: Made[] = [];
  private readonly lasting = new Map<string, number>();
  private removed = 0;

  /** To be told of each exchange with the deployment. */
  note(probe: Probe, { answer, body }: Exchange & { body: unknown }): void {
    if (answer === null) return;
    const lasting = LASTING[probe.operation];
    if (lasting?.status === answer.status) {
      this.lasting.set(lasting.name, (this.lasting.get(lasting.name) ?? 0) + 1);
    }
    const undo = undoOf(probe.operation);
    const id = (body as Record<string, unknown> | null | undefined)?.[undo?.field ?? "id"];
    if (undo?.made.includes(answer.status) && typeof id === "string") {
      this.made.push({ operation: undo.operation, params: { [undo.parameter]: id } });
    }
    if (answer.status === 204) this.forget(probe.operation, probe.request);
  }

  /** What a scenario removed itself is not removed again. */
  private forget(operation: OperationId, { params }: RequestParts): void {
    const same = (one: Made) =>
      one.operation === operation && Object.entries(one.params).every(([name, id]) => params?.[name] === id);
    const before = this.made.length;
    this.made = this.made.filter((one) => !same(one));
    this.removed += before - this.made.length;
  }

  async run(client: Client, key: string): Promise<CleanUpReport> {
    const failed: string[] = [];
    for (const one of [...this.made].reverse()) {
      const problem = await this.remove(client, key, one);
      if (problem !== null) failed.push(problem);
    }
    return {
      removed: this.removed,
      failed,
      stays: [...this.lasting].map(([name, count]) => `${count} ${name}`),
    };
  }

  private async remove(client: Client, key: string, { operation, params }: Made): Promise<string | null> {
    const send = async (what: OperationId, body?: unknown) => {
      const request = { params, ...(body === undefined ? {} : { body }) };
      const probe = { operation: what, request, key, purpose: "cleans up", expected: null };
      return (await client.send(probe)).answer?.status ?? 0;
    };
    let status = await send(operation);
    if (operation === "deleteCampaign" && status === 409) {
      // Running, or stopped: a campaign can be deleted once it is scheduled.
      await send("stopCampaign");
      await send("scheduleCampaign", { scheduled_at: new Date(Date.now() + 3_600_000).toISOString() });
      status = await send(operation);
    }
    return status === 204 || status === 404
      ? null
      : `${operation} answered ${status === 0 ? "nothing" : status} for ${Object.values(params).join()}`;
  }
}
