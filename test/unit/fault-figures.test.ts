import { fault, selectedFaults } from "../e2e/faults/fault-figures";

describe("the selection of faults", () => {
  it("accepts names, and selects all faults without a name", () => {
    expect(selectedFaults("killed,full")).toEqual(["killed", "full"]);
    expect(selectedFaults(undefined)).toContain("crashed");
  });

  it("rejects a name that no fault has", () => {
    expect(() => selectedFaults("killed,ful")).toThrow('unknown fault "ful"');
    expect(() => fault("ful")).toThrow("missing in FAULTS");
  });
});
