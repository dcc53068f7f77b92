import { codeBlock, coloured } from "../../src/web/docs/code";
import bundle from "../../generated/openapi.json";
import { type ContractDocument, operationsOf, type Schema } from "../../src/web/docs/contract";
import { html } from "../../src/web/docs/html";
import { generalSentences, invariantSentences } from "../../src/web/docs/invariants";
import { renderMarkdown } from "../../src/web/docs/markdown";
import { referencePages } from "../../src/web/docs/reference";
import { fieldsOf, type View } from "../../src/web/docs/schema";
import { blocksOf, printedBy, shownIn, steady } from "../support/guides";

const plain = (markup: string) =>
  markup
    .replace(/<[^>]+>/g, "")
    .replace(/\s+/g, " ")
    .trim();

describe("markup", () => {
  it("escapes values and keeps markup", () => {
    const inner = html`<b>${"<i>"}</b>`;
    expect(html`<p title="${`"'&`}">${inner}${[inner, " "]}${null}${false}${0}</p>`.markup).toBe(
      '<p title="&quot;&#39;&amp;"><b>&lt;i&gt;</b><b>&lt;i&gt;</b> 0</p>',
    );
  });

  it("shows markup in a text of the contract instead of rendering it", () => {
    const { body } = renderMarkdown("a <script>x</script> [b](javascript:alert(1))\n\n<img src=x onerror=y>");
    expect(body.markup).not.toMatch(/<script|<img|href="javascript/);
  });

  it("colours code without changing its text", () => {
    const text = `const a = "<b>"; // it's "so"\nawait f(1_000, \`\${a}\`);`;
    for (const language of ["ts", "js", "json", "sh", "text"]) {
      const shown = plain(coloured(language, text).markup).replaceAll("&#x27;", "&#39;");
      expect(shown).toBe(plain(html`${text}`.markup));
    }
    const [comment, key] = ["// it&#x27;s &quot;so&quot;", "&quot;a&quot;"];
    expect(coloured("ts", text).markup).toContain(`<span class="hljs-comment">${comment}</span>`);
    expect(coloured("json", '{"a":1}').markup).toContain(`<span class="hljs-attr">${key}</span>`);
    expect(codeBlock({ language: "sh", text: "a\n" }).markup).toContain("<code>a</code>");
  });
});

describe("the Markdown of a guide", () => {
  it("gives headings distinct anchors", () => {
    const { body, headings } = renderMarkdown("# Olá\n\n## São `dois`\n\n## São dois\n\n## ?");
    expect(headings.map(({ id }) => id)).toEqual(["olá", "são-dois", "são-dois-2", "section"]);
    expect(body.markup).toContain('<h2 id="são-dois-2">São dois');
    expect(body.markup).toContain('href="#são-dois-2"');
  });

  it("pairs a curl command with the client call that follows it", () => {
    const pairs = (...infos: string[]) =>
      renderMarkdown(infos.map((info) => `\`\`\`${info}\nx\n\`\`\``).join("\n\n")).body.markup.split(
        'class="pair"',
      ).length - 1;
    expect(pairs("sh curl", "ts client")).toBe(1);
    expect(pairs("sh curl", "ts client", "sh curl", "ts client")).toBe(2);
    expect(pairs("sh", "ts client")).toBe(0);
    expect(pairs("ts client", "sh curl")).toBe(0);
    expect(pairs("sh curl", "json", "ts client")).toBe(0);
  });
});

describe("the runner of the guides", () => {
  const source = (...infos: string[]) => infos.map((info) => `\`\`\`${info}\nx\n\`\`\`\n`).join("\n");

  it.each(["", "bash", "sh not-run", "ts", "js", "json whole", "sh file=x", "text curl"])(
    "refuses a fence marked `%s`, because nothing would run it",
    (info) => {
      expect(() => blocksOf("errors", source(info))).toThrow("errors:1");
    },
  );

  it("assigns shown output to the blocks that printed it", () => {
    const blocks = blocksOf(
      "errors",
      source("sh", "text", "sh curl", "ts client", "json", "text", "ts client", "text"),
    );
    expect(shownIn(blocks).map(({ by }) => by)).toEqual([[0], [2], [2, 3], [6]]);
  });

  it("splits the output by block and masks values that differ in each run", () => {
    expect([...printedBy("a\n\u001e0\u001e\nb\nc\n\u001e4\u001e\n")]).toEqual([
      [0, "a"],
      [4, "b\nc"],
    ]);
    const id = "01a1f8d3-ea00-7b3f-8d21-5c7e9a0b4f16";
    expect(steady(`${id} 2026-01-31T12:00:00Z st_${"0".repeat(64)} 7\r\n`)).toBe("<id> <time> <key> 7");
  });
});

describe("a response in the reference", () => {
  const done = { description: "Done." };
  const links = {
    getNote: { operationId: "getNote", parameters: { note_id: "$response.body#/id" } },
    gone: { operationId: "goneNote", parameters: {} },
  };
  const operation = (operationId: string, summary: string, tag: string, response: object) => ({
    operationId,
    summary,
    tags: [tag],
    responses: { "201": response },
  });
  const document: ContractDocument = {
    info: { title: "Notes", version: "1" },
    tags: [{ name: "Notes" }, { name: "Old notes" }],
    paths: {
      "/notes": { post: operation("createNote", "Write a note", "Notes", { ...done, links }) },
      "/notes/{note_id}": { get: operation("getNote", "Read a note", "Old notes", done) },
    },
  };
  const page = (path: string) => {
    const found = referencePages(document).find((one) => one.path === `/docs/reference/${path}`);
    return found?.content().body.markup ?? "";
  };

  it("links to the next operations, on whatever page they are", () => {
    expect(page("notes")).toContain('<a href="/docs/reference/old-notes#getNote">Read a note</a>');
    expect(plain(page("notes"))).toContain("What comes next: Read a note, with note_id from here");
    expect(page("notes")).not.toContain("goneNote");
    expect(page("old-notes")).not.toContain("What comes next");
  });
});

describe("fields in the reference", () => {
  const components = {
    schemas: {
      Note: {
        type: "object",
        required: ["id"],
        properties: {
          id: { type: "string", format: "uuid", description: "Its id.", examples: ["01a1f8d3"] },
          size: { type: "integer", minimum: 1, maximum: 1000, default: 25 },
          kind: { type: ["string", "null"], enum: ["long", "short", null] },
          next: { anyOf: [{ $ref: "#/components/schemas/Note" }, { type: "null" }] },
          words: { type: "array", items: { type: "string", examples: ["bom dia"] } },
          tags: { type: "object", additionalProperties: { type: "string", maxLength: 9 } },
        },
      },
      Either: {
        oneOf: [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }],
        discriminator: {
          propertyName: "type",
          mapping: { a: "#/components/schemas/A", b: "#/components/schemas/B" },
        },
      },
      A: { type: "object", properties: { one: { type: "string" } } },
      B: { type: "object", properties: { two: { type: "array", items: { type: "string" } } } },
    },
  };
  const document: ContractDocument = { info: { title: "Notes", version: "1" }, paths: {}, components };
  const shown = (schema: Schema, marks: View["marks"] = "required") =>
    plain(fieldsOf({ document, shown: new Set(), marks }, schema)?.markup ?? "");

  it("shows types, bounds, values and nested fields", () => {
    const text = shown({ $ref: "#/components/schemas/Note" });
    expect(text).toContain("id string, uuid required Its id.");
    expect(text).toContain("For example 01a1f8d3 size integer 1 to 1,000 · 25 by default");
    expect(text).toContain("words array of string For example bom dia");
    expect(text).toContain("kind string or null One of long, short");
    expect(text).toContain("next object or null");
    expect(text).toContain("any name string at most 9 characters");
  });

  it("marks optional fields in a response", () => {
    const text = shown({ $ref: "#/components/schemas/Note" }, "optional");
    expect(text).toContain("id string, uuid Its id.");
    expect(text).toContain("size integer optional");
    expect(text).not.toContain("required");
  });

  it("distinguishes forms by the value of their discriminator", () => {
    expect(shown({ $ref: "#/components/schemas/Either" })).toBe(
      "type: a one string type: b two array of string",
    );
  });

  it("stops at a schema that contains itself", () => {
    expect(shown({ $ref: "#/components/schemas/Note" }).length).toBeLessThan(5_000);
  });

  it("shows a large schema once per page", () => {
    const properties = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`field_${index}`, { type: "string", description: "x" }]),
    );
    const large = { ...document, components: { schemas: { Large: { type: "object", properties } } } };
    const holder: Schema = {
      properties: { a: { $ref: "#/components/schemas/Large" }, b: { $ref: "#/components/schemas/Large" } },
    };
    const { markup = "" } = fieldsOf({ document: large, shown: new Set(), marks: "required" }, holder) ?? {};
    expect(markup.split("field_7<")).toHaveLength(2);
    expect(markup).toContain('id="schema-Large"');
    expect(markup).toContain('href="#schema-Large"');
  });

  it("names a reference that cannot be resolved", () => {
    expect(() => shown({ $ref: "#/components/schemas/None" })).toThrow("#/components/schemas/None");
  });

  it("omits tags without operations", () => {
    const tagged = { ...document, tags: [{ name: "Empty" }] };
    expect(referencePages(tagged).map(({ path }) => path)).toEqual(["/docs/reference"]);
  });
});

describe("invariants in the reference", () => {
  const contract = bundle as unknown as ContractDocument;
  const pages = new Map(
    referencePages(contract).map(({ path, content }) => [path, plain(content().body.markup)]),
  );
  const operations = operationsOf(contract);

  it("shows sentences under the operations", () => {
    const templates = pages.get("/docs/reference/templates");
    expect(templates).toContain("Walking the pages yields total entries, each once;");
    expect(templates).toContain("channel selects exactly the entries whose channel has the value.");
    expect(templates).toContain(
      "Afterwards getTemplate returns 404 and listTemplates no longer contains it.",
    );
    expect(pages.get("/docs/reference/campaigns")).toContain(
      "Afterwards getCampaign shows the status draft and the scheduled_at null.",
    );
    expect(pages.get("/docs/reference/webhooks")).toContain("is one event, which arrives within 10 seconds");
  });

  it("includes a sentence for every invariant", () => {
    for (const { invariants } of operations) {
      expect(new Set(invariantSentences(invariants).map(({ invariant }) => invariant))).toEqual(
        new Set(Object.keys(invariants)),
      );
    }
    expect(generalSentences(contract["x-invariants"] ?? {})).toHaveLength(17);
  });
});
