import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GUIDE_NAMES, type GuideName } from "../../src/web/docs/guides";
import { compare, guidesWith, preludeOf, programOf, reader, ROOT } from "../support/guide-reader";
import { blocksOf, shellScript, shownIn } from "../support/guides";
import { freePort } from "../support/process";
import { problemsOf } from "../support/typescript";
import { until } from "../support/until";

/** Guides whose `sh elsewhere` blocks a separate test runs. */
const TESTED_ELSEWHERE: readonly GuideName[] = ["tour", "carrier-smpp", "sqlite-to-postgresql"];

describe("the guides", () => {
  it("shows only output that a run of a block prints", () => {
    for (const name of GUIDE_NAMES) {
      const blocks = blocksOf(name);
      for (const { block, by } of shownIn(blocks)) {
        const where = `${name}:${block.line}`;
        for (const index of by) {
          const kind: unknown = expect.stringMatching(/^(shell|curl|client)$/);
          expect([where, blocks[index]?.kind]).toEqual([where, kind]);
        }
      }
    }
  });

  it("leaves to other tests only blocks of the README, or of guides that these tests read", () => {
    const readme = readFileSync(join(ROOT, "README.md"), "utf8");
    for (const name of GUIDE_NAMES.filter((one) => !TESTED_ELSEWHERE.includes(one))) {
      for (const { kind, text } of blocksOf(name)) {
        if (kind === "elsewhere") expect(readme).toContain(`\`\`\`sh\n${text}\n\`\`\``);
      }
    }
  });

  it("creates templates of different names, so that one account can run all guides in order", () => {
    const names = GUIDE_NAMES.flatMap((name) => {
      const texts = blocksOf(name).map(({ text }) => text);
      // A guide has each template once with curl and once with the client.
      const found = texts.flatMap((text) => [...text.matchAll(/"name": "([^"]+)",\s*"channel"/g)]);
      return found.map(([, template]) => template);
    });
    expect(names).toContain("Pedido pronto");
    expect(new Set(names).size).toBe(names.length);
  });

  it("contains programs that compile", () => {
    const programs = guidesWith("client").map((name) => [`guide-${name}.mts`, programOf(name)] as const);
    expect(programs.length).toBeGreaterThan(3);
    expect(problemsOf(Object.fromEntries(programs))).toEqual([]);
  });

  it.each(
    guidesWith("shell")
      .concat(guidesWith("curl"))
      .filter((name, at, all) => all.indexOf(name) === at),
  )("matches its output with curl: %s", async (name) => {
    const blocks = blocksOf(name);
    const { run, adapted, close } = await reader();
    try {
      const printed = await run(adapted(shellScript(blocks, ["shell", "curl"], preludeOf(name, "shell"))));
      expect(printed.size).toBe(blocks.filter(({ kind }) => kind === "shell" || kind === "curl").length);
      compare(name, blocks, printed);
    } finally {
      await close();
    }
  });

  it("contains a receiver that outlives a connection that ends within a body", async () => {
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), "recado-receiver-"));
    const file = join(folder, "receiver.mjs");
    const source = blocksOf("webhooks").find((block) => block.file === "receiver.mjs")?.text ?? "";
    writeFileSync(file, source.replace("listen(4000)", `listen(${port})`));
    const receiver = spawn(process.execPath, [file], { env: { SECRET: "whsec_b2xk" }, stdio: "ignore" });
    const post = () => fetch(`http://127.0.0.1:${port}`, { method: "POST", body: "[]" });
    try {
      await until("it listens", 30, () => post().then(Boolean, () => false));
      const socket = connect(port, "127.0.0.1");
      socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n[");
      await once(socket, "data");
      socket.destroy();
      expect((await post()).status).toBe(401);
    } finally {
      receiver.kill();
      rmSync(folder, { recursive: true });
    }
  });
});
