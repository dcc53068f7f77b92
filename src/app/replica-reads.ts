import type { OperationId } from "../../generated/server/binding";
import type { Api, Route } from "../../generated/server/routes";
import type { ReadReplica, StaleReads } from "../platform/db/replica/read-replica";
import { Problem } from "../platform/problem";
import type { Instant } from "../platform/time";
import type { App } from "./app";

/**
 * Operations that may read from the replica: lists, with their totals and progress, and reports. Reads that
 * lead to a decision, and reads of one resource by id, use the primary. The lists of API keys and of privacy
 * requests also use the primary: a revoked key must not look valid.
 */
const REPLICA_OPERATIONS: ReadonlySet<OperationId> = new Set<OperationId>([
  "getContactVariables",
  "getUsage",
  "listCampaigns",
  "listContactLists",
  "listContacts",
  "listFiles",
  "listImports",
  "listInboundMessages",
  "listInboundRcsEvents",
  "listMembers",
  "listMessages",
  "listSenders",
  "listTemplates",
  "listWebhookDeliveries",
  "listWebhookDeliveriesOfMessage",
  "listWebhooks",
]);

type Handler = (request: { caller: { keyId: string } }) => Promise<unknown>;
type Handlers = Record<string, Handler>;

interface Deps {
  replica: Pick<ReadReplica, "choose" | "noteWrite">;
  metrics: Pick<App["metrics"], "replicaReads">;
  routes: readonly Pick<Route, "operationId" | "method">[];
}

/** Returns the handlers of the primary, with `REPLICA_OPERATIONS` on the replica if it is current enough. */
export function withReplica({ replica, metrics, routes }: Deps, primary: Api, onReplica: Api): Api {
  const [primaries, replicas] = [primary, onReplica] as unknown as [Handlers, Handlers];
  const route = (id: string, isRead: boolean): Handler => {
    const [onPrimary, stale] = [primaries[id], replicas[id]];
    if (onPrimary === undefined || stale === undefined) throw new Error(`${id} has no handler`);
    if (REPLICA_OPERATIONS.has(id as OperationId)) {
      return async (request) => {
        const choice = replica.choose(request.caller.keyId);
        metrics.replicaReads.inc({ choice });
        return choice === "replica" ? orOnPrimary(stale, onPrimary, request) : onPrimary(request);
      };
    }
    if (isRead) return onPrimary;
    return (request) => onPrimary(request).finally(() => replica.noteWrite(request.caller.keyId));
  };
  const routed = routes.map(({ operationId, method }) => [operationId, route(operationId, method === "GET")]);
  return Object.fromEntries(routed) as unknown as Api;
}

/** Runs the handler on the replica. Repeats a 404 on the primary, which may have newer rows. */
async function orOnPrimary(
  stale: Handler,
  onPrimary: Handler,
  request: Parameters<Handler>[0],
): Promise<unknown> {
  try {
    return await stale(request);
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return onPrimary(request);
    throw error;
  }
}

/** Returns the function that chooses the database of an export: one with every message up to `createdBy`. */
export const exportReads =
  ({ db, reads, clock, replica, metrics }: Pick<App, "db" | "reads" | "clock" | "replica" | "metrics">) =>
  async (createdBy: Instant): Promise<StaleReads> => {
    if (replica === null) return { db, reads };
    const isCurrent = await replica.hasCommits(clock.now() - createdBy);
    metrics.replicaReads.inc({ choice: isCurrent ? "replica" : "unusable" });
    return isCurrent ? replica : { db, reads };
  };
