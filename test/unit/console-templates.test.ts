import type { Content, Recado, Template } from "../../src/client";
import { contentOf, draftOf, templateOf } from "../../src/web/console/page/templates/conversion";
import {
  changed,
  emptyTemplate,
  moved,
  onChannel,
  without,
} from "../../src/web/console/page/templates/draft";
import { namesOf, referencesOf } from "../../src/web/console/page/templates/references";
import { shownDraft } from "../../src/web/console/page/templates/shown";
import { en } from "../../src/web/console/page/texts/en";
import { formatOf } from "../../src/web/console/page/texts/language";
import { inWholeUnits } from "../../src/web/console/page/parts/units";
import { filled, valuesOf } from "../../src/web/console/page/parts/values";

const english = { t: en, format: formatOf("en") };

const FILE = "01a1e8d7-81c0-7a3c-9d52-4b1e6f0a7c31";

/** Suggestions of every type with every field. */
const SUGGESTIONS = [
  { type: "reply", text: "Sim", postback_data: "sim" },
  { type: "open_url", text: "Ver", postback_data: "Ver", url: "https://example.com/{{ pedido }}" },
  { type: "dial", text: "Ligar", postback_data: "dial", phone: "+551130000000" },
  {
    type: "view_location",
    text: "Onde",
    postback_data: "place",
    latitude: -23.55,
    longitude: -46.63,
    label: "Praça da Sé",
  },
  { type: "share_location", text: "Estou aqui", postback_data: "share" },
  {
    type: "create_calendar_event",
    text: "Anotar",
    postback_data: "day",
    title: "Retirada",
    description: "No balcão",
    start_at: "2026-12-01T13:00:30Z",
    end_at: "2026-12-01T14:00:00Z",
  },
] as const;

const CARD = {
  title: "Olá {{ nome }}",
  description: "Já saiu",
  media: { file_id: FILE, height: "medium", alt_text: "Um pão" },
  suggestions: SUGGESTIONS.slice(0, 4),
} as const;

const CONTENTS = [
  ["sms", { type: "text", text: "Oi {{ nome }}" }],
  ["rcs", { type: "text", text: "Oi", suggestions: SUGGESTIONS }],
  ["rcs", { type: "card", orientation: "horizontal", card: CARD, suggestions: SUGGESTIONS }],
  ["rcs", { type: "card", orientation: "vertical", card: { title: "Só isto" } }],
  ["rcs", { type: "carousel", card_width: "small", cards: [CARD, { description: "Outro" }] }],
  ["voice", { type: "audio", file_id: FILE }],
  ["sms", { type: "text", text: "Olá {{ nome }}", encoding: "gsm7" }],
] as unknown as [Template["channel"], Content][];

const templateWith = (channel: Template["channel"], content: Content) =>
  ({ name: "Aviso", channel, purpose: "otp", content, follow_ups: [] }) as unknown as Template;

