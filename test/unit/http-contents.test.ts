import { toContent } from "../../src/carriers/http/content";
import type { Media } from "../../src/carriers/kind";
import type { Content, Suggestion } from "../../src/messaging/content-types";

const PICTURE: Media = { url: "https://recado.example/f/1", contentType: "image/png", sizeBytes: 100 };
const translated = (content: Content) => toContent(content, new Map([["f", PICTURE]]));

describe("contents for carrier programs", () => {
  it("has the text that is sent, without its encoding", () => {
    expect(translated({ type: "text", text: "Ola", encoding: "gsm7" })).toEqual({
      type: "text",
      text: "Ola",
    });
  });

  it("has a card's file with its alt text", () => {
    const media = { file_id: "f", height: "short", alt_text: "Um pão" } as const;
    expect(translated({ type: "card", orientation: "vertical", card: { media } })).toMatchObject({
      card: {
        media: {
          height: "short",
          alt_text: "Um pão",
          file: { url: PICTURE.url, content_type: "image/png", size_bytes: 100 },
        },
      },
    });
  });

  it("has the numbers of dial suggestions in E.164", () => {
    const suggestions = (phone: string): Suggestion[] => [
      { type: "dial", text: "Ligar", postback_data: "dial", phone },
      { type: "reply", text: "Sim", postback_data: "yes" },
    ];
    const contentWith = (phone: string): Content[] => {
      const own = { suggestions: suggestions(phone) };
      const card = { title: "Pão", ...own };
      return [
        { type: "text", text: "Oi", ...own },
        { type: "card", orientation: "vertical", card, ...own },
        { type: "carousel", card_width: "small", cards: [card, card], ...own },
      ];
    };
    expect(contentWith("+55 (11) 98765-4321").map(translated)).toEqual(contentWith("+5511987654321"));
    expect(contentWith("0800 646 4777").map(translated)).toEqual(contentWith("+558006464777"));
  });
});
