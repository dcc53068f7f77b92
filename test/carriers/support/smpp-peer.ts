import { setTimeout as pause } from "node:timers/promises";
import type { CarrierKind } from "../../../src/carriers/kind";
import type { Pdu } from "../../../src/carriers/smpp/pdu";
import { smppKind } from "../../../src/carriers/smpp/smpp";
import { until } from "../../support/until";
import { type SubmitResponse, receipt, Smsc } from "./smsc";
import type { Behaviour, CarrierPeer, Status } from "./peer";

const STATUS: Partial<Record<Behaviour, number>> = { refuses: 0x0b, retries: 0x08, throttles: 0x58 };

/** Returns a fake SMSC. References are hexadecimal in responses and decimal in receipts. */
export async function smppPeer(): Promise<CarrierPeer> {
  const smsc = await new Smsc().open();
  smsc.password = "right";
  let behaviour: Behaviour = "accepts";
  let early = false;
  let made = 0xabc00;
  let used = false;
  const accepted: { to: string; reference: string }[] = [];
  const acknowledged = new Set<string>();

  const deliver = async (fields: Record<string, unknown>): Promise<number> => {
    await until("a bind", 10, async () => smsc.bound.length > 0, 10);
    const status = await smsc.bound[0]?.deliver(fields);
    return status === 0 ? 200 : 500;
  };
  const report = (reference: string, status: Status) => {
    const id = String(parseInt(reference, 16)).padStart(10, "0");
    return deliver(status === "delivered" ? receipt(id) : receipt(id, "UNDELIV", "027"));
  };

  smsc.respond = async (pdu: Pdu, { socket }): Promise<SubmitResponse> => {
    const command_status = STATUS[behaviour];
    if (command_status !== undefined) return { command_status };
    if (behaviour === "hangs") return null;
    if (behaviour === "cuts") return (socket.destroy(), null);
    const reference = (++made).toString(16);
    accepted.push({ to: `+${String(pdu.destination_addr)}`, reference });
    if (early) {
      early = false;
      await report(reference, "delivered");
    }
    return { message_id: `0${reference.toUpperCase()}` };
  };

  return {
    kind: smppKind as unknown as CarrierKind,
    channel: "sms",
    address: "28888",
    content: { type: "text", text: "Oi" },
    settings: { host: "127.0.0.1", port: smsc.port, system_id: "recado" },
    secrets: { password: "right" },
    wrongSecrets: { password: "wrong" },
    accepted,
    get received() {
      return smsc.submitted.length;
    },
    async behave(next) {
      // After a throttling response, the service pauses for one second.
      if (behaviour === "throttles") await pause(1_100);
      behaviour = next;
      smsc.bindStatus = next === "denies the credentials" ? 0x0e : 0;
      if (next === "is unreachable" || next === "denies the credentials") smsc.cut();
      await (next === "is unreachable" ? smsc.pause() : smsc.resume());
      // Waits until the service has bound again.
      if (next === "accepts" && used) await smsc.whenBound();
      used = true;
    },
    report: (_post, reference, status) => report(reference, status),
    async reply(_post, { from, text, reference }) {
      // An SMSC does not repeat an acknowledged reply.
      if (acknowledged.has(reference)) return 200;
      const status = await deliver({
        source_addr_ton: 1,
        source_addr_npi: 1,
        source_addr: from.slice(1),
        destination_addr: "28888",
        short_message: Buffer.from(text),
      });
      if (status === 200) acknowledged.add(reference);
      return status;
    },
    forge: null,
    reportsEarly: () => void (early = true),
    close: () => smsc.close(),
  };
}
