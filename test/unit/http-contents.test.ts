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

  it("has the times of calendar events in UTC, to the second", () => {
    const suggestions = (start_at: string, end_at: string): Suggestion[] => [
      {
        type: "create_calendar_event",
        text: "Agendar",
        postback_data: "event",
        title: "Pão",
        start_at,
        end_at,
      },
      { type: "reply", text: "Sim", postback_data: "yes" },
    ];
    const contentWith = (start: string, end: string): Content[] => {
      const own = { suggestions: suggestions(start, end) };
      const card = { title: "Pão", ...own };
      return [
        { type: "text", text: "Oi", ...own },
        { type: "card", orientation: "vertical", card, ...own },
        { type: "carousel", card_width: "small", cards: [card, card], ...own },
      ];
    };
    const typed = contentWith(`2026-11-20T09:00:05.${"1".repeat(74)}-03:00`, "2026-12-31T23:59:60z");
    expect(typed.map(translated)).toEqual(contentWith("2026-11-20T12:00:05Z", "2027-01-01T00:00:00Z"));
  });
});
