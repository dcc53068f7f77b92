import { type DeliverOptions, type DeliverDeps, deliveryHandler } from "../../src/features/webhooks/deliver";
import { workOff } from "../../src/queue/worker";

/** Delivers all due webhooks. Returns true if any was due. */
export async function deliverDue(
  deps: DeliverDeps & Parameters<typeof workOff>[0],
  options: DeliverOptions = {},
): Promise<boolean> {
  const handler = deliveryHandler(deps, options);
  try {
    return await workOff(deps, handler);
  } finally {
    await handler.close?.();
  }
}
