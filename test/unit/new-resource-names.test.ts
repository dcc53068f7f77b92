import { namesOf } from "../../scripts/new-resource/names";

describe("the command new:resource", () => {
  it.each([
    ["segments", "segment"],
    ["audience-categories", "audience-category"],
    ["boxes", "box"],
    ["addresses", "address"],
    ["processes", "process"],
    ["statuses", "status"],
    ["warehouses", "warehouse"],
    ["clauses", "clause"],
    ["test-cases", "test-case"],
  ])("derives the singular of %s", (plural, singular) => {
    expect(namesOf(plural)).toMatchObject({ kebabs: plural, kebab: singular });
  });

  it("takes a given singular instead of the derived one", () => {
    expect(namesOf("aliases", "alias")).toMatchObject({
      kebab: "alias",
      Pascal: "Alias",
      Pascals: "Aliases",
    });
  });

  it.each(["", "segment", "Price_Lists", "address", `${"a".repeat(40)}s`])(
    "refuses %j, which is no clear plural, and asks for the singular",
    (plural) => {
      expect(() => namesOf(plural)).toThrow(
        /^".*" must be a plural of small letters.* If its singular is irregular, add it: "aliases alias"\.$/,
      );
    },
  );

  it.each(["Alias", "aliases", ""])("refuses %j as the singular of aliases", (singular) => {
    expect(() => namesOf("aliases", singular)).toThrow(`"${singular}" must be the singular of "aliases"`);
  });

  it.each(["cases", "classes", "packages", "interfaces", "switches"])(
    "refuses the reserved word of %s",
    (plural) => {
      expect(() => namesOf(plural)).toThrow(
        /is a reserved word of TypeScript: add a word, such as "support-/,
      );
    },
  );
});
