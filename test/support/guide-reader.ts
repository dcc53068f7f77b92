import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { GUIDE_NAMES, type GuideName } from "../../src/web/docs/guides";
import { type Block, blocksOf, clientProgram, printedBy, shownIn, steady, steadyJson } from "./guides";
import { freePort, ServiceProcess } from "./process";

export const ROOT = resolve(__dirname, "..", "..");
const FIRST: GuideName = "first-message";

/** Returns the first block of a kind in the first guide, which all other guides continue from. */
export const firstOf = (kind: Block["kind"]) =>
  blocksOf(FIRST).find((block) => block.kind === kind)?.text ?? "";
export const preludeOf = (name: GuideName, kind: "shell" | "client") => (name === FIRST ? "" : firstOf(kind));

export const programOf = (name: GuideName) => clientProgram(blocksOf(name), preludeOf(name, "client"));
export const guidesWith = (kind: Block["kind"]) =>
  GUIDE_NAMES.filter((name) => blocksOf(name).some((block) => block.kind === kind));

export async function reader() {
  const folder = mkdtempSync(join(tmpdir(), "recado-guide-"));
  const dataDir = join(folder, "data");
  const port = await freePort();
  const receiverPort = await freePort();
  const service = new ServiceProcess({
    PORT: String(port),
    RECADO_DATA_DIR: dataDir,
    RECADO_WEBHOOK_ALLOW_PRIVATE: "1",
    RECADO_VALIDATE_RESPONSES: "1",
  });
  await service.start();
  return {
    folder,
    env: { RECADO_DATA_DIR: dataDir },
    /** Returns the text with this service's addresses. */
    adapted: (text: string) =>
      text
        // One pass: a free port may begin with 4000 too.
        .replace(/127\.0\.0\.1:([34])000/g, (_, one) => `127.0.0.1:${one === "3" ? port : receiverPort}`)
        .replaceAll("listen(4000)", `listen(${receiverPort})`),
    /** Runs the script and returns the output of each block, with the guide's addresses. */
    async run(script: string) {
      const file = join(folder, "guide.sh");
      writeFileSync(file, script);
      const { stdout, stderr } = await promisify(execFile)("bash", ["--norc", file], {
        cwd: folder,
        timeout: 150_000,
      });
      expect(stderr).toBe("");
      return printedBy(
        stdout
          .replaceAll(`127.0.0.1:${port}`, "127.0.0.1:3000")
          .replaceAll(`127.0.0.1:${receiverPort}`, "127.0.0.1:4000"),
      );
    },
    async close() {
      await service.stop("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Expects the output of each block that ran to be the output that the guide shows. */
export function compare(
  name: GuideName,
  blocks: readonly Block[],
  printed: ReadonlyMap<number, string>,
): void {
  const outputs = shownIn(blocks).flatMap(({ block, by }) => by.map((index) => ({ block, index })));
  for (const { block, index } of outputs) {
    const actual = printed.get(index);
    if (actual === undefined) continue; // printed by the other kind of block
    const where = `${name}:${block.line}`;
    if (block.kind === "output") expect([where, steady(actual)]).toEqual([where, steady(block.text)]);
    else if (block.isPart) expect([where, steadyJson(actual)]).toMatchObject([where, steadyJson(block.text)]);
    else expect([where, steadyJson(actual)]).toEqual([where, steadyJson(block.text)]);
  }
}

/** Bundles the program with the client, which a reader's project has installed. */
export async function bundled(program: string, file: string): Promise<void> {
  await build({
    stdin: { contents: program, resolveDir: ROOT, loader: "ts" },
    bundle: true,
    outfile: file,
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "silent",
  });
}
