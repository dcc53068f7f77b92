import fc from "fast-check";
import type { Channel } from "../../src/messaging/channel";
import {
  checkContent,
  checkRendered,
  compileContent,
  fileIdsOf,
  plainText,
  variablesOf,
  type CardBody,
  type Content,
  type RcsCarousel,
  type RcsText,
  type Suggestion,
} from "../../src/messaging/content";

const reply: Suggestion = { type: "reply", text: "Sim", postback_data: "yes" };
const values = (record: Record<string, string>) => (name: string) => record[name];
const fieldsOf = (channel: Channel, content: Content) =>
  checkContent(channel, content).map(({ field }) => field);

const everything: RcsCarousel = {
  type: "carousel",
  card_width: "medium",
  cards: [
    {
      title: "{{a}}",
      description: "{{b}}",
      media: { file_id: "file-1", height: "short" },
      suggestions: [
        { type: "open_url", text: "{{c}}", url: "https://x.example/{{d}}", postback_data: "{{e}}" },
      ],
    },
    { title: "plain", media: { file_id: "file-2", height: "medium" } },
    { description: "again {{a}}", media: { file_id: "file-1", height: "short" } },
  ],
  suggestions: [
    { type: "reply", text: "{{f}}", postback_data: "{{g}}" },
    { type: "dial", text: "{{h}}", phone: "+5511987654321", postback_data: "p" },
    {
      type: "view_location",
      text: "{{i}}",
      latitude: -23.5,
      longitude: -46.6,
      label: "{{j}}",
      postback_data: "p",
    },
    { type: "share_location", text: "{{k}}", postback_data: "p" },
    {
      type: "create_calendar_event",
      text: "{{l}}",
      title: "{{m}}",
      description: "{{n}}",
      start_at: "2030-01-01T12:00:00Z",
      end_at: "2030-01-01T10:00:00-03:00",
      postback_data: "{{o}}",
    },
  ],
};

const text = (body: string, suggestions?: Suggestion[]): RcsText =>
  suggestions === undefined ? { type: "text", text: body } : { type: "text", text: body, suggestions };
const card = (body: CardBody): Content => ({ type: "card", orientation: "vertical", card: body });
const carousel = (...cards: CardBody[]): Content => ({ type: "carousel", card_width: "small", cards });

describe("compiled content", () => {
  it("lists the variables of every text in reading order", () => {
    expect(compileContent("rcs", everything).variables).toEqual([..."abcdefghijklmno"]);
    expect(variablesOf(text("{{ b }} {{a}}", [{ ...reply, text: "{{b}}" }]))).toEqual(["b", "a"]);
  });

  it("renders every text and changes neither the other fields nor its source", () => {
    const before = JSON.stringify(everything);
    const result = compileContent("rcs", everything).render((name) => `<${name}>`);
    expect(result).toMatchObject({ content: JSON.parse(before.replace(/\{\{(\w)\}\}/g, "<$1>")) });
    expect(JSON.stringify(everything)).toBe(before);
  });

  it("names every missing variable once", () => {
    const known = Object.fromEntries([..."bcdefghijklmn"].map((name) => [name, ""]));
    expect(compileContent("rcs", everything).render(values(known))).toEqual({ missing: ["a", "o"] });
  });

  it("renders for several recipients in sequence", () => {
    const compiled = compileContent("sms", text("Olá {{nome}}"));
    expect(compiled.render(values({ nome: "Ana" }))).toMatchObject({ content: text("Olá Ana") });
    expect(compiled.render(values({}))).toEqual({ missing: ["nome"] });
    expect(compiled.render(values({ nome: "{{nome}}" }))).toMatchObject({ content: text("Olá {{nome}}") });
  });

  it("returns the same object for every recipient when the content has no variables", () => {
    const content = text("Olá", [reply]);
    const rendered = compileContent("rcs", content).render(() => undefined);
    expect("content" in rendered && rendered.content).toBe(content);
  });

  it("adds no absent field", () => {
    const rendered = compileContent("rcs", card({ title: "{{a}}" })).render(values({ a: "x" }));
    expect("content" in rendered && JSON.stringify(rendered.content)).toBe(
      JSON.stringify(card({ title: "x" })),
    );
    expect("content" in rendered && "card" in rendered.content && Object.keys(rendered.content.card)).toEqual(
      ["title"],
    );
  });
});

