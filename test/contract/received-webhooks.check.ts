import { createServer, type IncomingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";
import { type ProxyChain, openProxyChain } from "../../scripts/contract-check/proxy-chain";
import type { CheckOptions } from "../../scripts/contract-check/check-options";
import type { CheckResult } from "../../scripts/contract-check/run";
import { listening } from "../support/listening";
import { freePort } from "../support/process";
import { cellsIn, check, type RealService, messagesOf, startService } from "./service";

interface Posted {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A change of a request on its way; null drops it. */
type Change = (posted: Posted) => Posted | null;

const EVENTS = [
  "receiveMessageUpdate",
  "receiveInboundMessage",
  "receiveCampaignUpdate",
  "receiveInboundRcsEvent",
  "receiveConsentUpdate",
];
const delivered = EVENTS.map((event) => `${event} 204`);

const inFirst =
  (change: (event: Record<string, unknown>) => object): Change =>
  ({ headers, body }) => {
    const [first, ...others] = JSON.parse(body) as Record<string, unknown>[];
    return { headers, body: JSON.stringify([change(first ?? {}), ...others]) };
  };

describe("the contract check of webhooks", () => {
  let real: RealService;
  let proxyChain: ProxyChain;
  let slowProxyChain: ProxyChain;
  /** A check that waits for missing events while other checks of another account run. */
  let withoutCampaignEvents: Promise<CheckResult>;

  beforeAll(async () => {
    [real, proxyChain, slowProxyChain] = await Promise.all([
      startService(),
      openProxyChain(30_000),
      openProxyChain(30_000),
    ]);
    const drop: Change = (posted) => (posted.body.includes('"campaign_update"') ? null : posted);
    withoutCampaignEvents = checkChanged(drop, { key: await real.otherKey(), proxyChain: slowProxyChain });
    withoutCampaignEvents.catch(() => undefined);
  });
  afterAll(async () => {
    await Promise.allSettled([withoutCampaignEvents]);
    await Promise.all([proxyChain.close(), slowProxyChain.close(), real.stop()]);
  });

  /** Runs a check whose receiver is behind an address that changes requests. */
  async function checkChanged(change: Change, given: Partial<CheckOptions> = {}) {
    const port = await freePort();
    const server = createServer((incoming, outgoing) => {
      void (async () => {
        const body = (await buffer(incoming)).toString();
        const posted = body === "" ? { headers: {}, body } : change({ headers: incoming.headers, body });
        if (posted === null) return void outgoing.writeHead(204).end();
        const { host: _, connection: _connection, "content-length": _length, ...headers } = posted.headers;
        const { status } = await fetch(`http://127.0.0.1:${port}${incoming.url}`, {
          method: "POST",
          headers: headers as Record<string, string>,
          body: posted.body,
        });
        outgoing.writeHead(status).end();
      })().catch(() => outgoing.destroy());
    });
    const { url, stop } = await listening(server);
    const options = { url: real.origin, key: real.key, only: EVENTS, receiver: { url, port }, proxyChain };
    return check({ ...options, ...given }).finally(stop);
  }

  it("receives unchanged webhooks", async () => {
    const result = await checkChanged((posted) => posted);
    expect(result.coverage.violations).toEqual([]);
    expect(cellsIn(result, "hit")).toEqual(delivered);
  });

  it.each<[string, Change, string]>([
    [
      "a body changed after signing",
      ({ headers, body }) => ({ headers, body: `${body} ` }),
      "contract: the signature does not hold: no signature matches the body and the secret",
    ],
    [
      "a missing signature",
      ({ headers: { "x-service-signature": _, ...headers }, body }) => ({ headers, body }),
      "contract: the signature does not hold: there is no x-service-signature header",
    ],
    [
      "a wrong content type",
      ({ headers, body }) => ({ headers: { ...headers, "content-type": "text/plain" }, body }),
      "contract: the content type is text/plain, the contract says application/json",
    ],
    [
      "a missing field",
      inFirst(({ created_at: _, ...event }) => event),
      "contract: 0 must have required property 'created_at'",
    ],
    [
      "a field of a wrong type",
      // The check waits for an event with a known id, so the id stays.
      inFirst((event) => ({ ...event, created_at: 7 })),
      "contract: 0.created_at must be string",
    ],
  ])("finds %s", async (_, change, message) => {
    const result = await checkChanged(change);
    for (const event of EVENTS) expect(messagesOf(result, event)).toContain(message);
    expect(cellsIn(result, "violated")).toEqual(delivered);
  });

  it("reports events that do not come", async () => {
    const result = await withoutCampaignEvents;
    expect(new Set(messagesOf(result, "receiveCampaignUpdate"))).toEqual(
      new Set(["expectation: no request with it came within 30 s"]),
    );
    expect(cellsIn(result, "hit")).toEqual(delivered.filter((cell) => !cell.includes("Campaign")));
  }, 300_000);

  it("reports why webhooks are not tried if the deployment refuses private addresses", async () => {
    const strict = await startService({ RECADO_WEBHOOK_ALLOW_PRIVATE: "0" });
    const options = { url: strict.origin, key: strict.key, only: EVENTS, proxyChain };
    const result = await check(options).finally(strict.stop);
    expect(cellsIn(result, "missed")).toEqual(delivered);
    const [cell] = result.coverage.operations[0]?.cells ?? [];
    expect(cell?.reason).toMatch(/^the deployment refuses the endpoint \S+ with 422: allow/);
  });
});
