import { join } from "node:path";
import { readExamples } from "../../src/web/docs/guides";
import { bundled, compare, firstOf, guidesWith, preludeOf, programOf, reader } from "../support/guide-reader";
import { blocksOf, markCommand, shellScript } from "../support/guides";

describe("the guides' programs", () => {
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