describe("content in GSM-7", () => {
  const gsm7 = (body: string): Content => ({ type: "text", text: body, encoding: "gsm7" });
  const render = (body: string, record: Record<string, string> = {}) =>
    compileContent("sms", gsm7(body)).render(values(record));

  it("renders the transliterated text, with the segments of the text as written", () => {
    expect(render("Olá {{nome}}", { nome: "João" })).toEqual({
      content: gsm7("Ola Joao"),
      bytes: Buffer.byteLength(JSON.stringify(gsm7("Ola Joao"))),
      segmentsAsWritten: 1,
    });
  });

  it("measures what it renders", () => {
    const compiled = compileContent("sms", gsm7("Olá {{nome}}…"));
    for (const nome of ["João", "😀", "ã".repeat(2_000)]) {
      const size = compiled.measure(() => nome);
      const rendered = compiled.render(() => nome);
      expect(size).toEqual(rendered);
    }
    expect(compiled.measure(() => undefined)).toEqual({ missing: ["nome"] });
  });

  it("composes letters across the borders of a value", () => {
    expect(render("Joa{{til}}o", { til: "\u0303" })).toMatchObject({ content: gsm7("Joao") });
  });

  it("shares one object among the recipients when the content has no variables", () => {
    const compiled = compileContent("sms", gsm7("Olá"));
    expect(compiled.render(() => undefined)).toBe(compiled.render(() => undefined));
    expect(compiled.render(() => undefined)).toMatchObject({ content: gsm7("Ola") });
  });

  it("reports a value's characters that have no counterpart in GSM-7", () => {
    expect(render("Olá {{nome}}", { nome: "Ana 😀" })).toEqual({
      notEncodable: "has characters without a counterpart in GSM-7: 😀",
    });
  });

  it("stays as written with auto and without an encoding", () => {
    const auto: Content = { type: "text", text: "Olá {{nome}}", encoding: "auto" };
    const rendered = compileContent("sms", auto).render(values({ nome: "João" }));
    expect(rendered).toMatchObject({ content: { ...auto, text: "Olá João" } });
    expect(rendered).not.toHaveProperty("segmentsAsWritten");
  });

  it("refuses characters without a counterpart, with or without placeholders", () => {
    const problem = { field: "content.text", message: "has characters without a counterpart in GSM-7: 😀" };
    expect(checkContent("sms", gsm7("Olá 😀"))).toEqual([problem]);
    expect(checkContent("sms", gsm7("{{nome}} 😀"))).toEqual([problem]);
    expect(checkContent("sms", gsm7("“Olá” {{nome}}…"))).toEqual([]);
  });

  it("refuses a text by the segments of the transliterated text", () => {
    expect(checkContent("sms", text("ã".repeat(700)))).toMatchObject([{ field: "content.text" }]);
    expect(checkContent("sms", gsm7("ã".repeat(700)))).toEqual([]);
    expect(checkContent("sms", gsm7("ã".repeat(700) + "{{nome}}"))).toEqual([]);
    for (const end of ["", "{{nome}}"]) {
      expect(checkContent("sms", gsm7("ã".repeat(1_531) + end))).toEqual([
        { field: "content.text", message: "needs more than 10 segments" },
      ]);
    }
  });

  it("is refused on RCS, which accepts auto", () => {
    expect(fieldsOf("rcs", gsm7("Ola"))).toEqual(["content.encoding"]);
    expect(fieldsOf("rcs", { type: "text", text: "Olá", encoding: "auto" })).toEqual([]);
  });
});

describe("alt texts", () => {
  const withAltText = (alt_text: string) => card({ media: { file_id: "f", height: "short", alt_text } });

  it("refuses alt texts with placeholders", () => {
    expect(fieldsOf("rcs", withAltText("Um pão para {{nome}}"))).toEqual(["content.card.media.alt_text"]);
    expect(fieldsOf("rcs", withAltText("Um pão"))).toEqual([]);
  });

  it("leaves alt texts out of the texts of a message", () => {
    expect(plainText(withAltText("Um pão"))).toBe("");
  });
});

