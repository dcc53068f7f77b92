import type { CarrierKind } from "../../../src/carriers/kind";
import { asteriskKind } from "../../../src/carriers/asterisk/asterisk";
import { type AriPeer, ariPeer } from "../../support/asterisk/peer";
import { until } from "../../support/until";
import type { Behaviour, CarrierPeer, Status } from "./peer";

/** Asterisk's channels, and what it tells of them. */
export async function asteriskPeer(): Promise<CarrierPeer> {
  let behaviour: Behaviour = "accepts";
  let isEarly = false;
  let handed = 0;
  const accepted: { to: string; reference: string }[] = [];
  const there = new Set<string>();

  /** The end of a call, as whoever hears events is told. */
  async function end(id: string, status: Status): Promise<number> {
    await until("somebody hears events", 10, async () => peer.listeners > 0, 20);
    there.delete(id);
    const [state, cause] = status === "delivered" ? ["Up", 16] : ["Down", 17];
    peer.send({ type: "ChannelDestroyed", cause, channel: { id, state } });
    return 204;
  }

  const answer: Parameters<AriPeer["behaves"]>[0] = ({ id, values }, socket) => {
    if (behaviour === "denies the credentials") return { status: 401, body: {} };
    if (id === "listChannels")
      return { status: 200, body: [...there].map((one) => ({ id: one, state: "Ringing" })) };
    if (id !== "originate") return undefined;
    const reference = String(values.channelId);
    handed += 1;
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
      case "is away":
      case "accepts":
        break;
    }
    accepted.push({ to: /\/(.+)@/.exec(String(values.endpoint))?.[1] ?? "", reference });
    there.add(reference);
    // Nobody listens for ever: a call whose end no test asks for is over some calls later.
    for (const old of [...there].slice(0, -4)) there.delete(old);
    const body = { id: reference, state: "Down" };
    if (!isEarly) return { status: 200, body };
    isEarly = false;
    return end(reference, "delivered").then(() => ({ status: 200, body }));
  };

  let peer = await ariPeer();
  peer.behaves(answer);
  const { url, port } = peer;

  return {
    kind: asteriskKind as unknown as CarrierKind,
    ...{ channel: "voice", address: "+551140001000", content: {} },
    file: { contentType: "audio/wav", bytes: Buffer.from("RIFF!") },
    settings: { url, username: "recado", endpoint: "PJSIP/{number}@trunk", window: 64 },
    secrets: { password: "secret" },
    wrongSecrets: { password: "wrong" },
    ...{ accepted, reply: null, forge: null },
    get handed() {
      return handed;
    },
    async behave(next) {
      if ((next === "is away") !== (behaviour === "is away")) {
        if (next === "is away") await peer.stop();
        else {
          peer = await ariPeer(port);
          peer.behaves(answer);
        }
      }
      behaviour = next;
      if (next === "is away") return;
      await until("events are heard", 10, async () => peer.listeners > 0, 20);
    },
    report: (_post, reference, status) => end(reference, status),
    reportsEarly: () => void (isEarly = true),
    close: () => peer.stop(),
  };
}
