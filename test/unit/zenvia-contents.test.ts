import {
  call,
  unsupportedContent,
  rcsContent,
  smsText,
  unplayable,
} from "../../src/carriers/zenvia/contents";
import { senderOf, personOf, toZenvia } from "../../src/carriers/zenvia/addresses";
import type { Channel } from "../../src/messaging/channel";
import type { Content, RcsText } from "../../src/messaging/content-types";
import { rcsSamples, suggestions } from "../carriers/support/rcs-samples";

const urlOf = (id: string) => `https://recado.example/${id}`;

const buttons = {
  reply: { type: "text", text: "Quero", payload: "quero" },
  open_url: { type: "link", text: "Ver", payload: "ver", url: "https://loja.example/oferta" },
  dial: { type: "dial", text: "Ligar", payload: "ligar", phoneNumber: "+5511987654321" },
  view_location: {
    type: "view_location",
    text: "Mapa",
    payload: "mapa",
    latitude: "-23.557260",
    longitude: "0.000000",
    label: "Loja",
  },
  share_location: { type: "share_location", text: "Onde estou", payload: "onde" },
  create_calendar_event: {
    type: "calendar_event",
    text: "Agendar",
    payload: "agendar",
    title: "Visita",
    startTime: "2026-02-01T17:00:00Z",
    endTime: "2026-02-01T18:00:00Z",
  },
} as const;
const everyButton = Object.values(buttons);

describe("an SMS for Zenvia", () => {
  it.each([
    ["GSM-7", "Ola", "MORE_CHARACTERS_PER_MESSAGE"],
    ["GSM-7 with its accents and extensions", "é à € [x]", "MORE_CHARACTERS_PER_MESSAGE"],
    ["UCS-2", "Olá, ação", "MORE_CHARACTER_SUPPORT"],
    ["UCS-2 beyond the first plane", "👍", "MORE_CHARACTER_SUPPORT"],
  ])("uses the alphabet in which it was counted: %s", (_, text, encodingStrategy) => {
    expect(smsText(text)).toEqual({ type: "text", text, encodingStrategy });
  });
});

describe("a call for Zenvia", () => {
  it("plays the file from its URL", () => {
    expect(call("https://recado.example/a")).toEqual({
      type: "call",
      audio: [{ type: "file", fileUrl: "https://recado.example/a" }],
    });
  });

  it.each([
    ["audio/mpeg", null],
    ["audio/wav", null],
    ["audio/ogg", "Zenvia plays audio/mpeg and audio/wav, and the file is audio/ogg"],
  ])("accepts or refuses %s", (contentType, reason) => {
    expect(unplayable({ contentType })).toBe(reason);
    const fault = unsupportedContent(
      "voice",
      { type: "audio", file_id: "f" },
      new Map([["f", { contentType }]]),
    );
    expect(fault?.message ?? null).toBe(reason && `cannot be sent: ${reason}`);
  });
});

describe("RCS content for Zenvia", () => {
  it.each(Object.keys(suggestions) as (keyof typeof suggestions)[])(
    "converts the suggestion %s to a button",
    (type) => {
      const content: RcsText = { type: "text", text: "Olá", suggestions: [suggestions[type]] };
      expect(rcsContent(content, urlOf)).toEqual({
        type: "replyable_text",
        text: "Olá",
        quickReplyButtons: [buttons[type]],
      });
    },
  );

  const cases: { [N in keyof typeof rcsSamples]: unknown } = {
    "a text": { type: "text", text: "Olá" },
    "a text with every suggestion": { type: "replyable_text", text: "Olá", quickReplyButtons: everyButton },
    "a vertical card with all it can have": {
      type: "card",
      title: "Oferta",
      text: "Só hoje",
      media: { url: "https://recado.example/f1", disposition: "ON_THE_TOP_TALL_HEIGHT" },
      buttons: everyButton.slice(0, 4),
      quickReplyButtons: everyButton,
    },
    "a horizontal card": {
      type: "card",
      title: "Oferta",
      media: { url: "https://recado.example/f1", disposition: "ON_THE_LEFT" },
    },
    "a card of a title": { type: "card", title: "Oferta" },
    "a carousel with all it can have": {
      type: "carousel",
      cardWidth: "SMALL",
      cards: [
        {
          title: "Um",
          text: "Primeiro",
          media: { url: "https://recado.example/f1", disposition: "ON_THE_TOP_SHORT_HEIGHT" },
        },
        {
          media: { url: "https://recado.example/f2", disposition: "ON_THE_TOP_MEDIUM_HEIGHT" },
          buttons: everyButton.slice(2, 6),
        },
      ],
      quickReplyButtons: everyButton.slice(0, 2),
    },
    "a carousel of titles": {
      type: "carousel",
      cardWidth: "MEDIUM",
      cards: [{ title: "Um" }, { title: "Dois" }],
    },
  };
  it.each(Object.entries(cases))("converts %s", (name, expected) => {
    expect(rcsContent(rcsSamples[name as keyof typeof rcsSamples], urlOf)).toEqual(expected);
  });

  it("omits an empty list of suggestions and a missing label", () => {
    const { label: _, ...place } = suggestions.view_location;
    const { label: _label, ...button } = buttons.view_location;
    expect(rcsContent({ type: "text", text: "Olá", suggestions: [] }, urlOf)).toEqual({
      type: "text",
      text: "Olá",
    });
    expect(rcsContent({ type: "text", text: "Olá", suggestions: [place] }, urlOf)).toMatchObject({
      quickReplyButtons: [button],
    });
  });
});

