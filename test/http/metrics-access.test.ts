import { type MetricsRequest, requireMetricsAccess } from "../../src/http/metrics-access";
import { testService } from "../support/service";
import { until } from "../support/until";

const TOKEN = "metrics-token-of-this-test";
const loopback = { token: null, isAdminPort: false };
const requestFrom = (
  remoteAddress: string | undefined,
  headers: Record<string, string> = {},
): MetricsRequest => ({ remoteAddress, headers });
const refusal = expect.objectContaining({
  status: 401,
  code: "unauthorized",
  headers: { "WWW-Authenticate": 'Bearer realm="recado-metrics"' },
}) as unknown;

/** Returns the refusal; null if the metrics may be read. */
function refused(req: MetricsRequest, access: Parameters<typeof requireMetricsAccess>[1]): unknown {
  try {
    requireMetricsAccess(req, access);
    return null;
  } catch (error) {
    return error;
  }
}

describe("access to metrics", () => {
  it.each(["127.0.0.1", "127.8.9.10", "::1", "::ffff:127.0.0.1"])(
    "is granted to a direct request from %s",
    (address) => {
      expect(refused(requestFrom(address, { host: "recado.example" }), loopback)).toBeNull();
    },
  );

  it.each(["10.0.0.1", "192.168.1.1", "::ffff:10.0.0.1", "2001:db8::1", "169.254.1.1", "", undefined])(
    "is denied to a peer at %s",
    (address) => {
      expect(refused(requestFrom(address), loopback)).toEqual(refusal);
    },
  );

  it.each([
    ["Forwarded", "for=192.0.2.1"],
    ["X-Forwarded-For", "127.0.0.1"],
    ["X-Forwarded-Proto", "https"],
    ["X-Forwarded-Host", "recado.example"],
    ["X-Forwarded-Server", "proxy"],
    ["X-Real-IP", "192.0.2.1"],
    ["X-Client-IP", "192.0.2.1"],
    ["X-Cluster-Client-IP", "192.0.2.1"],
    ["True-Client-IP", "192.0.2.1"],
    ["CF-Connecting-IP", "192.0.2.1"],
    ["Fly-Client-IP", "192.0.2.1"],
    ["Via", "1.1 proxy"],
    ["X-Envoy-External-Address", "192.0.2.1"],
    ["X-Amzn-Trace-Id", "Root=1"],
    ["X-Forwarded-For", ""],
  ])("is denied to a local proxy that adds %s", (name, value) => {
    expect(refused(requestFrom("127.0.0.1", { [name.toLowerCase()]: value }), loopback)).toEqual(refusal);
  });

  it("is granted from anywhere with the exact token only", () => {
    const access = { token: TOKEN, isAdminPort: false };
    const away = (authorization?: string) =>
      refused(requestFrom("192.0.2.1", authorization === undefined ? {} : { authorization }), access);
    expect(away(`Bearer ${TOKEN}`)).toBeNull();
    expect(away(`bearer ${TOKEN}`)).toBeNull();
    for (const wrong of [
      undefined,
      "Bearer",
      `Bearer ${TOKEN}x`,
      `Bearer ${TOKEN.slice(1)}`,
      `Basic ${TOKEN}`,
    ]) {
      expect(away(wrong)).toEqual(refusal);
    }
    expect(refused(requestFrom("127.0.0.1"), access)).toBeNull();
    // Without a configured token, no bearer token matches.
    expect(refused(requestFrom("192.0.2.1", { authorization: "Bearer null" }), loopback)).toEqual(refusal);
  });

  it("is granted on the admin port to all, unless a token is set", () => {
    const peer = requestFrom("10.0.0.1", { "x-forwarded-for": "192.0.2.1" });
    expect(refused(peer, { token: null, isAdminPort: true })).toBeNull();
    expect(refused(peer, { token: TOKEN, isAdminPort: true })).toEqual(refusal);
  });

  describe("of a service", () => {
    const service = testService("SQLite", { env: { RECADO_METRICS_TOKEN: TOKEN } });

    it("requires the token for proxied requests, while health and readiness are public", async () => {
      const { anonymous } = service;
      await anonymous.get("/metrics").expect(200);
      const passedOn = (path: string) => anonymous.get(path).set("X-Forwarded-For", "192.0.2.1");
      const response = await passedOn("/metrics").expect(401);
      expect(response.text).not.toContain("recado_");
      expect(response.headers["www-authenticate"]).toBe('Bearer realm="recado-metrics"');
      expect(response.body).toMatchObject({ error: { code: "unauthorized" } });
      await passedOn("/metrics").set("Authorization", `Bearer ${TOKEN}`).expect(200);
      await passedOn("/metrics").set("Authorization", `Bearer ${service.key}`).expect(401);
      await passedOn("/healthz").expect(200);
      await until("it is ready", 10, async () => (await passedOn("/readyz")).status === 200);
    });
  });
});
