import { en as english } from "../../src/web/console/page/texts/en";
import { formatOf } from "../../src/web/console/page/texts/language";
import { addTexts } from "../../src/web/console/page/texts/loaded";
import { pt as portuguese } from "../../src/web/console/page/texts/pt";

addTexts("pt-BR", portuguese);
addTexts("en", english);
const CENT = 10_000;
const [pt, en] = [formatOf("pt-BR"), formatOf("en")];
const plain = (text: string) => text.replace(/\s/g, " ");

describe("money in the console", () => {
  it.each([
    [0, "R$ 0,00"],
    [519_107_700, "R$ 519,11"],
    [1_234_567_890_000, "R$ 1.234.567,89"],
    [75_000, "R$ 0,08"],
    [CENT - 1, "menos de R$ 0,01"],
    [1, "menos de R$ 0,01"],
  ])("shows an amount of %d millionths as %s", (micros, words) => {
    expect(plain(pt.money(micros))).toBe(words);
  });

  it.each([
    [0, "R$ 0,00"],
    [8 * CENT, "R$ 0,08"],
    [75_000, "R$ 0,075"],
    [1_500, "R$ 0,0015"],
  ])("shows a price per message of %d millionths as %s", (micros, words) => {
    expect(plain(pt.unitPrice(micros))).toBe(words);
  });

  it("formats both in English", () => {
    expect(plain(en.money(519_107_700))).toBe("R$519.11");
    expect(plain(en.money(1))).toBe("less than R$0.01");
    expect(plain(en.unitPrice(75_000))).toBe("R$0.075");
  });
});

describe("shares in the console", () => {
  it.each([
    [0, "0%"],
    [1 / 10_000, "0,01%"],
    [3 / 7, "42,9%"],
    [0.91, "91%"],
    [0.999, "99,9%"],
    [9_997 / 10_000, "99,97%"],
    [99_999 / 100_000, "99,999%"],
    [1, "100%"],
  ])("shows the share %d as %s", (share, words) => {
    expect(plain(pt.share(share))).toBe(words);
  });
});