describe("fileIdsOf", () => {
  it("returns audio and the distinct media of cards", () => {
    expect(fileIdsOf({ type: "audio", file_id: "f" })).toEqual(["f"]);
    expect(fileIdsOf(everything)).toEqual(["file-1", "file-2"]);
    expect(fileIdsOf(card({ title: "x" }))).toEqual([]);
    expect(fileIdsOf(text("x"))).toEqual([]);
  });
});

describe("plainText", () => {
  it("joins the texts that a recipient reads", () => {
    expect(plainText(everything).split("\n")).toEqual([
      ...["{{a}}", "{{b}}", "{{c}}", "plain", "again {{a}}", "{{f}}", "{{h}}", "{{i}}", "{{j}}", "{{k}}"],
      ...["{{l}}", "{{m}}", "{{n}}"],
    ]);
    expect(plainText(text("Olá"))).toBe("Olá");
    expect(plainText({ type: "audio", file_id: "f" })).toBe("");
  });
});

describe("checkContent", () => {
  const audio: Content = { type: "audio", file_id: "f" };

  it.each([
    ["sms", text("Olá")],
    ["voice", audio],
    ["rcs", text("Olá", [reply])],
    ["rcs", card({ title: "x" })],
    ["rcs", card({ media: { file_id: "f", height: "tall" } })],
    ["rcs", carousel({ title: "x" }, { description: "{{y}}" })],
  ] as const)("accepts on %s %j", (channel, content) => {
    expect(checkContent(channel, content)).toEqual([]);
  });

  it.each([
    ["sms", audio],
    ["sms", card({ title: "x" })],
    ["voice", text("Olá")],
    ["rcs", audio],
  ] as const)("refuses on %s the type of %j", (channel, content) => {
    expect(fieldsOf(channel, content)).toEqual(["content.type"]);
  });

  it("refuses suggestions in an SMS", () => {
    expect(fieldsOf("sms", text("Olá", [reply]))).toEqual(["content.suggestions"]);
  });

  it.each([
    ["a text", "a", ""],
    ["a text in UCS-2", "ã", ""],
    ["a text with a placeholder that may be empty", "a", "{{b}}"],
    ["a text in UCS-2 with a placeholder that may be empty", "ã", "{{b}}"],
    ["a text with a long placeholder", "a", `{{${"b".repeat(64)}}}`],
  ])("refuses %s of more than ten segments", (_, letter, end) => {
    const most = letter === "a" ? 1_530 : 670;
    expect(checkContent("sms", text(letter.repeat(most) + end))).toEqual([]);
    expect(checkContent("sms", text(letter.repeat(most + 1) + end))).toEqual([
      { field: "content.text", message: "needs more than 10 segments" },
    ]);
  });

  it("accepts an SMS of placeholders only", () => {
    expect(checkContent("sms", text("{{a}}"))).toEqual([]);
    expect(checkContent("sms", text("{{a}}".repeat(600)))).toEqual([]);
  });

  it("requires visible content on every card", () => {
    expect(fieldsOf("rcs", card({ suggestions: [reply] }))).toEqual(["content.card"]);
    expect(fieldsOf("rcs", carousel({ title: "x" }, { title: " " }))).toEqual(["content.cards[1]"]);
  });

  it("refuses tall media in a carousel", () => {
    const tall: CardBody = { media: { file_id: "f", height: "tall" } };
    expect(fieldsOf("rcs", carousel({ title: "x" }, tall))).toEqual(["content.cards[1].media.height"]);
  });

  it("refuses an event that does not end after its start, comparing instants", () => {
    expect(fieldsOf("rcs", everything)).toEqual([]);
    const event = (start_at: string, end_at: string): Content =>
      text("x", [
        { type: "create_calendar_event", text: "x", title: "x", postback_data: "p", start_at, end_at },
      ]);
    const field = ["content.suggestions[0].end_at"];
    expect(fieldsOf("rcs", event("2030-01-01T12:00:00Z", "2030-01-01T12:00:00Z"))).toEqual(field);
    expect(fieldsOf("rcs", event("2030-01-01T12:00:00Z", "2030-01-01T14:00:00+03:00"))).toEqual(field);
    // The contract allows leap seconds.
    expect(fieldsOf("rcs", event("2030-12-31T23:00:00Z", "2030-12-31T23:59:60Z"))).toEqual([]);
  });

  it.each([
    ["(11) 98765-4321", true],
    ["0800 646 4777", true],
    ["4004-1234", true],
    ["190", false],
  ])("accepts to dial %j: %s", (phone, good) => {
    const dial: Suggestion = { type: "dial", text: "x", phone, postback_data: "p" };
    const content = card({ title: "x", suggestions: [reply, dial] });
    expect(fieldsOf("rcs", content)).toEqual(good ? [] : ["content.card.suggestions[1].phone"]);
  });

  it.each([
    ["https://recado.example/a?b=c", true],
    ["HTTP://recado.example", true],
    ["https://{{sub}}.example:{{port}}/{{path}}", true],
    ["{{link}}", true],
    ["{{link}}/more", true],
    ["javascript:alert({{x}})", false],
    ["ftp://recado.example", false],
    ["recado.example", false],
    ["https://", false],
    ["", false],
  ])("accepts %j as an address: %s", (url, good) => {
    const content = text("x", [{ type: "open_url", text: "x", url, postback_data: "p" }]);
    expect(fieldsOf("rcs", content)).toEqual(good ? [] : ["content.suggestions[0].url"]);
  });

  it("reports every problem at once", () => {
    const bad: Suggestion = { type: "dial", text: "x", phone: "x", postback_data: "p" };
    const content: Content = {
      type: "carousel",
      card_width: "small",
      cards: [{ suggestions: [bad] }, { media: { file_id: "f", height: "tall" } }],
      suggestions: [bad],
    };
    expect(fieldsOf("rcs", content)).toEqual([
      "content.cards[0]",
      "content.cards[1].media.height",
      "content.cards[0].suggestions[0].phone",
      "content.suggestions[0].phone",
    ]);
  });
});

