import { execFile } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { GUIDE_NAMES, type GuideName, readExamples } from "../../src/web/docs/guides";
import {
  type Block,
  blocksOf,
  clientProgram,
  markCommand,
  printedBy,
  shellScript,
  shownIn,
  steady,
  steadyJson,
} from "../support/guides";
import { carrierKinds } from "../../src/app/carriers";
import { runCommand } from "../support/command";
import { freePort, ServiceProcess } from "../support/process";
import { problemsOf } from "../support/typescript";

const root = join(__dirname, "..", "..");
const FIRST: GuideName = "first-message";
/** Guides whose `sh elsewhere` blocks are run by a test of the guide's own. */
const TESTED_ELSEWHERE: readonly GuideName[] = ["tour", "carrier-smpp", "sqlite-to-postgresql"];

/** Returns the first block of a kind in the first guide, which all other guides continue from. */
const firstOf = (kind: Block["kind"]) => blocksOf(FIRST).find((block) => block.kind === kind)?.text ?? "";
const preludeOf = (name: GuideName, kind: "shell" | "client") => (name === FIRST ? "" : firstOf(kind));

const programOf = (name: GuideName) => clientProgram(blocksOf(name), preludeOf(name, "client"));
const guidesWith = (kind: Block["kind"]) =>
  GUIDE_NAMES.filter((name) => blocksOf(name).some((block) => block.kind === kind));

/** Starts a service for a reader, with a working folder. */
async function reader() {
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
        .replaceAll("127.0.0.1:3000", `127.0.0.1:${port}`)
        .replaceAll("127.0.0.1:4000", `127.0.0.1:${receiverPort}`)
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

function compare(name: GuideName, blocks: readonly Block[], printed: ReadonlyMap<number, string>): void {
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
async function bundled(program: string, file: string): Promise<void> {
  await build({
    stdin: { contents: program, resolveDir: root, loader: "ts" },
    bundle: true,
    outfile: file,
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "silent",
  });
}

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
    const readme = readFileSync(join(root, "README.md"), "utf8");
    for (const name of GUIDE_NAMES.filter((one) => !TESTED_ELSEWHERE.includes(one))) {
      for (const { kind, text } of blocksOf(name)) {
        if (kind === "elsewhere") expect(readme).toContain(`\`\`\`sh\n${text}\n\`\`\``);
      }
    }
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

  it.each(guidesWith("client"))("matches its output with the client: %s", async (name) => {
    const blocks = blocksOf(name);
    const { run, adapted, folder, close } = await reader();
    try {
      await bundled(adapted(programOf(name)), join(folder, "program.mjs"));
      const shell = shellScript(blocks, ["shell"], preludeOf(name, "shell"));
      const printed = await run(`${adapted(shell)}\nnode program.mjs`);
      const ran = blocks.filter(({ kind }) => kind === "shell" || kind === "client");
      expect(printed.size).toBe(ran.length);
      compare(name, blocks, printed);
    } finally {
      await close();
    }
  });
});

describe("the operator's commands", () => {
  const COMMAND = /^npm run recado -- (.+)$/;
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  /** Returns the content of a secret that a guide reads from a file or asks for. */
  const secretOf = (name: string) =>
    name === "service_account"
      ? JSON.stringify({
          ...{ type: "service_account", client_email: "a@b.example", token_uri: "http://127.0.0.1:9/token" },
          private_key: privateKey.export({ type: "pkcs8", format: "pem" }),
        })
      : "a-secret-of-some-length";
  /** Returns the arguments with an address on which no carrier listens. */
  const elsewhere = (args: readonly string[]) => {
    const kind = args[args.indexOf("--kind") + 1] ?? "";
    const hasUrl = Object.hasOwn(carrierKinds.get(kind)?.settings ?? {}, "url");
    return args[1] === "add" && hasUrl ? [...args, "--set", "url=http://127.0.0.1:9"] : args;
  };

  it.each(guidesWith("setup"))("runs its commands in order: %s", async (name) => {
    const { folder, env, run, adapted, close } = await reader();
    try {
      const texts = blocksOf(name).flatMap(({ kind, text }) => (kind === "setup" ? text : []));
      /** The address of each channel's sender that the guide has added. */
      const addresses = new Map<string, string>();
      for (const text of texts) {
        if (text.startsWith("curl")) await send(text, addresses);
        else for (const line of text.split("\n")) await operate(line, addresses);
      }
    } finally {
      await close();
    }

    async function operate(line: string, addresses: Map<string, string>) {
      const [, command = ""] = COMMAND.exec(line) ?? [];
      expect([line, command]).not.toContain("");
      const args = command.split(" ").map((word) => {
        const [, secret, file] = /^(\w+)=(?:@(\S+)|-)$/.exec(word) ?? [];
        if (secret === undefined) return word;
        const path = join(folder, file ?? "typed");
        writeFileSync(path, secretOf(secret));
        return `${secret}=@${path}`;
      });
      const isArchive = ["backup", "restore"].includes(args[0] ?? "");
      const words = isArchive ? args.map((word, at) => (at === 1 ? join(folder, word) : word)) : args;
      const target = args[0] === "restore" ? { RECADO_DATA_DIR: join(folder, "restored") } : env;
      const { exitCode, err } = await runCommand(target, ...elsewhere(words));
      const mayFail = command.startsWith("carriers test");
      if (mayFail) expect([line, err]).toEqual([line, expect.stringMatching(/^(error: [^\n]+\n)?$/)]);
      // Nothing can be set up at an address on which no carrier listens.
      else if (exitCode === 1)
        expect([line, err]).toEqual([line, expect.stringMatching(/^error: \w+ is stored, but/)]);
      else expect([line, exitCode, err]).toEqual([line, 0, ""]);
      const [, channel, address] = /^senders add .*--channel (\S+) --address (\S+)/.exec(command) ?? [];
      if (channel && address) addresses.set(channel, address);
    }

    /** Sends the guide's message and expects the guide's sender instead of the sandbox's. */
    async function send(text: string, addresses: ReadonlyMap<string, string>) {
      const sent = `${adapted(text).replace(/^curl/, "curl -s")} > sent.json`;
      const id = `"$(grep -oE '"message_id": ?"[^"]+"' sent.json | head -n 1 | grep -oE '[0-9a-f-]{36}')"`;
      const auth = `-H "Authorization: Bearer $(cat data/api-key)"`;
      const readMessage = adapted(`curl -s http://127.0.0.1:3000/v3/messages/${id} ${auth}`);
      const shown = [...(await run(`${sent}\n${readMessage}\n${markCommand(1)}`)).values()].join("");
      const { channel, sender } = JSON.parse(shown) as { channel: string; sender: string };
      expect([text, sender]).toEqual([text, addresses.get(channel)]);
    }
  });
});