describe("the template editor", () => {
  it.each(CONTENTS.map(([channel, content]) => ({ channel, content })))(
    "preserves content: $channel, $content.type",
    ({ channel, content }) => {
      expect(templateOf(draftOf(templateWith(channel, content)))).toEqual({
        name: "Aviso",
        purpose: "otp",
        content,
        follow_ups: [],
      });
    },
  );

  it("omits empty fields, and defaults a button's postback data to its text", () => {
    const draft = emptyTemplate();
    const card = { title: "", description: "Oi", media: null, suggestions: [] };
    const suggestions = draftOf(templateWith("rcs", CONTENTS[1]![1])).content.suggestions;
    const content = { ...draft.content, form: "card" as const, cards: [card] };
    expect(contentOf({ channel: "rcs", content })).toEqual({
      type: "card",
      orientation: "vertical",
      card: { description: "Oi" },
    });
    const plain = changed(suggestions, 0, { postback_data: "" }).slice(0, 1);
    expect(contentOf({ channel: "rcs", content: { ...draft.content, suggestions: plain } })).toMatchObject({
      suggestions: [{ type: "reply", text: "Sim", postback_data: "Sim" }],
    });
  });

  it("accepts a decimal comma in degrees, and reads a blank as NaN", () => {
    const [, , , place] = draftOf(templateWith("rcs", CONTENTS[1]![1])).content.suggestions;
    const content = (latitude: string) =>
      contentOf({
        channel: "rcs",
        content: { ...emptyTemplate().content, suggestions: [{ ...place!, latitude }] },
      });
    expect(content("-23,5")).toMatchObject({ suggestions: [{ latitude: -23.5 }] });
    expect(content(" ")).toMatchObject({ suggestions: [{ latitude: Number.NaN }] });
  });

  it("switches to a form of the new channel and keeps the buttons for a return", () => {
    const rich = draftOf(templateWith("rcs", CONTENTS[1]![1]));
    const sms = onChannel(rich, "sms");
    expect(templateOf(sms).content).toEqual({ type: "text", text: "Oi" });
    expect(templateOf(onChannel(sms, "rcs")).content).toEqual(CONTENTS[1]![1]);
    expect(onChannel(draftOf(templateWith("rcs", CONTENTS[4]![1])), "voice").content.form).toBe("audio");
  });

  it("keeps follow-up rules without their ids", () => {
    const rule = { id: FILE, on: ["read"], after_seconds: 60, template_id: FILE } as const;
    const template = { ...templateWith("sms", CONTENTS[0]![1]), follow_ups: [{ ...rule, on: [...rule.on] }] };
    expect(templateOf(draftOf(template)).follow_ups).toEqual([
      { on: ["read"], after_seconds: 60, template_id: FILE },
    ]);
  });

  it("edits a list: changes, moves and removes items", () => {
    const list = [{ at: 1 }, { at: 2 }, { at: 3 }];
    const order = (parts: readonly { at: number }[]) => parts.map(({ at }) => at);
    expect(order(changed(list, 1, { at: 9 }))).toEqual([1, 9, 3]);
    expect(order(moved(list, 0, 1))).toEqual([2, 1, 3]);
    expect(order(moved(list, 2, -1))).toEqual([1, 3, 2]);
    expect(order(without(list, 1))).toEqual([1, 3]);
  });
});

