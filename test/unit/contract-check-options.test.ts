import { Command } from "commander";
import { optionsOf, withOptions } from "../../scripts/contract-check/options";

const VARIABLES = ["RECADO_KEY", "RECADO_API_KEY", "RECADO_OTHER_KEY"];
const KEY = { RECADO_API_KEY: "st_1" };
const URL = ["--url", "https://messages.example.com"];

describe("the command line of the contract check", () => {
  const before = VARIABLES.map((name) => [name, process.env[name]] as const);
  afterEach(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });

  function parsed(variables: Readonly<Record<string, string>>, ...options: readonly string[]) {
    for (const name of VARIABLES) delete process.env[name];
    Object.assign(process.env, variables);
    const silent = new Command().configureOutput({ writeErr: () => undefined });
    const command = withOptions(silent, { name: "check", canStartService: true });
    return optionsOf(command.parse([...URL, ...options], { from: "user" }), true);
  }

  it("takes RECADO_KEY before RECADO_API_KEY, unless it is empty", () => {
    expect(parsed({ RECADO_KEY: "st_1", RECADO_API_KEY: "st_2" }).key).toBe("st_1");
    expect(parsed({ RECADO_KEY: "", RECADO_API_KEY: "st_2" }).key).toBe("st_2");
  });

  it("has no key if the variables are empty", () => {
    expect(() => parsed({ RECADO_KEY: "", RECADO_API_KEY: "" })).toThrow(
      "error: --url needs --key, or RECADO_API_KEY in the environment",
    );
  });

  it("has no key of another account if its variable is empty", () => {
    const { invariants } = parsed({ RECADO_API_KEY: "st_1", RECADO_OTHER_KEY: "" });
    expect(invariants?.otherKey).toBeNull();
  });

  it("refuses options that leave nothing to try", () => {
    expect(() => parsed(KEY, "--no-invariants", "--invariants-only")).toThrow(
      "error: --invariants-only and --no-invariants leave nothing to try",
    );
  });

  it("requires no share of invariants by default", () => {
    expect(parsed(KEY).minInvariants).toBe(0);
    expect(parsed(KEY, "--min-invariants", "90").minInvariants).toBe(0.9);
  });

  it.each(["--seed", "--receiver-port"])("takes whole numbers for %s alone", (option) => {
    expect(() => parsed(KEY, option, "1.5")).toThrow("It must be a whole number from");
    expect(() => parsed(KEY, option, "")).toThrow("It must be a number from");
    expect(parsed(KEY, option, "7")).toMatchObject(
      option === "--seed" ? { invariants: { seed: 7 } } : { receiver: { port: 7 } },
    );
  });
});
