import { googleRcsKind } from "../../../src/carriers/google-rcs/google-rcs";
import type { Callback, CarrierKind } from "../../../src/carriers/kind";
import {
  CLIENT_TOKEN,
  failure,
  type GoogleResponse,
  googlePeer,
  keyFileOf,
  notification,
  otherKey,
} from "./google-peer";
import type { Behaviour, CarrierPeer, Post } from "./peer";

const AGENT = "padaria_7hq2x9fk_agent@rbm.goog";

const BEHAVIOURS: Readonly<Record<Exclude<Behaviour, "accepts" | "is unreachable">, GoogleResponse>> = {
  refuses: failure(400, "INVALID_ARGUMENT"),
  retries: failure(409, "ABORTED"),
  throttles: failure(429, "RESOURCE_EXHAUSTED"),
  hangs: () => undefined,
  cuts: (response) => response.destroy(),
  "denies the credentials": failure(401, "UNAUTHENTICATED"),
};

/** Returns a fake of Google, which reports no failure except an expired message. */
export async function googleRcsPeer(): Promise<CarrierPeer> {
  const google = await googlePeer();
  const accepted: CarrierPeer["accepted"] = [];
  let behaviour: Behaviour = "accepts";
  let early: Post | null = null;

  const send = (post: Post, { path, headers, body }: Callback) =>
    post({ path, headers: headers as Record<string, string>, body: body.toString() });
  const eventOf = (reference: string, eventType: string) => ({
    senderPhoneNumber: "+5511987654321",
    agentId: AGENT,
    messageId: reference,
    eventType,
    eventId: `${reference}:${eventType}`,
  });
  const accepts: GoogleResponse = (response, { path, query }) => {
    const reference = query.messageId ?? "";
    accepted.push({ to: path.split("/")[3] ?? "", reference });
    const post = early;
    early = null;
    void (post ? send(post, notification(eventOf(reference, "DELIVERED"))) : Promise.resolve()).then(() =>
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({})),
    );
  };
  google.respondsWith(accepts);

  return {
    kind: googleRcsKind as unknown as CarrierKind,
    channel: "rcs",
    address: AGENT,
    content: { type: "text", text: "Olá" },
    settings: { url: google.url },
    secrets: { service_account: google.keyFile, client_token: CLIENT_TOKEN },
    wrongSecrets: { service_account: keyFileOf(`${google.url}/token`, { private_key: otherKey }) },
    async behave(next) {
      const was = behaviour;
      behaviour = next;
      if (next === "is unreachable") return was === next ? undefined : google.close();
      if (was === "is unreachable") await google.reopen();
      google.respondsWith(next === "accepts" ? accepts : BEHAVIOURS[next]);
    },
    failure: { status: "expired", code: "expired", carrierCode: "TTL_EXPIRATION_REVOKED" },
    accepted,
    get received() {
      return google.calls.length;
    },
    report: (post, reference, status) => {
      const eventType = status === "delivered" ? "DELIVERED" : "TTL_EXPIRATION_REVOKED";
      return send(post, notification(eventOf(reference, eventType)));
    },
    reply: (post, { from, text, reference }) =>
      send(post, notification({ senderPhoneNumber: from, agentId: AGENT, messageId: reference, text })),
    forge: (post, reference) => send(post, notification(eventOf(reference, "DELIVERED"), "another")),
    reportsEarly: (post) => void (early = post),
    close: () => google.close(),
  };
}
