import { generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { carrierKinds } from "../../src/app/carriers";
import { systemClock } from "../../src/platform/time";
import { runCommand } from "../support/command";
import { guidesWith, reader } from "../support/guide-reader";
import { blocksOf, markCommand } from "../support/guides";
import { runInProcess } from "../support/in-process-command";

describe("the operator's commands", () => {
  const COMMAND = /^npm run recado -- (.+)$/;
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  /** Returns the content of a secret that a guide reads from a file or asks for. */
  const secretOf = (name: string) =>
    name === "service_account"
      ? JSON.stringify({
          type: "service_account",
          client_email: "a@b.example",
          token_uri: "http://127.0.0.1:9/token",
          private_key: privateKey.export({ type: "pkcs8", format: "pem" }),
        })
      : "a-secret-of-some-length";
  /** Returns the arguments with an address on which no carrier listens. */
  const elsewhere = (args: readonly string[]) => {
    const kind = args[args.indexOf("--kind") + 1] ?? "";
    const hasUrl = Object.hasOwn(carrierKinds.get(kind)?.settings ?? {}, "url");
    return args[1] === "add" && hasUrl ? [...args, "--set", "url=http://127.0.0.1:9"] : args;
  };

  /** Guide of which each command runs in a separate process. */
  const IN_PROCESSES = "production";

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

    function recado(dataDir: string, args: readonly string[]) {
      if (name === IN_PROCESSES) return runCommand({ RECADO_DATA_DIR: dataDir }, ...args);
      return runInProcess(args, { database: { url: null, dataDir }, clock: systemClock });
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
      const { exitCode, err } = await recado(target.RECADO_DATA_DIR, elsewhere(words));
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
