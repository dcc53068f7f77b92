import { Balancer, type Outcome } from "../support/balancer";
import { openTestDatabase, type OpenTestDatabase } from "../support/databases";
import { freePort, ServiceProcess } from "../support/process";
import { until } from "../support/until";

const PER_SECOND = 100;
/** Forty checks of the balancer, so that a pause of a busy machine hides no stop from it. */
const DRAIN_SECONDS = 10;

describe("two processes behind a balancer", () => {
  let database: OpenTestDatabase;
  let services: ServiceProcess[];
  let balancer: Balancer;

  beforeAll(async () => {
    database = await openTestDatabase("PostgreSQL");
    const ports = [await freePort(), await freePort()];
    services = ports.map(
      (port) =>
        new ServiceProcess({
          PORT: String(port),
          RECADO_ROLES: "api",
          RECADO_DATA_DIR: database.dataDir,
          RECADO_LOG_LEVEL: "warn",
          RECADO_DRAIN_SECONDS: String(DRAIN_SECONDS),
          DATABASE_URL: database.url ?? "",
        }),
    );
    for (const service of services) await service.start();
    balancer = new Balancer(ports);
  });
  afterAll(async () => {
    balancer.close();
    for (const service of services) await service.stop("SIGKILL");
    await database.close();
  });

  it("fails no request while each process is restarted, at 100 requests a second", async () => {
    const outcomes: Promise<Outcome>[] = [];
    const startedAt = performance.now();
    const load = setInterval(() => {
      const due = ((performance.now() - startedAt) / 1_000) * PER_SECOND;
      while (outcomes.length < due) outcomes.push(balancer.get("/v3/messages"));
    }, 10);
    const served = (count: number) =>
      until(`${count} requests`, 30, async () => balancer.isComplete && outcomes.length >= count);
    for (const service of services) {
      await served(outcomes.length + PER_SECOND);
      expect(await service.stop("SIGTERM")).toBe(0);
      await service.start();
    }
    await served(outcomes.length + PER_SECOND);
    clearInterval(load);
    // The requests have no key, so a working process returns 401.
    expect(new Set(await Promise.all(outcomes))).toEqual(new Set([401]));
    expect(outcomes.length).toBeGreaterThan(2 * DRAIN_SECONDS * PER_SECOND);
  });
});
