import fc from "fast-check";
import { toGoogle, toUri } from "../../src/carriers/google-rcs/contents";
import { unsupportedContent } from "../../src/carriers/google-rcs/unsupported-content";
import type { Media } from "../../src/carriers/kind";
import type { CardBody, Content, RcsCarousel, Suggestion } from "../../src/messaging/content-types";

const PICTURE: Media = { url: "https://recado.example/f/1", contentType: "image/png", sizeBytes: 100_000 };
const reply: Suggestion = { type: "reply", text: "Sim", postback_data: "yes" };
const button = { text: "Ver", postback_data: "see" };
const google = { text: "Ver", postbackData: "see" };

const translated = (content: Content, media: Media = PICTURE) => toGoogle(content, () => media);
const card = (body: CardBody): Content => ({ type: "card", orientation: "vertical", card: body });

describe("contents for Google RCS", () => {
  it.each<[string, Content, unknown]>([
    ["a text", { type: "text", text: "Oi" }, { text: "Oi" }],
    ["a text without suggestions", { type: "text", text: "Oi", suggestions: [] }, { text: "Oi" }],
    [
      "a text with a reply",
      { type: "text", text: "Oi", suggestions: [reply] },
      { text: "Oi", suggestions: [{ reply: { text: "Sim", postbackData: "yes" } }] },
    ],
    [
      "a vertical card with every field",
      {
        type: "card",
        orientation: "vertical",
        card: {
          title: "Pão",
          description: "Quente",
          media: { file_id: "f", height: "tall", alt_text: "Três pães" },
          suggestions: [reply],
        },
        suggestions: [{ ...reply, text: "Não", postback_data: "no" }],
      },
      {
        richCard: {
          standaloneCard: {
            cardOrientation: "VERTICAL",
            cardContent: {
              title: "Pão",
              description: "Quente",
              media: {
                height: "TALL",
                contentDescription: "Três pães",
                contentInfo: { fileUrl: PICTURE.url, thumbnailUrl: PICTURE.url },
              },
              suggestions: [{ reply: { text: "Sim", postbackData: "yes" } }],
            },
          },
        },
        suggestions: [{ reply: { text: "Não", postbackData: "no" } }],
      },
    ],
    [
      "a horizontal card with its picture on the left",
      { type: "card", orientation: "horizontal", card: { title: "Pão" } },
      {
        richCard: {
          standaloneCard: {
            cardOrientation: "HORIZONTAL",
            thumbnailImageAlignment: "LEFT",
            cardContent: { title: "Pão" },
          },
        },
      },
    ],
    [
      "a carousel",
      {
        type: "carousel",
        card_width: "small",
        cards: [{ title: "1" }, { media: { file_id: "f", height: "short" } }],
      },
      {
        richCard: {
          carouselCard: {
            cardWidth: "SMALL",
            cardContents: [
              { title: "1" },
              {
                media: { height: "SHORT", contentInfo: { fileUrl: PICTURE.url, thumbnailUrl: PICTURE.url } },
              },
            ],
          },
        },
      },
    ],
    ["a voice message to null", { type: "audio", file_id: "f" }, null],
  ])("converts %s", (_label, content, expected) => {
    expect(translated(content)).toEqual(expected);
  });

  it.each<[string, Suggestion, unknown]>([
    ["a reply", { type: "reply", ...button }, { reply: google }],
    [
      "a web page",
      { type: "open_url", ...button, url: "https://padaria.example/a?b=c" },
      { action: { ...google, openUrlAction: { url: "https://padaria.example/a?b=c" } } },
    ],
    [
      "a web page with an accent in its address",
      { type: "open_url", ...button, url: "https://padaria.example/pão" },
      { action: { ...google, openUrlAction: { url: "https://padaria.example/p%C3%A3o" } } },
    ],
    [
      "a number to dial",
      { type: "dial", ...button, phone: "+558006464777" },
      { action: { ...google, dialAction: { phoneNumber: "+558006464777" } } },
    ],
    [
      "a place",
      { type: "view_location", ...button, latitude: -23.5, longitude: 0, label: "Loja" },
      {
        action: {
          ...google,
          viewLocationAction: { latLong: { latitude: -23.5, longitude: 0 }, label: "Loja" },
        },
      },
    ],
    [
      "a place without a name",
      { type: "view_location", ...button, latitude: -23.5, longitude: -46.6 },
      { action: { ...google, viewLocationAction: { latLong: { latitude: -23.5, longitude: -46.6 } } } },
    ],
    [
      "a request for the person's location",
      { type: "share_location", ...button },
      { action: { ...google, shareLocationAction: {} } },
    ],
    [
      "an event with its times in UTC",
      {
        type: "create_calendar_event",
        ...button,
        title: "Festa",
        description: "Em casa",
        start_at: "2026-01-31T20:00:00-03:00",
        end_at: "2026-02-01t02:00:00z",
      },
      {
        action: {
          ...google,
          createCalendarEventAction: {
            title: "Festa",
            description: "Em casa",
            startTime: "2026-01-31T23:00:00Z",
            endTime: "2026-02-01T02:00:00Z",
          },
        },
      },
    ],
  ])("converts a suggestion: %s", (_label, suggestion, expected) => {
    expect(translated({ type: "text", text: "Oi", suggestions: [suggestion] })).toEqual({
      text: "Oi",
      suggestions: [expected],
    });
  });

  it.each<[string, Partial<Media>, boolean]>([
    ["a picture of 100 kB", {}, true],
    ["a picture of one byte more", { sizeBytes: 100_001 }, false],
    ["a small video", { contentType: "video/mp4", sizeBytes: 1_000 }, false],
  ])("decides whether %s is its own thumbnail", (_label, media, isThumbnail) => {
    const content = translated(card({ media: { file_id: "f", height: "medium" } }), { ...PICTURE, ...media });
    const { contentInfo } = content?.richCard?.standaloneCard?.cardContent.media ?? {};
    expect(contentInfo).toEqual({
      fileUrl: PICTURE.url,
      ...(isThumbnail && { thumbnailUrl: PICTURE.url }),
    });
  });

  it("resolves the file of each card", () => {
    const content = toGoogle(
      {
        type: "carousel",
        card_width: "medium",
        cards: ["a", "b"].map((file_id) => ({ media: { file_id, height: "short" } })),
      },
      ({ file_id }) => ({ ...PICTURE, url: `https://recado.example/${file_id}` }),
    );
    const urls = content?.richCard?.carouselCard?.cardContents.map(({ media }) => media?.contentInfo.fileUrl);
    expect(urls).toEqual(["https://recado.example/a", "https://recado.example/b"]);
  });

  it("encodes web addresses as ASCII and leaves encoded ones unchanged", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), (path) => {
        const uri = toUri(`https://padaria.example/${path}`);
        expect(uri).toMatch(/^[\x21-\x7e]+$/);
        expect(toUri(uri)).toBe(uri);
      }),
    );
  });
});

