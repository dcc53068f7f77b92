import { fields, printable, table } from "../../src/cli/output";

const HOSTILE = "a\u001b[2J\r\nb\u007f\u009b\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069";
const VISIBLE = String.raw`a\u001b[2J\u000d\u000ab\u007f\u009b\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069`;

describe("the output of a command", () => {
  it("writes control characters of a table's cell visibly, so that each row stays one line", () => {
    expect(table(["name", "key"], [[HOSTILE, "k"]]).split("\n")).toEqual([
      `NAME${" ".repeat(VISIBLE.length - 4)}  KEY`,
      `${VISIBLE}  k`,
    ]);
    expect(fields([["name", HOSTILE]])).toBe(`name  ${VISIBLE}`);
  });

  it("keeps the lines of a text, and writes its other control characters visibly", () => {
    const text = "Renamed: a\u001b[2J\nRestart the service";
    expect(printable({ json: {}, text }, false)).toBe(
      String.raw`Renamed: a\u001b[2J` + "\nRestart the service\n",
    );
  });

  it("writes JSON without control characters and with the same values", () => {
    const printed = printable({ json: { name: HOSTILE }, text: "" }, true);
    expect(printed).not.toMatch(/[^\n -~]/);
    expect(JSON.parse(printed)).toEqual({ name: HOSTILE });
  });

  it("keeps accents, joined emoji and backslashes", () => {
    const name = String.raw`Promoção 👩‍👧 \n`;
    expect(table(["name"], [[name]])).toBe(`NAME\n${name}`);
  });
});
