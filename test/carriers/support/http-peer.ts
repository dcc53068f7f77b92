import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { httpKind } from "../../../src/carriers/http/http";
import type { CarrierKind } from "../../../src/carriers/kind";
import { listening } from "../../support/listening";
import type { Behaviour, CarrierPeer, Post, Status } from "./peer";

interface Submitted {
  messages: { id: string; to: string }[];
}

async function bodyOf(req: IncomingMessage): Promise<Submitted> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString() || "{}") as Submitted;
}

const json = (res: ServerResponse, status: number, body: object) =>
  res.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));

export async function httpPeer(): Promise<CarrierPeer> {
  let behaviour: Behaviour = "accepts";
  let early: Post | null = null;
  let made = 0;
  let received = 0;
  const accepted: { to: string; reference: string }[] = [];
  const headers = { "Content-Type": "application/json", Authorization: "Bearer from-carrier" };
  const reported = (reference: string, status: Status) =>
    JSON.stringify({ reports: [{ reference, status, ...(status === "undelivered" ? { code: "27" } : {}) }] });

  const server = createServer((req, res) => {
    void (async () => {
      const { messages } = await bodyOf(req);
      if (req.headers.authorization !== "Bearer to-carrier") return json(res, 401, { message: "no" });
      received += messages.length;
      switch (behaviour) {
        case "hangs":
          return undefined;
        case "cuts":
          return req.socket.destroy();
        case "throttles":
          return res.setHeader("Retry-After", "1") && json(res, 429, {});
        case "is unreachable":
        case "denies the credentials":
          return json(res, 401, {});
        case "refuses":
        case "retries": {
          const outcome = behaviour === "refuses" ? "refused" : "retry";
          return json(res, 200, { results: messages.map(({ id }) => ({ id, outcome, code: "11" })) });
        }
        case "accepts": {
          const results = messages.map(({ id, to }) => {
            const reference = `A-${++made}`;
            accepted.push({ to, reference });
            return { id, outcome: "accepted", reference };
          });
          const post = early;
          early = null;
          for (const { reference } of results) {
            await post?.({ path: "/reports", headers, body: reported(reference, "delivered") });
          }
          return json(res, 200, { results });
        }
      }
    })();
  });
  const { url, listen, stop } = await listening(server);

  return {
    kind: httpKind as CarrierKind,
    channel: "sms",
    address: "28000",
    content: { type: "text", text: "Olá" },
    settings: { url: `${url}/v1` },
    secrets: { token: "to-carrier", callback_token: "from-carrier" },
    wrongSecrets: { token: "unknown" },
    async behave(next) {
      behaviour = next;
      await listen(next !== "is unreachable");
    },
    accepted,
    get received() {
      return received;
    },
    report: (post, reference, status) =>
      post({ path: "/reports", headers, body: reported(reference, status) }),
    reply: (post, { from, text, reference }) => {
      const reply = { reference, channel: "sms", from, to: "28000", type: "text", text };
      return post({ path: "/replies", headers, body: JSON.stringify({ replies: [reply] }) });
    },
    forge: (post, reference) => {
      const forged = { ...headers, Authorization: "Bearer unknown" };
      return post({ path: "/reports", headers: forged, body: reported(reference, "delivered") });
    },
    reportsEarly: (post) => void (early = post),
    close: stop,
  };
}
