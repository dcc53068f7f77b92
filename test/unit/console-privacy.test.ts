import { countsOf, downloadOf, isSameNumber } from "../../src/web/console/page/privacy/rules";

describe("the console's privacy requests", () => {
  it.each([
    ["+5511987654321", "(11) 98765-4321", true],
    ["+5511987654321", "+55 11 98765-4321", true],
    ["+14155552671", "+1 415 555-2671", true],
    ["+5511987654321", "11 98765-4322", false],
    ["+5511987654321", "", false],
  ])("compares %s with the retyped number %s", (number, retyped, isSame) => {
    expect(isSameNumber(number, retyped)).toBe(isSame);
  });

  it("names only the counts that are more than 0", () => {
    const names = { contacts: "Contacts", messages: "Messages", files: "Files" };
    const counts = { contacts: 1, messages: 0, files: 3 };
    expect(countsOf(counts, names)).toEqual([
      { name: "Contacts", count: 1 },
      { name: "Files", count: 3 },
    ]);
  });

  it("offers the file of an export until its deletion", () => {
    const until = "2026-11-21T12:15:00Z";
    const request = { download_url: "https://recado.example/file", expires_at: until };
    const end = Date.parse(until);
    expect(downloadOf(request, end - 1)).toEqual({ url: request.download_url, until });
    expect(downloadOf(request, end)).toBeNull();
    expect(downloadOf({ download_url: null, expires_at: null }, end)).toBeNull();
  });
});
