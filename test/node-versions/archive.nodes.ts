import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { installTools, NODE_PACKAGE } from "../../scripts/node-versions/install";
import { OF_ARCHIVE } from "../../scripts/node-versions/versions";
import { freePort, ServiceProcess } from "../support/process";
import { temporaryFolder } from "../support/temporary-folder";

const ROOT = resolve(__dirname, "../..");

/** RECADO_TEST_NODES=22,24 restricts the test to these versions. */
const CHOSEN = process.env.RECADO_TEST_NODES?.split(",");
const versions = OF_ARCHIVE.filter((node) => CHOSEN?.includes(node.split(".")[0] ?? "") ?? true);

describe("the release archive", () => {
  const folder = temporaryFolder("archive");
  const unpacked = join(folder, "unpacked");

  beforeAll(() => {
    const options = { cwd: ROOT, encoding: "utf8" } as const;
    const archive = execFileSync("npm", ["run", "-s", "release", "--", "--allow-modified"], options).trim();
    mkdirSync(unpacked);
    execFileSync("tar", ["-xzf", archive, "-C", unpacked, "--strip-components=1"]);
  });

  it.each(versions)("starts on Node %s, and stops with code 0", async (node) => {
    const bin = installTools(join(folder, `tools-${node}`), [`${NODE_PACKAGE}@${node}`]);
    const dataDir = join(folder, `data-${node}`);
    const env = {
      PATH: `${bin}:${process.env.PATH}`,
      PORT: String(await freePort()),
      RECADO_DATA_DIR: dataDir,
    };
    expect(execFileSync(join(bin, "node"), ["--version"], { encoding: "utf8" }).trim()).toBe(`v${node}`);
    const program = join(unpacked, "bin/recado");
    const service = new ServiceProcess(env, { program, command: ["serve"], cwd: folder });
    try {
      await service.start();
      const key = readFileSync(join(dataDir, "api-key"), "utf8").trim();
      const response = await fetch(`${service.baseUrl}/v3/messages`, { headers: { "X-API-Key": key } });
      expect(response.status).toBe(200);
      expect(await service.stop("SIGTERM")).toBe(0);
      expect(service.log()).not.toMatch(/"level":[4-6]0|Warning/);
    } finally {
      await service.stop("SIGKILL");
    }
  });
});
