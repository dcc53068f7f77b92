import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { type Listening, listening } from "../../support/listening";
import { type Body, bodyOf, isTo, withBody } from "./make";
import type { Corruption } from "./proxy";

export interface EventChange {
  /** Returns the events that arrive; without any, the request never arrives. */
  events?: (events: Body[]) => Body[];
  /** Signs with this secret instead of the endpoint's. */
  secret?: string;
}

interface Endpoint {
  url: string;
  secret: string;
}

function signed(secret: string, body: string): string {
  const time = Math.floor(Date.now() / 1_000);
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  return `t=${time},v1=${createHmac("sha256", key).update(`${time}.${body}`).digest("hex")}`;
}

/**
 * Opens a relay between the service and its endpoints. Clients do not see it: responses show the original
 * URLs.
 */
export async function relayOf(eventChange: EventChange): Promise<Listening & { corruption: Corruption }> {
  const endpoints = new Map<string, Endpoint>();
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const endpoint = endpoints.get(incoming.url ?? "");
      const events = JSON.parse(await text(incoming)) as Body[];
      const left = eventChange.events?.(events) ?? events;
      if (endpoint === undefined || left.length === 0) return void outgoing.writeHead(204).end();
      const body = JSON.stringify(left);
      const headers = {
        "content-type": "application/json",
        "x-service-signature": signed(eventChange.secret ?? endpoint.secret, body),
      };
      const { status } = await fetch(endpoint.url, { method: "POST", headers, body });
      outgoing.writeHead(status).end();
    })().catch(() => outgoing.destroy());
  });
  const relay = await listening(server);
  let count = 0;
  return {
    ...relay,
    async corruption(request, forward) {
      if (!isTo(request, "POST /webhooks")) return forward();
      const given = bodyOf(request);
      if (!String(given.url).startsWith("http://")) return forward();
      const path = `/${++count}`;
      const response = await forward({ body: JSON.stringify({ ...given, url: relay.url + path }) });
      if (response.status !== 201) return response;
      const made = bodyOf(response);
      endpoints.set(path, { url: given.url, secret: made.secret });
      return withBody(response, { ...made, url: given.url });
    },
  };
}