describe("the examples", () => {
  const sourceOf = (name: string) => readExamples().get(name) ?? "";

  it("imports a table and sends to it once", async () => {
    const { folder, adapted, run, close } = await reader();
    try {
      await bundled(sourceOf("campaign-from-csv.mts"), join(folder, "program.mjs"));
      const start = `node program.mjs clientes.csv Hoje "Oi {{ name }}, o pedido {{ pedido }} saiu."`;
      const table = "telefone;nome;pedido\\n11 91234-5678;Ana;A-1\\n21 99876-1111;Rui;\\n123;Eva;C-3\\n";
      const script = [
        adapted(firstOf("shell")),
        `printf '${table}' > clientes.csv`,
        `${start}\n${markCommand(1)}`,
        `${start} 2>&1 || ${markCommand(2)}`,
      ].join("\n");
      const printed = await run(script);
      const first = printed.get(1) ?? "";
      expect(first).toContain("2 of 3 rows are on the list");
      expect(first).toContain("4,telefone is not a valid phone number.,123,Eva,C-3");
      expect(first).toContain("completed: 2 of 2 are finished\n+5521998761111 missing_variable");
      expect(printed.get(2)).toMatch(/^conflict: createTemplate: 409 conflict/);
    } finally {
      await close();
    }
  });

  it("receives events once and in order, and refuses unsigned requests", async () => {
    const { folder, adapted, run, close } = await reader();
    try {
      await bundled(sourceOf("webhook-receiver.mts"), join(folder, "program.mjs"));
      const send = (reference: string) =>
        `api $API/messages -o sent.json -d '{"channel":"sms","content":{"type":"text","text":"Oi"},"recipients":[{"to":"11987654321","client_reference":"${reference}"}]}'`;
      const script = adapted(
        [
          firstOf("shell"),
          `api $API/webhooks -d '{"url":"http://127.0.0.1:4000/"}' > webhook.json`,
          `export SECRET=whsec_b2xk,$(pick .secret < webhook.json) ADDRESS=127.0.0.1:4000`,
          `PORT=\${ADDRESS#*:} node program.mjs > events.txt 2>&1 & RECEIVER=$!`,
          `until grep -q listening events.txt; do sleep 0.1; done`,
          `curl -sS -o answer.txt -w '%{http_code}' -d '[]' http://$ADDRESS/`,
          markCommand(1),
          send("pedido-1"),
          `until grep -q delivered events.txt; do sleep 0.1; done`,
          `api -X POST $API/webhooks/$(pick .id < webhook.json)/deliveries/$(api $API/webhooks/$(pick .id < webhook.json)/deliveries | pick '.data.at(-1).id')/retry -o retried.json`,
          send("pedido-2"),
          `until grep -q 'pedido-2.*delivered' events.txt; do sleep 0.1; done`,
          `kill $RECEIVER && wait $RECEIVER`,
          `cat events.txt\n${markCommand(2)}`,
        ].join("\n"),
      );
      const printed = await run(script);
      expect(printed.get(1)).toBe("401");
      const lines = (printed.get(2) ?? "").split("\n").map((line) => line.trim().replace(/ +/g, " "));
      expect(lines.slice(0, 2)).toEqual(["listening", "rejected: missing_signature"]);
      const first = lines.filter((line) => line.startsWith("pedido-1"));
      expect(first.at(-1)).toBe("pedido-1 delivered");
      expect(new Set(first).size).toBe(first.length);
      expect(lines.at(-1)).toBe("pedido-2 delivered");
    } finally {
      await close();
    }
  });
});
