import { cpSync } from "node:fs";
import pino from "pino";
import { type Composed, compose } from "../../src/app/compose";
import { readConfig } from "../../src/app/config";
import { newSecretKey } from "../../src/platform/secrets/secret-key";
import {
  databases,
  type OpenTestDatabase,
  settingsOf,
  type TestDatabase,
  testDatabase,
} from "../support/databases";
import { temporaryFolder } from "../support/temporary-folder";

/** Returns the phrase and the advice of a log line. */
function warningOf(line: string) {
  const { msg, advice } = JSON.parse(line) as { msg: string; advice: unknown };
  return { msg, advice };
}

/** Starts a process. Returns its warnings, and the value of its metric of a shared file store. */
async function started(opened: OpenTestDatabase, dataDir: string, secretKey: string) {
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
  const config = readConfig({
    ...settingsOf({ url: opened.url, dataDir }),
    RECADO_SECRET_KEY: secretKey,
  });
  const app: Composed = await compose({ config, db: opened.db, log });
  const [{ value: shared } = { value: -1 }] = (await app.metrics.fileStoreShared.get()).values;
  await app.wakeups.close();
  return { warnings: lines.map(warningOf), shared };
}

describe.each<[TestDatabase, boolean]>(databases.map((kind) => [kind, kind === "PostgreSQL"]))(
  "the file store of several processes on %s",
  (database, isServer) => {
    const opened = testDatabase(database);
    const secretKey = newSecretKey();
    const folder = () => temporaryFolder("host");

    it("warns when processes keep files in separate folders", async () => {
      const [here, elsewhere] = [folder(), folder()];
      const together = { warnings: [], shared: 1 };
      expect(await started(opened, here, secretKey)).toEqual(together);
      expect(await started(opened, here, secretKey)).toEqual(together);
      const apart = await started(opened, elsewhere, secretKey);
      expect(apart).toEqual(
        isServer
          ? {
              warnings: [
                {
                  msg: "uploaded files are not shared",
                  advice: expect.stringMatching(/RECADO_STORAGE=s3.*RECADO_DATA_DIR/) as string,
                },
              ],
              shared: 0,
            }
          : together,
      );
      // A folder that was moved to another host with its files is the same store.
      const moved = folder();
      cpSync(here, moved, { recursive: true });
      expect(await started(opened, moved, secretKey)).toEqual(together);
    });
  },
);
