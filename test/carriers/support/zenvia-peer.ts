import type { CarrierKind } from "../../../src/carriers/kind";
import { zenviaKind } from "../../../src/carriers/zenvia/zenvia";
import { cut, faultPeer, hang, type PeerResponse, type PeerRequest } from "./fault-peer";
import type { Behaviour, CarrierPeer, Post, Status } from "./peer";

const TOKEN = "zenvia-knows-it";
const SENDER = "28000";

const failure = (status: number, code: string): PeerResponse => ({ status, body: { code, message: "No" } });

/** Responses to a submission by behaviour. Null accepts the message. */
const RESPONSES: Readonly<Record<Behaviour, PeerResponse | null>> = {
  accepts: null,
  refuses: failure(400, "VALIDATION_ERROR"),
  retries: failure(500, "INTERNAL_ERROR"),
  throttles: { status: 429, headers: { "retry-after": "1" } },
  hangs: hang,
  cuts: cut,
  "is unreachable": cut,
  "denies the credentials": failure(401, "AUTHENTICATION_ERROR"),
};

const statusEvent = (reference: string, status: Status) => ({
  id: `e-${reference}`,
  type: "MESSAGE_STATUS",
  channel: "sms",
  message: { id: reference, direction: "OUT" },
  messageStatus:
    status === "delivered"
      ? { code: "DELIVERED" }
      : { code: "NOT_DELIVERED", causes: [{ channelErrorCode: "27", details: "Absent subscriber" }] },
});

export async function zenviaPeer(): Promise<CarrierPeer> {
  const peer = await faultPeer();
  const accepted: { to: string; reference: string }[] = [];
  let behaviour: Behaviour = "accepts";
  let early: Post | null = null;
  let received = 0;

  const posted = (post: Post, event: object, token = post.token) =>
    post({
      path: `/${token}/events`,
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(event),
    });

  const responseTo = ({ headers, body }: PeerRequest): PeerResponse => {
    if (headers["x-api-token"] !== TOKEN) return failure(401, "AUTHENTICATION_ERROR");
    received += 1;
    const failed = RESPONSES[behaviour];
    if (failed !== null) return failed;
    const reference = `z-${received}`;
    accepted.push({ to: `+${(JSON.parse(body) as { to: string }).to}`, reference });
    const [post, report] = [early, statusEvent(reference, "delivered")];
    early = null;
    return (response) =>
      void Promise.resolve(post && posted(post, report)).then(() =>
        response.writeHead(200).end(JSON.stringify({ id: reference })),
      );
  };
  peer.respondsBy(responseTo);

  return {
    kind: zenviaKind as unknown as CarrierKind,
    channel: "sms",
    address: SENDER,
    content: { type: "text", text: "Olá" },
    settings: { url: peer.url },
    secrets: { token: TOKEN },
    wrongSecrets: { token: "unknown-token" },
    async behave(next) {
      behaviour = next;
      await peer.listen(next !== "is unreachable");
    },
    accepted,
    get received() {
      return received;
    },
    report: (post, reference, status) => posted(post, statusEvent(reference, status)),
    reply: (post, { from, text, reference }) => {
      const contents = [{ type: "text", text }];
      const message = { id: reference, from: from.slice(1), to: SENDER, direction: "IN", contents };
      return posted(post, { id: `e-${reference}`, type: "MESSAGE", channel: "sms", message });
    },
    forge: (post, reference) => posted(post, statusEvent(reference, "delivered"), "x".repeat(43)),
    reportsEarly: (post) => void (early = post),
    close: peer.stop,
  };
}
