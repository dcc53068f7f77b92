import { type DeliverOptions, type DeliverParts, deliveryHandler } from "../../src/features/webhooks/deliver";
import { workOff } from "../../src/queue/worker";

/** Delivers all due webhooks without batch delay. Returns true if any was due. */
export async function deliverDue(
  parts: DeliverParts & Parameters<typeof workOff>[0],
  options: DeliverOptions = {},
): Promise<boolean> {
  const handler = deliveryHandler(parts, { ...options, delaysBatches: false });
  try {
    return await workOff(parts, handler);
  } finally {
    await handler.close?.();
  }
}
