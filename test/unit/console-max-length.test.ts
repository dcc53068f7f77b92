import { unitsFor } from "../../src/web/console/page/parts/max-length";

const inserting = (text: string | null, value = "", start = value.length, end = start) =>
  unitsFor({ value, start, end, text }, 4);

describe("the maximum length of a field", () => {
  it("gives two UTF-16 units to each emoji that fits", () => {
    expect(inserting("abcdef")).toBe(4);
    expect(inserting("a😀b😀c😀")).toBe(6);
    expect(inserting("😀😀", "😀ab")).toBe(6);
    expect(inserting("😀", "abcd")).toBe(4);
  });

  it("does not count the selected text, which the insertion replaces", () => {
    expect(inserting("😀😀", "😀abc", 2, 4)).toBe(7);
  });

  it("leaves room for one unit per character if the inserted text is unknown", () => {
    expect(inserting(null, "😀a")).toBe(5);
  });

  it("allows nothing more where the text is already too long", () => {
    expect(inserting("x", "abcdef")).toBe(6);
  });
});