describe("content that Zenvia does not support", () => {
  const described = { ...suggestions.create_calendar_event, description: "Traga documentos" };
  const cases: [string, Channel, Content, string | null][] = [
    ["an SMS of 1,520 characters", "sms", { type: "text", text: "a".repeat(1_520) }, null],
    ["a longer SMS", "sms", { type: "text", text: "a".repeat(1_521) }, "text"],
    ["a long RCS text", "rcs", { type: "text", text: "a".repeat(1_521) }, null],
    ["a file to play", "voice", { type: "audio", file_id: "f1" }, null],
    [
      "a horizontal card without media",
      "rcs",
      { type: "card", orientation: "horizontal", card: { title: "Oferta" } },
      "orientation",
    ],
    [
      "a described event below a text",
      "rcs",
      { type: "text", text: "Olá", suggestions: [suggestions.reply, described] },
      "suggestions[1].description",
    ],
    [
      "a described event in a card",
      "rcs",
      { type: "card", orientation: "vertical", card: { title: "Oferta", suggestions: [described] } },
      "card.suggestions[0].description",
    ],
    [
      "a described event in a carousel's second card",
      "rcs",
      {
        type: "carousel",
        card_width: "small",
        cards: [{ title: "Um" }, { title: "Dois", suggestions: [suggestions.dial, described] }],
        suggestions: [described],
      },
      "cards[1].suggestions[1].description",
    ],
    ...Object.entries(rcsSamples).map(([name, content]): [string, Channel, Content, null] => [
      name,
      "rcs",
      content,
      null,
    ]),
  ];
  it.each(cases)("returns the unsupported field, or null, for %s", (_, channel, content, field) => {
    expect(unsupportedContent(channel, content, new Map())?.field ?? null).toBe(field);
  });
});

it("describes the media of a card for Zenvia's screen readers", () => {
  const sample = rcsSamples["a horizontal card"];
  if (sample.type !== "card" || sample.card.media === undefined) throw new Error("the sample has no media");
  const media = { ...sample.card.media, alt_text: "Pão de queijo" };
  expect(rcsContent({ ...sample, card: { ...sample.card, media } }, urlOf)).toMatchObject({
    media: { caption: "Pão de queijo" },
  });
});

describe("addresses at Zenvia", () => {
  it.each([
    ["+5511987654321", "5511987654321"],
    ["27000", "27000"],
    ["agente_1@rbm.goog", "agente_1@rbm.goog"],
  ])("writes %s as %s", (address, written) => expect(toZenvia(address)).toBe(written));

  it.each([
    ["5511987654321", "+5511987654321"],
    ["+5511987654321", "+5511987654321"],
    ["551187654321", "+5511987654321"],
    ["5540041234", null],
    ["0511987654321", null],
    ["ana@example.com", null],
    ["", null],
    [undefined, null],
  ])("reads %s of a person as %s", (address, expected) => expect(personOf(address)).toBe(expected));

  it.each<[Channel, unknown, string | null]>([
    ["sms", "27000", "27000"],
    ["sms", "27000123", "27000123"],
    ["sms", "5511987654321", "+5511987654321"],
    ["sms", "loja.sms", "loja.sms"],
    ["voice", "551130000000", "+551130000000"],
    ["rcs", "5511987654321", "5511987654321"],
    ["rcs", "agente_1", "agente_1"],
    ["rcs", "", null],
    ["rcs", undefined, null],
  ])("reads for %s the sender %s as %s", (channel, address, expected) =>
    expect(senderOf(channel, address)).toBe(expected),
  );
});
