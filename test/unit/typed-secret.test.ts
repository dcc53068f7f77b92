import fc from "fast-check";
import { lineOf } from "../../src/cli/typed-secret";

const lineFrom = (bytes: readonly number[]) => {
  const left = [...bytes];
  return { line: lineOf(() => left.shift() ?? null), left };
};
const typed = (text: string) => lineFrom([...Buffer.from(text)]);

describe("a secret typed at a terminal", () => {
  it.each(["\r", "\n", "\x04"])("ends with the key %j and leaves the following bytes", (key) => {
    expect(typed(`s3cret${key}ls`)).toEqual({ line: "s3cret", left: [...Buffer.from("ls")] });
  });

  it("ends at the end of the input", () => expect(typed("s3cret").line).toBe("s3cret"));

  it("is cancelled by Ctrl-C", () => expect(typed("s3c\x03ret\r").line).toBeNull());

  it("accepts any text of one line", () => {
    const text = fc.string({ unit: "grapheme" }).filter((one) => !/[\x03\x04\x08\x0a\x0d\x7f]/.test(one));
    fc.assert(fc.property(text, (one) => expect(typed(`${one}\r`).line).toBe(one)));
  });

  it("loses one character per backspace, however many bytes it has", () => {
    const points = fc.array(fc.constantFrom("a", "é", "€", "😀"), { maxLength: 8 });
    fc.assert(
      fc.property(points, fc.nat(10), fc.constantFrom("\x7f", "\b"), (given, count, key) => {
        const remaining = given.slice(0, Math.max(0, given.length - count)).join("");
        expect(typed(`${given.join("")}${key.repeat(count)}\r`).line).toBe(remaining);
      }),
    );
  });
});
