import type { CarrierKind } from "../../../src/carriers/kind";
import { asteriskKind } from "../../../src/carriers/asterisk/asterisk";
import { type AriPeer, ariPeer } from "../../support/asterisk/peer";
import { until } from "../../support/until";
import type { Behaviour, CarrierPeer, Status } from "./peer";

/** Returns a peer that simulates Asterisk's channels and channel events. */
export async function asteriskPeer(): Promise<CarrierPeer> {
  let behaviour: Behaviour = "accepts";
  let isEarly = false;
  let received = 0;
  const accepted: { to: string; reference: string }[] = [];
  const channels = new Set<string>();

  /** Ends a call and, once the service listens, sends the event of the end. */
  async function end(id: string, status: Status): Promise<number> {
    await until("an event connection", 10, async () => peer.listeners > 0, 20);
    channels.delete(id);
    const [state, cause] = status === "delivered" ? ["Up", 16] : ["Down", 17];
    peer.send({ type: "ChannelDestroyed", cause, channel: { id, state } });
    return 204;
  }

  const respond: Parameters<AriPeer["behaves"]>[0] = ({ id, values }, socket) => {
    if (behaviour === "denies the credentials") return { status: 401, body: {} };
    if (id === "listChannels")
      return { status: 200, body: [...channels].map((one) => ({ id: one, state: "Ringing" })) };
    if (id !== "originate") return undefined;
    const reference = String(values.channelId);
    received += 1;
    switch (behaviour) {
      case "refuses":
        return { status: 400, body: { message: "Invalid endpoint specified" } };
      case "retries":
        return { status: 409, body: { message: "Channel with given unique ID already exists" } };
      case "throttles":
        return { status: 429, body: {} };
      case "cuts":
        socket.destroy();
        return new Promise<never>(() => {});
      case "hangs":
        return new Promise<never>(() => {});
      case "is unreachable":
      case "accepts":
        break;
    }
    accepted.push({ to: /\/(.+)@/.exec(String(values.endpoint))?.[1] ?? "", reference });
    channels.add(reference);
    // Only the four newest calls stay active. A test may end them earlier.
    for (const old of [...channels].slice(0, -4)) channels.delete(old);
    const body = { id: reference, state: "Down" };
    if (!isEarly) return { status: 200, body };
    isEarly = false;
    return end(reference, "delivered").then(() => ({ status: 200, body }));
  };

  let peer = await ariPeer();
  peer.behaves(respond);
  const { url, port } = peer;

  return {
    kind: asteriskKind as unknown as CarrierKind,
    channel: "voice",
    address: "+551140001000",
    content: {},
    file: { contentType: "audio/wav", bytes: Buffer.from("RIFF!") },
    settings: { url, username: "recado", endpoint: "PJSIP/{number}@trunk", window: 64 },
    secrets: { password: "secret" },
    wrongSecrets: { password: "wrong" },
    accepted,
    reply: null,
    forge: null,
    get received() {
      return received;
    },
    async behave(next) {
      if ((next === "is unreachable") !== (behaviour === "is unreachable")) {
        if (next === "is unreachable") await peer.stop();
        else {
          peer = await ariPeer(port);
          peer.behaves(respond);
        }
      }
      behaviour = next;
      if (next === "is unreachable") return;
      await until("an event connection", 10, async () => peer.listeners > 0, 20);
    },
    report: (_post, reference, status) => end(reference, status),
    reportsEarly: () => void (isEarly = true),
    close: () => peer.stop(),
  };
}
