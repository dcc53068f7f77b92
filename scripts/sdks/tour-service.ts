import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildAll } from "../bench/build";
import { Service } from "../bench/processes";
import { serve } from "../tools/listening";
import { laterVersion } from "./later-version";

/** A service of this checkout with an empty data directory, for the tours. */
export interface TourService {
  key: string;
  /** API URLs of the service (`today`) and of a proxy that simulates a later version (`later`). */
  urls: { today: string; later: string };
  receiver: string;
  close(): Promise<void>;
}

/** Starts a server that acknowledges webhooks. */
const startReceiver = () =>
  serve((request, response) => {
    request.resume().once("end", () => response.writeHead(204).end());
  });

export async function startTourService(): Promise<TourService> {
  const folder = mkdtempSync(join(tmpdir(), "recado-sdks-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  await buildAll();
  const key = `st_${randomBytes(32).toString("hex")}`;
  const service = await Service.start(folder, {
    env: {
      RECADO_DATA_DIR: join(folder, "data"),
      RECADO_API_KEY: key,
      RECADO_WEBHOOK_ALLOW_PRIVATE: "1",
      RECADO_RATE_LIMIT: "1000000",
      RECADO_LOG_LEVEL: "error",
    },
  });
  const [later, receiver] = await Promise.all([laterVersion(service.origin), startReceiver()]);
  return {
    key,
    urls: { today: `${service.origin}/v3`, later: `${later.origin}/v3` },
    receiver: `${receiver.origin}/recado`,
    async close() {
      await Promise.all([later.close(), service.stop()]);
      await receiver.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
