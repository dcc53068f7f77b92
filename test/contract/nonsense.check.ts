import { type ProxyChain, openProxyChain } from "../../scripts/contract-check/proxy-chain";
import { cellsIn, check, type RealService, startService } from "./service";
import { doubleOf } from "./doubled-server";

describe("the contract check of a server with senseless responses", () => {
  let real: RealService;
  let proxyChain: ProxyChain;

  beforeAll(async () => {
    [real, proxyChain] = await Promise.all([startService(), openProxyChain(30_000)]);
  });
  afterAll(() => Promise.all([proxyChain.close(), real.stop()]));

  it.each(["null", '{"data":[null]}', "nonsense"])("ends normally with %s", async (body) => {
    const double = await doubleOf(real.origin, (response, seen) =>
      seen.path === "/files/constraints" || response.status >= 400 ? response : { ...response, body },
    );
    const only = ["listSenders", "getTemplate", "getInboundMessage"];
    const options = { url: double.url, key: real.key, only, proxyChain };
    const result = await check(options).finally(() => double.close());
    expect(cellsIn(result, "violated")).toContain("listSenders 200");
    const reasons = result.coverage.operations.flatMap(({ cells }) => cells.map(({ reason }) => reason));
    expect(reasons).toContain("no key could be created for it: createApiKey returned no key");
  });
});