describe("content that Google RCS does not support", () => {
  const large: Suggestion = { ...reply, postback_data: "😀".repeat(2_048) };
  const cards = (count: number, suggestions: Suggestion[]): CardBody[] =>
    Array.from({ length: count }, () => ({ title: "Pão", suggestions }));
  const carousel = (all: CardBody[]): RcsCarousel => ({ type: "carousel", card_width: "small", cards: all });
  const url = (length: number): Suggestion => ({
    ...button,
    type: "open_url",
    url: `https://padaria.example/${"ã".repeat(length)}`,
  });

  it.each<[string, Content, string | null]>([
    ["an ordinary text", { type: "text", text: "Oi", suggestions: [reply] }, null],
    [
      "the largest text",
      { type: "text", text: "😀".repeat(3_072), suggestions: Array(11).fill(large) as Suggestion[] },
      null,
    ],
    ["eight large cards", carousel(cards(8, [large, large, large])), null],
    ["ten large cards", carousel(cards(10, [large, large, large, large])), "cards[0]"],
    [
      "a carousel with one card larger than all other cards",
      carousel([
        ...cards(9, [large, large, large]),
        { title: "Pão", suggestions: [large, large, large, large] },
      ]),
      "cards[9]",
    ],
    [
      "a message whose suggestions are larger than each card",
      { ...carousel(cards(10, [large, large])), suggestions: Array(11).fill(large) as Suggestion[] },
      "suggestions",
    ],
    ["an address that fits once encoded", { type: "text", text: "Oi", suggestions: [url(337)] }, null],
    [
      "an address that is too long once encoded",
      { type: "text", text: "Oi", suggestions: [reply, url(338)] },
      "suggestions[1].url",
    ],
    ["a long card address", card({ title: "Pão", suggestions: [url(1_000)] }), "card.suggestions[0].url"],
    [
      "a long carousel address",
      carousel([{ title: "1" }, { title: "2", suggestions: [url(1_000)] }]),
      "cards[1].suggestions[0].url",
    ],
  ])("returns the unsupported field, or null, for %s", (_label, content, field) => {
    expect(unsupportedContent(content)?.field ?? null).toBe(field);
  });

  it("states the size of a message that is too large", () => {
    expect(unsupportedContent(carousel(cards(10, [large, large, large, large])))?.message).toMatch(
      /^makes the message 3\d{5} bytes, but Google allows at most 250000$/,
    );
  });

  it("accepts the largest ASCII message that the contract allows", () => {
    const longest: Suggestion = { ...reply, text: "x".repeat(25), postback_data: "p".repeat(2_048) };
    const body = {
      title: "t".repeat(200),
      description: "d".repeat(2_000),
      media: { file_id: "f", height: "medium" },
      suggestions: [longest, longest, longest, longest],
    } as const;
    const largest = {
      ...carousel(Array(10).fill(body) as CardBody[]),
      suggestions: Array(11).fill(longest) as Suggestion[],
    };
    expect(unsupportedContent(largest)).toBeNull();
  });
});
