// Baseline of the benchmark `smpp`: the npm package `smpp` without the service. The baseline submits the same
// messages as the service, with the same binds and window, and acknowledges the delivery receipts.
import { connect, type Session } from "smpp";
import { numberOf } from "../seed";
import { perform } from "../processes";

interface SmppBaseline {
  port: number;
  account: { system_id: string; password: string };
  window: number;
  binds: number;
  texts: string[];
}

async function bound({ port, account }: SmppBaseline): Promise<Session> {
  const session = connect({ host: "127.0.0.1", port });
  // The library keeps Nagle's algorithm, which delays small PDUs within a window and would slow the baseline.
  session.socket.setNoDelay(true);
  await new Promise<void>((resolve, reject) => {
    session.on("error", reject);
    session.on("connect", () => session.bind_transceiver(account, () => resolve()));
  });
  return session;
}

export const smppTasks = {
  /** Returns the seconds from the first submission to the last receipt. */
  async send(given: SmppBaseline): Promise<number> {
    const { binds, window, texts } = given;
    const messages = texts.length;
    const sessions = await Promise.all(Array.from({ length: binds }, () => bound(given)));
    const started = performance.now();
    await new Promise<void>((resolve) => {
      let [sent, receipts] = [0, 0];
      const submit = (session: Session) => {
        if (sent === messages) return;
        const index = sent++;
        const fields = {
          source_addr_ton: 3,
          source_addr: "27000",
          dest_addr_ton: 1,
          dest_addr_npi: 1,
          destination_addr: numberOf(21, index).slice(1),
          registered_delivery: 1,
          short_message: texts[index],
        };
        session.submit_sm(fields, () => submit(session));
      };
      for (const session of sessions) {
        session.on("deliver_sm", (pdu) => {
          session.send(pdu.response());
          if (++receipts === messages) resolve();
        });
      }
      for (let slot = 0; slot < window; slot++) submit(sessions[slot % binds] as Session);
    });
    const seconds = (performance.now() - started) / 1_000;
    for (const session of sessions) session.destroy();
    return seconds;
  },
};

perform(smppTasks);
