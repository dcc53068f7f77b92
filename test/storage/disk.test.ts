import { mkdir, readdir, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import express from "express";
import pino from "pino";
import { errorEnvelope } from "../../src/http/envelope";
import { requestIds } from "../../src/http/request-id";
import { closeServer, httpServer } from "../../src/http/server";
import { idMaker } from "../../src/platform/ids";
import { systemClock } from "../../src/platform/time";
import { storageRouter } from "../../src/storage/disk/disk.routes";
import { diskStorage } from "../../src/storage/disk/disk-storage";
import { temporaryFolder } from "../support/temporary-folder";
import { describeStorage, type StorageUnderTest } from "./conformance";

async function openDisk(): Promise<StorageUnderTest> {
  const directory = temporaryFolder("storage");
  const confirmed = new Set<string>();
  const gate = {
    isOpen: async (key: string) => !confirmed.has(key),
    async whileOpen(key: string, place: () => Promise<void>) {
      if (confirmed.has(key)) return false;
      await place();
      return true;
    },
  };
  const ids = idMaker(systemClock);
  const app = express();
  const server = httpServer(app, ids);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const storage = diskStorage({ directory, publicUrl, secret: "secret", clock: systemClock });
  app.use(requestIds(ids), storageRouter(storage, gate), errorEnvelope(pino({ level: "silent" })));
  return {
    storage,
    async contents() {
      const entries = await readdir(directory, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1));
    },
    confirm: (key) => void confirmed.add(key),
    async abandonUpload(key) {
      await mkdir(join(directory, "incoming"), { recursive: true });
      await writeFile(join(directory, "incoming", `${key.split("/")[1]}.1`), "part");
    },
    async close() {
      server.closeAllConnections();
      await closeServer(server);
    },
  };
}

describeStorage("on the disk", openDisk);