describe("the comparison of two versions of a template", () => {
  const card = templateWith("rcs", { type: "card", orientation: "vertical", card: CARD } as Content);
  const sms = templateWith("sms", { type: "text", text: "Oi", encoding: "auto" } as Content);
  const [first, ...others] = SUGGESTIONS;
  const withCard = (changes: object) => ({
    ...card,
    content: { ...card.content, card: { ...CARD, ...changes } } as Content,
  });
  const rule = { id: FILE, on: ["read"], after_seconds: 60, template_id: FILE };
  const withRule = (changes: object) => ({ ...sms, follow_ups: [{ ...rule, ...changes }] as never });
  const differing = (one: Template, other: Template): string[] => {
    const values = new Map(shownDraft(draftOf(other), english, String));
    return shownDraft(draftOf(one), english, String).flatMap(([name, value]) =>
      values.get(name) === value ? [] : name,
    );
  };

  it("names files and follow-up templates, or shows their ids if they cannot be read", async () => {
    const [picture, next, gone] = [
      FILE,
      "019f0000-0000-7000-8000-000000000001",
      "019f0000-0000-7000-8000-000000000002",
    ];
    const rules = [next, gone].map((template_id) => ({ ...rule, template_id }));
    const media = { file_id: picture, height: "short" };
    const draft = draftOf({ ...withCard({ media }), follow_ups: rules as never });
    const recado = {
      files: { get: async () => ({ filename: "praia.png" }) },
      templates: {
        get: async ({ template_id: id }: { template_id: string }) =>
          id === next ? { name: "Lembrete" } : Promise.reject(new Error("not_found")),
      },
    } as unknown as Recado;
    const names = await namesOf(referencesOf(draft), recado);
    const shown = new Map(shownDraft(draft, english, (id) => names.get(id) ?? id));
    expect(shown.get(en.templates.media)).toMatch(/^1\. praia\.png, /);
    expect(shown.get(en.templates.followUps)).toMatch(new RegExp(`→ Lembrete · .*→ ${gone}$`));
  });

  it.each<[string, Template, Template, string]>([
    ["a name", sms, { ...sms, name: "Outro" }, en.common.name],
    [
      "an encoding",
      sms,
      { ...sms, content: { ...sms.content, encoding: "gsm7" } as Content },
      en.templates.form,
    ],
    [
      "a picture's position",
      card,
      { ...card, content: { ...card.content, orientation: "horizontal" } as Content },
      en.templates.form,
    ],
    ["a picture's height", card, withCard({ media: { ...CARD.media, height: "tall" } }), en.templates.media],
    [
      "a picture's description",
      card,
      withCard({ media: { ...CARD.media, alt_text: "Dois" } }),
      en.templates.media,
    ],
    [
      "the data of a button",
      card,
      withCard({ suggestions: [{ ...first, postback_data: "ok" }, ...others.slice(0, 3)] }),
      en.templates.cardSuggestions,
    ],
    [
      "the address of a button",
      card,
      withCard({ suggestions: [first, { ...others[0], url: "https://example.org" }, ...others.slice(1, 3)] }),
      en.templates.cardSuggestions,
    ],
    ["a wait of a rule", withRule({}), withRule({ after_seconds: 120 }), en.templates.followUps],
    ["an outcome of a rule", withRule({}), withRule({ on: ["failed"] }), en.templates.followUps],
    [
      "a template of a rule",
      withRule({}),
      withRule({ template_id: FILE.replace("0", "1") }),
      en.templates.followUps,
    ],
  ])("shows %s that differs", (_, one, other, name) => {
    expect(differing(one, other)).toEqual([name]);
  });

  it("shows a part that moved to another card, and a title that became the description", () => {
    const carousel = (cards: readonly object[]) =>
      templateWith("rcs", { type: "carousel", card_width: "medium", cards } as unknown as Content);
    const [full, titled] = [{ title: "A", media: CARD.media }, { title: "B" }];
    const swapped = [{ title: "A" }, { title: "B", media: CARD.media }];
    expect(differing(carousel([full, titled]), carousel(swapped))).toEqual([en.templates.media]);
    const described = [full, { description: "B" }];
    expect(differing(carousel([full, titled]), carousel(described))).toEqual([en.templates.forms.text]);
  });

  it("ignores fields of a form that is not chosen", () => {
    const draft = draftOf(card);
    const kept = { ...draft, content: { ...draft.content, text: "rascunho", file_id: FILE } };
    expect(shownDraft(kept, english, String)).toEqual(shownDraft(draft, english, String));
  });
});

it.each([
  [0, { count: 0, unit: 60 }],
  [10, { count: 10, unit: 1 }],
  [3_600, { count: 1, unit: 3_600 }],
  [5_400, { count: 90, unit: 60 }],
  [259_200, { count: 3, unit: 86_400 }],
])("shows a wait of %i seconds in the longest whole unit", (seconds, inUnits) => {
  expect(inWholeUnits(seconds)).toEqual(inUnits);
});

describe("the preview of a template for a contact", () => {
  const contact = {
    name: "Ana",
    phone: "+5511987654321",
    attributes: { pedido: "{{ nome }}", name: "Aninha" },
  };

  it("prefers attributes to the contact's name and number, as the service does", () => {
    const value = valuesOf(contact);
    expect([value("name"), value("phone"), value("pedido"), value("toString")]).toEqual([
      ...["Aninha", "+5511987654321", "{{ nome }}", undefined],
    ]);
    expect(valuesOf({ ...contact, name: null, attributes: {} })("name")).toBeUndefined();
  });

  it("fills placeholders in every text and lists the names without a value", () => {
    const content = {
      type: "card",
      orientation: "vertical",
      card: { title: "{{ name }}", suggestions: [{ ...SUGGESTIONS[1] }] },
    } as unknown as Content;
    expect(filled(content, valuesOf(contact))).toMatchObject({
      content: { card: { title: "Aninha", suggestions: [{ url: "https://example.com/{{ nome }}" }] } },
      missing: [],
    });
    const text = { type: "text", text: "{{valor}}, {{ cidade }}, {{nome}} e {{ valor }}" } as const;
    expect(filled(text, valuesOf(contact))).toEqual({
      content: { type: "text", text: "{{ valor }}, {{ cidade }}, Aninha e {{ valor }}" },
      missing: ["valor", "cidade"],
    });
  });
});