describe("checkRendered", () => {
  it.each(["", " \n\u00a0", "\u200b", "\u00ad \u2060", "\u200d", "\u3164", "\u2800"])(
    "reports the text %j as empty",
    (body) => {
      expect(checkRendered("sms", text(body))?.code).toBe("empty_content");
      expect(checkRendered("rcs", text(body, [reply]))?.code).toBe("empty_content");
    },
  );

  it("reports a card without title, description and media as empty", () => {
    expect(checkRendered("rcs", card({ title: "", description: " " }))?.code).toBe("empty_content");
    expect(checkRendered("rcs", card({ title: "", media: { file_id: "f", height: "short" } }))).toBeNull();
    expect(checkRendered("rcs", carousel({ title: "x" }, { title: "" }))?.code).toBe("empty_content");
  });

  it("accepts a voice message", () =>
    expect(checkRendered("voice", { type: "audio", file_id: "f" })).toBeNull());

  it("limits an SMS to ten segments", () => {
    expect(checkRendered("sms", text("a".repeat(1530)))).toBeNull();
    expect(checkRendered("sms", text("a".repeat(1531)))?.code).toBe("content_too_long");
    expect(checkRendered("sms", text("á".repeat(671)))?.code).toBe("content_too_long");
  });
});

describe("the size of content", () => {
  const none = () => undefined;
  const sizeOf = (channel: Channel, content: Content) => compileContent(channel, content).measure(none);

  const event = (title: string, description: string): Suggestion => ({
    type: "create_calendar_event",
    text: "x",
    postback_data: "p",
    title,
    description,
    start_at: "2030-01-01T12:00:00Z",
    end_at: "2030-01-01T13:00:00Z",
  });
  const limits: Array<[part: string, limit: number, make: (body: string) => Content]> = [
    ["text", 3072, (body) => text(body)],
    ["title", 200, (title) => card({ title })],
    ["description", 2000, (description) => carousel({ title: "x" }, { description })],
    ["suggestion text", 25, (body) => text("x", [{ ...reply, text: body }])],
    ["postback data", 2048, (body) => text("x", [{ ...reply, postback_data: body }])],
    [
      "URL",
      2048,
      (path) => {
        const url = `https://x/${[...path].slice(10).join("")}`;
        return text("x", [{ type: "open_url", text: "x", url, postback_data: "p" }]);
      },
    ],
    ["event title", 100, (title) => text("x", [event(title, "x")])],
    ["event description", 500, (description) => text("x", [event("x", description)])],
    [
      "location label",
      100,
      (label) =>
        text("x", [
          { type: "view_location", text: "x", latitude: 0, longitude: 0, label, postback_data: "p" },
        ]),
    ],
  ];

  it.each(limits)("limits an RCS %s to %d characters, counting an emoji as one", (part, limit, make) => {
    expect(sizeOf("rcs", make("a".repeat(limit)))).toHaveProperty("bytes");
    expect(sizeOf("rcs", make("😀".repeat(limit)))).toHaveProperty("bytes");
    for (const character of ["a", "😀"]) {
      expect(sizeOf("rcs", make(character.repeat(limit + 1)))).toEqual({
        tooLong: `a ${part} of ${limit + 1} characters, at most ${limit} are allowed`,
      });
    }
  });

  it("limits an SMS to ten segments in any alphabet, and reports its length", () => {
    const compiled = compileContent("sms", text("{{a}}".repeat(117)));
    expect(compiled.render(values({ a: "x".repeat(1024) }))).toEqual({
      tooLong: "119808 characters, at most 1530 fit into 10 segments",
    });
    expect(compiled.render(values({ a: "x".repeat(13) }))).toMatchObject({ content: text("x".repeat(1521)) });
  });

  it("limits an RCS message to 250,000 bytes", () => {
    const suggestions = Array.from({ length: 4 }, (): Suggestion => {
      const url = "https://recado.example/{{a}}";
      return { type: "open_url", text: "x", url, postback_data: "{{a}}{{a}}" };
    });
    const cards = Array.from({ length: 10 }, () => ({ title: "x", description: "{{b}}", suggestions }));
    const compiled = compileContent("rcs", carousel(...cards));
    const of = (a: string, b: string) => compiled.render(values({ a, b }));
    expect(of("a".repeat(1024), "b")).toHaveProperty("content");
    const { tooLong } = of("ã".repeat(1024), "😀".repeat(1024)) as { tooLong?: string };
    expect(tooLong).toMatch(/^29\d{4} bytes in all, at most 250000 are allowed$/);
  });

  it("equals the size of the rendered content, which measuring does not change", () => {
    const piece = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 40 }),
      fc.string({ unit: "binary", maxLength: 40 }),
      fc.constantFrom("{{a}}", "{{ b }}", "{{c}}", '"', "\\", "\u0001", "\n"),
    );
    const body = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
    const value = fc.oneof(
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.constantFrom("x".repeat(400), "😀".repeat(300)),
    );
    fc.assert(
      fc.property(fc.tuple(body, body, body), value, value, value, (bodies, a, b, c) => {
        const [first, second, third] = bodies;
        const given = { a, b, c };
        const fill = (template: string) =>
          template.replace(/\{\{\s*([abc])\s*\}\}/g, (_, name: "a" | "b" | "c") => given[name]);
        const make = (change: (body: string) => string) =>
          text(change(first), [{ ...reply, text: change(second), postback_data: change(third) }]);
        const expected = make(fill);
        const compiled = compileContent(
          "rcs",
          make((body) => body),
        );
        const measured = compiled.measure(values(given));
        const lengths = [expected.text, fill(second), fill(third)].map((rendered) => [...rendered].length);
        const fits = [3072, 25, 2048].every((limit, index) => (lengths[index] ?? 0) <= limit);
        if (fits) {
          expect(measured).toEqual({ bytes: Buffer.byteLength(JSON.stringify(expected)) });
          expect(compiled.render(values(given))).toMatchObject({ content: expected });
        } else {
          expect(measured).toEqual({
            tooLong: expect.stringMatching(new RegExp(` of (${lengths.join("|")}) `)),
          });
          expect(compiled.render(values(given))).toEqual(measured);
        }
      }),
      { numRuns: 100 },
    );
  });

  it("counts UTF-16 units of an SMS", () => {
    const unit = fc.string({ unit: "binary", maxLength: 200 });
    fc.assert(
      fc.property(unit, unit, fc.nat(12), (literal, value, times) => {
        const plain = literal.replaceAll("{", "(");
        const compiled = compileContent("sms", text(plain + "{{v}}".repeat(times)));
        const { length } = plain + value.repeat(times);
        const rendered = compiled.render(values({ v: value }));
        if (length <= 1530) expect(rendered).toMatchObject({ content: text(plain + value.repeat(times)) });
        else expect(rendered).toEqual({ tooLong: expect.stringMatching(`^${length} characters`) as string });
      }),
    );
  });
});
