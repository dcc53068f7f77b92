import { toContent } from "../../src/carriers/http/content";
import type { Media } from "../../src/carriers/kind";
import type { Content } from "../../src/messaging/content-types";

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
});
