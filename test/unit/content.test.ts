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
} from "../../src/templates/content";

const reply: Suggestion = { type: "reply", text: "Sim", postback_data: "yes" };
const values = (record: Record<string, string>) => (name: string) => record[name];
const fieldsOf = (problems: Array<{ field: string }>) => problems.map(({ field }) => field);

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
  it("knows the variables of every text, in reading order", () => {
    expect(compileContent(everything).variables).toEqual([..."abcdefghijklmno"]);
    expect(variablesOf(text("{{ b }} {{a}}", [{ ...reply, text: "{{b}}" }]))).toEqual(["b", "a"]);
  });

  it("renders every text and leaves the rest and its source alone", () => {
    const before = JSON.stringify(everything);
    const result = compileContent(everything).render((name) => `<${name}>`);
    expect(result).toEqual({ content: JSON.parse(before.replace(/\{\{(\w)\}\}/g, "<$1>")) });
    expect(JSON.stringify(everything)).toBe(before);
  });

  it("names all that is missing, once, from whichever text", () => {
    const known = Object.fromEntries([..."bcdefghijklmn"].map((name) => [name, ""]));
    expect(compileContent(everything).render(values(known))).toEqual({ missing: ["a", "o"] });
  });

  it("renders for one recipient after another", () => {
    const compiled = compileContent(text("Olá {{nome}}"));
    expect(compiled.render(values({ nome: "Ana" }))).toEqual({ content: text("Olá Ana") });
    expect(compiled.render(values({}))).toEqual({ missing: ["nome"] });
    expect(compiled.render(values({ nome: "{{nome}}" }))).toEqual({ content: text("Olá {{nome}}") });
  });

  it("gives everyone the same object where nothing varies", () => {
    const content = text("Olá", [reply]);
    const rendered = compileContent(content).render(() => undefined);
    expect("content" in rendered && rendered.content).toBe(content);
  });

  it("adds no field that was absent", () => {
    const rendered = compileContent(card({ title: "{{a}}" })).render(values({ a: "x" }));
    expect(JSON.stringify(rendered)).toBe(JSON.stringify({ content: card({ title: "x" }) }));
    expect("content" in rendered && "card" in rendered.content && Object.keys(rendered.content.card)).toEqual(
      ["title"],
    );
  });
});

describe("fileIdsOf", () => {
  it("finds audio and the distinct media of cards", () => {
    expect(fileIdsOf({ type: "audio", file_id: "f" })).toEqual(["f"]);
    expect(fileIdsOf(everything)).toEqual(["file-1", "file-2"]);
    expect(fileIdsOf(card({ title: "x" }))).toEqual([]);
    expect(fileIdsOf(text("x"))).toEqual([]);
  });
});

