import { resolve } from "node:path";
import { ConfigError, readConfig, sqliteFile } from "../../src/config";

describe("the settings", () => {
  it("all have defaults", () => {
    expect(readConfig({})).toEqual({
      host: "127.0.0.1",
      port: 3000,
      publicUrl: "http://127.0.0.1:3000",
      dataDir: resolve("data"),
      databaseUrl: null,
      databasePool: 10,
      roles: ["api", "worker"],
      firstApiKey: null,
      rateLimit: 600,
      webhookAllowPrivate: false,
      validateResponses: false,
      logLevel: "info",
      trustedProxies: 0,
      sandboxDelayMs: 5,
      receiptWindowSeconds: 72 * 3600,
      pendingWindowSeconds: 24 * 3600,
      ambiguousSubmission: "resend",
    });
  });

  it("count as not set when they are empty, as container files leave them", () => {
    const empty = Object.fromEntries(
      ["PORT", "HOST", "DATABASE_URL", "RECADO_API_KEY", "RECADO_ROLES", "RECADO_PUBLIC_URL"].map((name) => [
        name,
        "",
      ]),
    );
    expect(readConfig(empty)).toEqual(readConfig({}));
  });

  it("cannot be changed once read", () => {
    expect(Object.isFrozen(readConfig({}))).toBe(true);
  });

  it("make the public URL of host and port, and take the slash off one that is given", () => {
    expect(readConfig({ HOST: "0.0.0.0", PORT: "8080" }).publicUrl).toBe("http://0.0.0.0:8080");
    expect(readConfig({ RECADO_PUBLIC_URL: "https://recado.example.com/" }).publicUrl).toBe(
      "https://recado.example.com",
    );
  });

  it("keep the SQLite file in the data directory", () => {
    expect(sqliteFile(readConfig({ RECADO_DATA_DIR: "/srv/recado" }))).toBe("/srv/recado/recado.sqlite");
  });

  it.each([
    ["worker", ["worker"]],
    ["worker, api", ["api", "worker"]],
  ])("take the roles %j", (given, roles) => {
    expect(readConfig({ RECADO_ROLES: given }).roles).toEqual(roles);
  });

  it.each([
    ["1", true],
    ["on", true],
    ["TRUE", true],
    ["0", false],
    ["off", false],
  ])("take %j for a switch", (given, on) => {
    expect(readConfig({ RECADO_WEBHOOK_ALLOW_PRIVATE: given }).webhookAllowPrivate).toBe(on);
  });

  it.each([
    ["PORT", "70000"],
    ["PORT", "80a"],
    ["PORT", "-1"],
    ["RECADO_RATE_LIMIT", "0"],
    ["RECADO_DATABASE_POOL", "1"],
    ["RECADO_TRUSTED_PROXIES", "true"],
    ["RECADO_SANDBOX_DELAY_MS", "1.5"],
    ["RECADO_RECEIPT_WINDOW_SECONDS", "0"],
    ["RECADO_PENDING_WINDOW_SECONDS", "1e9"],
    ["RECADO_PUBLIC_URL", "recado.example.com"],
    ["RECADO_PUBLIC_URL", "ftp://recado.example.com"],
    ["DATABASE_URL", "mysql://localhost/recado"],
    ["RECADO_ROLES", "api,boss"],
    ["RECADO_ROLES", ","],
    ["RECADO_API_KEY", "st_123"],
    ["RECADO_API_KEY", `st_${"A".repeat(64)}`],
    ["RECADO_WEBHOOK_ALLOW_PRIVATE", "maybe"],
    ["RECADO_VALIDATE_RESPONSES", "2"],
    ["RECADO_LOG_LEVEL", "loud"],
    ["RECADO_AMBIGUOUS_SUBMISSION", "hope"],
  ])("refuse %s=%s in one line that names it", (name, value) => {
    const read = () => readConfig({ [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^${name} .*$`));
  });

  it("never repeat what may be secret", () => {
    for (const [name, value] of [
      ["DATABASE_URL", "mysql://recado:hunter2@localhost/recado"],
      ["RECADO_API_KEY", "st_hunter2"],
    ] as const) {
      expect(() => readConfig({ [name]: value })).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining("hunter2") as string }),
      );
    }
  });
});
