import { enums, limits, patterns } from "../../generated/server/values";
import { contractValues } from "../../scripts/contract-values";
import { MAX_NAME_LENGTH } from "../../src/platform/text";

describe("values generated from the contract", () => {
  it("contains enumerations, patterns and limits by component name", () => {
    const source = contractValues({
      components: {
        schemas: {
          Colour: { type: "string", enum: ["red", "green"] },
          Code: { type: "string", pattern: "^[a-z]$", maxLength: 1 },
          Box: {
            type: "object",
            maxProperties: 3,
            properties: {
              label: { type: "string", minLength: 1, maxLength: 9 },
              colour: { $ref: "#/components/schemas/Colour" },
              parts: { type: "array", maxItems: 2, items: { type: "integer", minimum: 0 } },
            },
            additionalProperties: { type: "string", maxLength: 7 },
          },
        },
        parameters: { Count: { schema: { type: "integer", maximum: 5, default: 2 } } },
        headers: { "X-Left": { schema: { type: "integer", minimum: 0 } } },
      },
    });
    expect(source).toContain('enums = {"Colour":["red","green"]} as const');
    expect(source).toContain('patterns = {"Code":"^[a-z]$"} as const');
    const found = /limits = (.*) as const/.exec(source)?.[1] ?? "";
    expect(JSON.parse(found)).toEqual({
      Code: { maxLength: 1 },
      Box: {
        maxProperties: 3,
        label: { minLength: 1, maxLength: 9 },
        parts: { maxItems: 2, items: { minimum: 0 } },
        values: { maxLength: 7 },
      },
      Count: { maximum: 5, default: 2 },
      "X-Left": { minimum: 0 },
    });
  });

  it("refuses two values with the same name", () => {
    const schema = { type: "integer", maximum: 5 };
    expect(() =>
      contractValues({ components: { schemas: { Count: schema }, parameters: { Count: { schema } } } }),
    ).toThrow("two components are called Count");
    const twice = { maxItems: 3, properties: { maxItems: schema } };
    expect(() => contractValues({ components: { schemas: { Twice: twice } } })).toThrow(
      "two things are called maxItems",
    );
  });

  it("contains the values of the current contract", () => {
    expect(enums.Channel).toEqual(["sms", "rcs", "voice"]);
    expect(limits.SendMessagesRequest.recipients.maxItems).toBe(1_000);
    expect(limits.Limit).toMatchObject({ default: 25, maximum: 1_000 });
  });

  // The contract can express this only by a pattern, because white space around a name does not count.
  it.each(["ResourceName", "ContactName"] as const)("limits %s as the service does", (name) => {
    const pattern = new RegExp(patterns[name], "u");
    expect(pattern.test(` ${"😀".repeat(MAX_NAME_LENGTH)} `)).toBe(true);
    expect(pattern.test("x".repeat(MAX_NAME_LENGTH + 1))).toBe(false);
    expect(pattern.test(" \t ")).toBe(false);
  });
});
