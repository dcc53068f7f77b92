import { setTimeout as pause } from "node:timers/promises";
import { type CountingPeer, Tally } from "./counting-peer";
import { receipt, Smsc } from "./smsc";

const RESPONSE_MS = 5;

/** Starts an SMSC that sends each receipt over its newest bind, and again if that bind breaks. */
export async function countingSmsc(): Promise<CountingPeer> {
  const tally = new Tally();
  const smsc = await new Smsc().open();
  const report = (id: string) =>
    tally.report(async () => {
      const bind = smsc.bound.at(-1);
      if (!bind) return false;
      return (await Promise.race([bind.deliver(receipt(id)), bind.closed])) === 0;
    });
  smsc.respond = async ({ destination_addr }) => {
    const message_id = tally.take(`+${String(destination_addr)}`);
    await pause(RESPONSE_MS);
    // `setImmediate` lets the response leave before the receipt.
    setImmediate(() => void report(message_id));
    return { message_id };
  };
  return {
    settings: ["host=127.0.0.1", `port=${smsc.port}`, "system_id=recado", "timeout_seconds=10"],
    secrets: ["password=right"],
    // A window slot has one message at the SMSC and one waiting.
    perSlot: 2,
    received: tally.received,
    get unreported() {
      return tally.unreported;
    },
    async close() {
      tally.close();
      await smsc.close();
    },
  };
}
