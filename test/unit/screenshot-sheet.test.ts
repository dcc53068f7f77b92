import { sheetOf } from "../../scripts/screenshots/sheet";

describe("the contact sheet of screenshots", () => {
  it("shows the variants of a page side by side, narrow ones first", () => {
    const sheet = sheetOf([
      "b-1280-light.png",
      "a-1280-dark.png",
      "a-390-light.png",
      "a-390-dark.png",
      "key.png",
    ]);
    expect([...sheet.matchAll(/<h2>(.*?)<\/h2>|src="(.*?)"/g)].map(([, page, file]) => page ?? file)).toEqual(
      [
        ...["a", "a-390-dark.png", "a-390-light.png", "a-1280-dark.png"],
        ...["b", "b-1280-light.png", "key", "key.png"],
      ],
    );
  });

  it("escapes file names", () => {
    expect(sheetOf(['<img src=x onerror="a">.png'])).not.toContain("<img src=x");
  });
});
