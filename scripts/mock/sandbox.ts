import pino from "pino";
import { SANDBOX_FACTS } from "../../src/app/carriers";
import { compose, databaseOf } from "../../src/app/compose";
import { readConfig } from "../../src/app/config";
import { bindListeners } from "../../src/app/listeners";
import { firstStart } from "../../src/app/first-start";
import { API_PREFIX } from "../../src/app/api-side";
import { httpSide, startService } from "../../src/app/service";
import { bundleConsole } from "../console-bundle";
import { migrate } from "../../src/platform/db/migrate";
import { makeKey } from "../../src/features/api-keys/api-key";
import { PHONE_PAGE } from "../../src/web/sandbox/sandbox-phone";
import { type Address, originOf } from "./address";
import { openToPages } from "./cors";
import { memoryFolder } from "./memory-folder";

interface SandboxMock {
  /** Base URL for clients, with the version prefix. */
  url: string;
  key: string;
  /** URL of the page that shows sent messages. */
  phone: string;
  close(): Promise<void>;
}

/** Environment variables that the mock accepts. The mock sets all other variables itself. */
const ACCEPTED = [
  "RECADO_API_KEY",
  "RECADO_RATE_LIMIT",
  "RECADO_SANDBOX_DELAY_MS",
  "RECADO_LOG_LEVEL",
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Starts the service with an empty database, an account, a key and a sandbox sender per channel. The service
 * validates its responses and allows webhook endpoints on this machine.
 */
export async function startSandbox(address: Address, env: Environment = {}): Promise<SandboxMock> {
  const origin = originOf(address);
  const { folder, remove } = memoryFolder();
  try {
    const config = readConfig({
      RECADO_LOG_LEVEL: "warn",
      RECADO_API_KEY: makeKey(),
      ...Object.fromEntries(ACCEPTED.filter((name) => env[name]).map((name) => [name, env[name]])),
      HOST: address.host,
      PORT: String(address.port),
      RECADO_PUBLIC_URL: origin,
      RECADO_DATA_DIR: folder,
      RECADO_HANDSET: "1",
      RECADO_WEBHOOK_ALLOW_PRIVATE: "1",
      RECADO_VALIDATE_RESPONSES: "1",
    });
    const log = pino({ level: config.logLevel, base: null });
    const front = await bindListeners(config, log);
    const db = databaseOf(config);
    await migrate(db);
    const app = { ...(await compose({ config, db, log })), consolePage: await bundleConsole() };
    const { key } = await firstStart(app, SANDBOX_FACTS);
    if (key === null) throw new Error("the database was not empty");
    const running = await startService(app, front, async (composed, readiness) =>
      openToPages(await httpSide(composed, readiness)),
    );
    return {
      url: origin + API_PREFIX,
      key,
      phone: `${origin}${PHONE_PAGE}`,
      async close() {
        await running.stop();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}
