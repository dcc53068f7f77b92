import { verdictOf } from "../../scripts/advisories/verdict";

const audit = (...severities: string[]) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: Object.fromEntries(
      severities.map((severity, index) => [
        `package-${index}`,
        {
          name: `package-${index}`,
          severity,
          via: [{ title: "Prototype pollution", url: "https://example.com/advisory" }, "qs"],
        },
      ]),
    ),
  });

describe("advisories of production packages", () => {
  it("passes without an advisory", () => {
    expect(verdictOf(audit())).toEqual({
      passes: true,
      lines: ["0 of 0 known advisories are high or critical"],
    });
  });

  it("passes with low and moderate advisories", () => {
    expect(verdictOf(audit("low", "moderate")).passes).toBe(true);
  });

  it.each(["high", "critical"])("fails with a %s advisory and names the package", (severity) => {
    expect(verdictOf(audit("low", severity))).toEqual({
      passes: false,
      lines: [
        `${severity}: package-1: Prototype pollution https://example.com/advisory, by qs`,
        "1 of 2 known advisories are high or critical",
      ],
    });
  });

  it.each([
    [
      '{"message":"405 Method Not Allowed","statusCode":405,"error":{"summary":"","detail":""}}',
      "405 Method Not Allowed",
    ],
    ['{"error":{"code":"ENOTFOUND","summary":"request failed","detail":""}}', "request failed"],
    ["", "no JSON"],
  ])("passes unchecked when the registry returns %s", (response, reason) => {
    expect(verdictOf(response)).toEqual({
      passes: true,
      lines: [`not checked: the registry offers no advisories (${reason})`],
    });
  });
});
