import fc from "fast-check";
import { fingerprintOf } from "../../src/features/messages/idempotency.store";

/** Returns the value with the keys of each object in reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, reversed(item)]),
  );
}

describe("the fingerprint of a request body", () => {
  it("depends on everything except the order of keys", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 6 });
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "grapheme" }), text, (body, more) => {
        expect(fingerprintOf(reversed(body))).toBe(fingerprintOf(body));
        expect(fingerprintOf([body, more])).not.toBe(fingerprintOf([body, `${more}x`]));
      }),
      { numRuns: 500 },
    );
  });

  it("equals the fingerprint of earlier versions, so that stored idempotency keys remain valid after an upgrade", () => {
    const variables = JSON.parse(
      '{"ã":"é\\u2028\\"","b":"1","\u{1F600}":"x","\uFB33":"y","__proto__x":"z","10":"a","9":"b"}',
    ) as object;
    const body = {
      recipients: [{ variables, to: "+5511987654321" }],
      content: { text: "Olá\n", type: "text" },
      channel: "sms",
      n: [1.0, 1e21, 1e-7, -0, 0.1, true, null],
    };
    expect(fingerprintOf(body)).toBe("bcc15df272b7013e3f594b9daffd216b762286ec48c105f8432568105aa35852");
  });
});
