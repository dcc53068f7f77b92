import { tmpdir } from "node:os";
import { readConfig } from "../../src/app/config";
import { doctorOutput, ok, runCheck, warning } from "../../src/cli/doctor-check";
import {
  connectionsFinding,
  replicaFinding,
  schemaFinding,
  skewFinding,
  wakeupsFinding,
} from "../../src/cli/doctor-database";
import { diskCheck, diskFinding } from "../../src/cli/doctor-machine";
import { settingsFindings } from "../../src/cli/doctor-settings";

const messagesOf = (env: Record<string, string>) =>
  settingsFindings(env, readConfig(env)).map(({ status, message }) => `${status}: ${message}`);

const IN_PUBLIC = {
  DATABASE_URL: "postgres://db/recado",
  RECADO_PUBLIC_URL: "https://messages.example.com",
  RECADO_SECRET_KEY: Buffer.alloc(32, 1).toString("base64"),
  RECADO_TRUSTED_PROXIES: "1",
};

describe("the doctor's findings about settings", () => {
  it.each([
    ["a trial on one machine", {}],
    ["a service in production", IN_PUBLIC],
    ["a service beside a Kubernetes Service named recado-s3", { RECADO_S3_PORT: "tcp://10.96.0.12:9000" }],
  ])("accepts the settings of %s", (_, env) =>
    expect(messagesOf(env)).toEqual(["ok: The settings are valid"]),
  );

  it.each<[string, Record<string, string>, RegExp]>([
    ["a public address without https", { RECADO_PUBLIC_URL: "http://messages.example.com" }, /no https/],
    ["an address of this machine", { RECADO_PUBLIC_URL: "" }, /only this machine can reach/],
    ["a proxy that is not trusted", { RECADO_TRUSTED_PROXIES: "" }, /share the proxy's address/],
    ["a former key", { RECADO_SECRET_KEY_PREVIOUS: IN_PUBLIC.RECADO_SECRET_KEY }, /former key still opens/],
    ["private webhooks", { RECADO_WEBHOOK_ALLOW_PRIVATE: "1" }, /into your network/],
    ["the sandbox's phone", { RECADO_HANDSET: "1" }, /sandbox's phone/],
    ["checks of all responses", { RECADO_VALIDATE_RESPONSES: "1" }, /slows down/],
    ["a bucket without S3", { RECADO_STORAGE: "disk", RECADO_S3_BUCKET: "files" }, /RECADO_S3_BUCKET has no/],
    [
      "a pool without a replica",
      { RECADO_DATABASE_READ_POOL: "3" },
      /RECADO_DATABASE_READ_POOL has no effect/,
    ],
    ["a former name", { RECADO_PENDING_WINDOW_SECONDS: "60" }, /RECADO_PENDING_WINDOW_SECONDS is a former/],
  ])("warns about %s", (_, env, expected) => {
    expect(messagesOf({ ...IN_PUBLIC, ...env })).toEqual([expect.stringMatching(/^warning: /)]);
    expect(messagesOf({ ...IN_PUBLIC, ...env })[0]).toMatch(expected);
  });

  it("warns about a key in the data directory, also before the first start", () => {
    const env = { ...IN_PUBLIC, RECADO_SECRET_KEY: "", RECADO_DATA_DIR: "/var/lib/recado" };
    const warningWith = (files: readonly string[]) =>
      settingsFindings(env, readConfig(env), (path) => files.includes(String(path)));
    expect(warningWith(["/var/lib/recado/secret-key"])).toMatchObject([
      {
        status: "warning",
        message: expect.stringMatching(/^The key of the secrets is in the data directory/) as string,
        advice: expect.stringContaining("move the content of the file secret-key") as string,
      },
    ]);
    expect(warningWith([])).toMatchObject([
      {
        status: "warning",
        message: expect.stringMatching(/^Without RECADO_SECRET_KEY the service keeps the key/) as string,
        advice: expect.stringContaining("openssl rand -base64 32") as string,
      },
    ]);
  });

  it("warns about settings that SQLite does not use", () => {
    expect(messagesOf({ RECADO_DATABASE_POOL: "5", RECADO_ROLES: "api" })).toEqual([
      "warning: RECADO_DATABASE_POOL has no effect",
      expect.stringMatching(/RECADO_ROLES is api with SQLite, .* submits no messages/),
    ]);
  });

  it("shows no secret", () => {
    const env = {
      ...IN_PUBLIC,
      DATABASE_URL: "postgres://recado:hunter2@db/recado",
      RECADO_TRUSTED_PROXIES: "",
    };
    const found = JSON.stringify(settingsFindings(env, readConfig(env)));
    expect(found).not.toContain("hunter2");
    expect(found).not.toContain(IN_PUBLIC.RECADO_SECRET_KEY);
  });
});

describe("the doctor's findings about the machine and the database", () => {
  it("says how long polling takes where no notification arrives", () => {
    for (const probe of ["pooled", "lost"] as const) {
      expect(wakeupsFinding(probe)).toMatchObject({
        status: "warning",
        message: expect.stringMatching(/submissions every 250 ms and other work every second$/) as string,
        advice: expect.stringContaining("RECADO_DATABASE_DIRECT_URL") as string,
      });
    }
    expect(wakeupsFinding(3.21)).toMatchObject({
      status: "ok",
      message: "A notification arrived after 3.2 ms",
    });
  });

  it("fails for a read replica with which the service does not start, and else only warns", () => {
    const failed = { failure: "the server belongs to another cluster", isFatal: true };
    expect(replicaFinding(failed)).toMatchObject({ status: "error" });
    expect(replicaFinding({ ...failed, isFatal: false })).toMatchObject({ status: "warning" });
    expect(replicaFinding({ staleMs: 11_000 })).toMatchObject({ status: "warning" });
    expect(replicaFinding({ staleMs: 500 })).toMatchObject({ status: "ok" });
  });

  it("warns about a disk that is almost full, and fails for a full one", () => {
    expect([10, 9, 1].map((free) => diskFinding("/data", free, 100).status)).toEqual([
      ...["ok", "warning", "error"],
    ]);
  });

  it("measures the disk of the data directory with PostgreSQL and S3, for exports of persons", async () => {
    const checked = (RECADO_DATA_DIR: string) =>
      runCheck(
        diskCheck(
          readConfig({
            ...IN_PUBLIC,
            RECADO_DATA_DIR,
            RECADO_STORAGE: "s3",
            RECADO_S3_BUCKET: "files",
          }),
        ),
      );
    expect((await checked(tmpdir()))[0]?.message).toMatch(/are free on the disk of /);
    expect(await checked("/none")).toMatchObject([
      { status: "ok", message: "The service creates /none when it first writes there" },
    ]);
  });

  it("compares the pool with the connections of the server", () => {
    const status = (pool: number, open: number) => connectionsFinding(pool, { usable: 97, open }).status;
    expect([status(10, 15), status(10, 90), status(96, 1)]).toEqual(["ok", "warning", "error"]);
  });

  it("warns about a clock that is more than a second off", () => {
    expect([0, 1_000, -1_000].map((ms) => skewFinding(ms).status)).toEqual(["ok", "ok", "ok"]);
    expect(skewFinding(1_500).message).toMatch(/1\.5 s ahead of the database/);
    expect(skewFinding(-90_000).message).toMatch(/90\.0 s behind the database/);
  });

  it("fails for a schema that is behind or ahead", () => {
    const common = { schema: "0002_b", build: "0002_b", pending: [], unknown: [] };
    expect(schemaFinding({ ...common, state: "current" }).status).toBe("ok");
    expect(schemaFinding({ ...common, state: "newer", unknown: ["0003_c"] }).status).toBe("ok");
    expect(schemaFinding({ ...common, state: "behind", pending: ["0002_b"] }).message).toContain(
      "needs 0002_b",
    );
    expect(schemaFinding({ ...common, state: "ahead", unknown: ["0003_c"] }).message).toContain("has 0003_c");
  });
});

describe("a check of the doctor", () => {
  it("becomes an error with its advice when it fails or does not end in time", async () => {
    const advice = "look there";
    const failing = () => Promise.reject(new Error("no route"));
    expect(await runCheck({ name: "a", advice, run: failing })).toEqual([
      { check: "a", status: "error", message: "no route", advice },
    ]);
    let aborted = false;
    const endless = (signal: AbortSignal) =>
      new Promise<never>(() => signal.addEventListener("abort", () => (aborted = true)));
    expect(await runCheck({ name: "b", advice, run: endless }, 1)).toMatchObject([
      { check: "b", status: "error", message: expect.stringMatching(/^no result within/) as string },
    ]);
    expect(aborted).toBe(true);
  });

  it("decides the command's outcome only by an error", () => {
    const worst = (...all: ReturnType<typeof ok>[]) =>
      doctorOutput(all.map((one) => ({ check: "x", ...one }))).failure;
    expect(worst(ok("fine"), warning("hm", "do"))).toBeUndefined();
    expect(worst(warning("hm", "do"), { status: "error", message: "no", advice: "do" })).toBe(
      "the doctor found 1 error, 1 warning",
    );
  });
});
