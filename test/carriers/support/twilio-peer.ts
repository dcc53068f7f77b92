import { createServer, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { CarrierKind } from "../../../src/carriers/kind";
import { signatureOf } from "../../../src/carriers/twilio/signature";
import { twilioKind } from "../../../src/carriers/twilio/twilio";
import { listening } from "../../support/listening";
import type { Behaviour, CarrierPeer, Post, Posted } from "./peer";

const ACCOUNT = `AC${"0".repeat(32)}`;
const TOKEN = "auth-token";
const ADDRESS = "+15005550006";
/** Callback URL of the connection, which is part of the signed text. */
const CALLBACK_URL = "https://recado.example/carriers/peer";

const json = (res: ServerResponse, status: number, body: object) =>
  res.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));

/** Returns a form in Twilio's format, signed with the token. */
function posted(path: string, fields: Readonly<Record<string, string>>, token = TOKEN): Posted {
  const form = new URLSearchParams(fields);
  return {
    path,
    headers: {
      "Content-Type": "application/x-www-form-urlencoded",
      "X-Twilio-Signature": signatureOf(CALLBACK_URL + path, form, token),
    },
    body: form.toString(),
  };
}

const delivered = (reference: string, token = TOKEN) =>
  posted("/status", { MessageSid: reference, MessageStatus: "delivered" }, token);

export async function twilioPeer(): Promise<CarrierPeer> {
  let behaviour: Behaviour = "accepts";
  let early: Post | null = null;
  let received = 0;
  const accepted: { to: string; reference: string }[] = [];
  const authorization = `Basic ${Buffer.from(`${ACCOUNT}:${TOKEN}`).toString("base64")}`;

  const server = createServer((req, res) => {
    void (async () => {
      const form = new URLSearchParams(await text(req));
      if (req.headers.authorization !== authorization) return json(res, 401, { code: 20003 });
      // Status queries always return `sent`.
      if (req.method === "GET") return json(res, 200, { status: "sent" });
      received += 1;
      switch (behaviour) {
        case "hangs":
          return undefined;
        case "cuts":
          return req.socket.destroy();
        case "throttles":
          return res.setHeader("Retry-After", "1") && json(res, 429, { code: 20429 });
        case "is unreachable":
        case "denies the credentials":
          return json(res, 401, { code: 20003 });
        case "refuses":
          return json(res, 400, { code: 21211 });
        case "retries":
          return json(res, 400, { code: 14107 });
        case "accepts": {
          const reference = `SM${String(accepted.length + 1).padStart(32, "0")}`;
          accepted.push({ to: form.get("To") ?? "", reference });
          const post = early;
          early = null;
          await post?.(delivered(reference));
          return json(res, 201, { sid: reference, status: "queued" });
        }
      }
    })();
  });
  const { url, listen, stop } = await listening(server);

  return {
    kind: twilioKind as CarrierKind,
    channel: "sms",
    address: ADDRESS,
    content: { type: "text", text: "Olá" },
    settings: { url, account_sid: ACCOUNT },
    secrets: { auth_token: TOKEN },
    wrongSecrets: { auth_token: "another-token" },
    async behave(next) {
      behaviour = next;
      await listen(next !== "is unreachable");
    },
    accepted,
    get received() {
      return received;
    },
    report: (post, reference, status) =>
      post(
        status === "delivered"
          ? delivered(reference)
          : posted("/status", { MessageSid: reference, MessageStatus: status, ErrorCode: "30003" }),
      ),
    reply: (post, { from, text: Body, reference }) =>
      post(posted("/messages", { MessageSid: reference, From: from, To: ADDRESS, Body, NumMedia: "0" })),
    forge: (post, reference) => post(delivered(reference, "unknown-token")),
    reportsEarly: (post) => void (early = post),
    close: stop,
  };
}