describe("plainText", () => {
  it("joins what a person reads, and nothing that a machine reads", () => {
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
  ] as const)("has nothing to say about %s %j", (channel, content) => {
    expect(checkContent(channel, content)).toEqual([]);
  });

  it.each([
    ["sms", audio],
    ["sms", card({ title: "x" })],
    ["voice", text("Olá")],
    ["rcs", audio],
  ] as const)("refuses on %s the type of %j", (channel, content) => {
    expect(fieldsOf(checkContent(channel, content))).toEqual(["content.type"]);
  });

  it("refuses suggestions in an SMS", () => {
    expect(fieldsOf(checkContent("sms", text("Olá", [reply])))).toEqual(["content.suggestions"]);
  });

  it("refuses an SMS of more than ten segments, unless variables leave its length open", () => {
    expect(checkContent("sms", text("a".repeat(1530)))).toEqual([]);
    expect(fieldsOf(checkContent("sms", text("a".repeat(1531))))).toEqual(["content.text"]);
    expect(checkContent("sms", text("a".repeat(1531) + "{{b}}"))).toEqual([]);
  });

  it("wants something to see on every card", () => {
    expect(fieldsOf(checkContent("rcs", card({ suggestions: [reply] })))).toEqual(["content.card"]);
    expect(fieldsOf(checkContent("rcs", carousel({ title: "x" }, { title: " " })))).toEqual([
      "content.cards[1]",
    ]);
  });

  it("refuses tall media in a carousel", () => {
    const tall: CardBody = { media: { file_id: "f", height: "tall" } };
    expect(fieldsOf(checkContent("rcs", carousel({ title: "x" }, tall)))).toEqual([
      "content.cards[1].media.height",
    ]);
  });

  it("refuses an event that ends before or as it starts, comparing instants and not texts", () => {
    expect(fieldsOf(checkContent("rcs", everything))).toEqual([]);
    const event = (start_at: string, end_at: string): Content =>
      text("x", [
        { type: "create_calendar_event", text: "x", title: "x", postback_data: "p", start_at, end_at },
      ]);
    const field = ["content.suggestions[0].end_at"];
    expect(fieldsOf(checkContent("rcs", event("2030-01-01T12:00:00Z", "2030-01-01T12:00:00Z")))).toEqual(
      field,
    );
    expect(fieldsOf(checkContent("rcs", event("2030-01-01T12:00:00Z", "2030-01-01T14:00:00+03:00")))).toEqual(
      field,
    );
  });

  it("refuses to dial what is no number", () => {
    const dial: Suggestion = { type: "dial", text: "x", phone: "190", postback_data: "p" };
    const content = card({ title: "x", suggestions: [reply, dial] });
    expect(fieldsOf(checkContent("rcs", content))).toEqual(["content.card.suggestions[1].phone"]);
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
  ])("takes %j as an address: %s", (url, good) => {
    const content = text("x", [{ type: "open_url", text: "x", url, postback_data: "p" }]);
    expect(fieldsOf(checkContent("rcs", content))).toEqual(good ? [] : ["content.suggestions[0].url"]);
  });

  it("tells everything that is wrong at once", () => {
    const bad: Suggestion = { type: "dial", text: "x", phone: "x", postback_data: "p" };
    const content: Content = {
      type: "carousel",
      card_width: "small",
      cards: [{ suggestions: [bad] }, { media: { file_id: "f", height: "tall" } }],
      suggestions: [bad],
    };
    expect(fieldsOf(checkContent("rcs", content))).toEqual([
      "content.cards[0]",
      "content.cards[1].media.height",
      "content.cards[0].suggestions[0].phone",
      "content.suggestions[0].phone",
    ]);
  });
});

describe("checkRendered", () => {
  it.each(["", " \n\u00a0"])("calls the text %j empty", (body) => {
    expect(checkRendered("sms", text(body))?.code).toBe("empty_content");
    expect(checkRendered("rcs", text(body, [reply]))?.code).toBe("empty_content");
  });

  it("calls a card empty without title, description and media", () => {
    expect(checkRendered("rcs", card({ title: "", description: " " }))?.code).toBe("empty_content");
    expect(checkRendered("rcs", card({ title: "", media: { file_id: "f", height: "short" } }))).toBeNull();
    expect(checkRendered("rcs", carousel({ title: "x" }, { title: "" }))?.code).toBe("empty_content");
  });

  it("lets a voice message pass", () =>
    expect(checkRendered("voice", { type: "audio", file_id: "f" })).toBeNull());

  it("holds an SMS to ten segments", () => {
    expect(checkRendered("sms", text("a".repeat(1530)))).toBeNull();
    expect(checkRendered("sms", text("a".repeat(1531)))?.code).toBe("content_too_long");
    expect(checkRendered("sms", text("á".repeat(671)))?.code).toBe("content_too_long");
  });

  const event = (title: string, description: string): Suggestion => ({
    ...{ type: "create_calendar_event", text: "x", postback_data: "p", title, description },
    ...{ start_at: "2030-01-01T12:00:00Z", end_at: "2030-01-01T13:00:00Z" },
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

  it.each(limits)("holds an RCS %s to %d characters, an emoji being one", (part, limit, make) => {
    expect(checkRendered("rcs", make("a".repeat(limit)))).toBeNull();
    expect(checkRendered("rcs", make("😀".repeat(limit)))).toBeNull();
    for (const character of ["a", "😀"]) {
      expect(checkRendered("rcs", make(character.repeat(limit + 1)))).toEqual({
        code: "content_too_long",
        message: `a ${part} of more than ${limit} characters`,
      });
    }
  });
});
