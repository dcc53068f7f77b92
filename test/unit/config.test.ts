import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join, resolve } from "node:path";
import { inspect } from "node:util";
import { ConfigError } from "../../src/platform/config-error";
import { readConfig, sqliteFile } from "../../src/app/config";
import { earlierNames } from "../../src/app/settings";
import { prepareDataDir } from "../../src/app/data-dir";
import { GUIDES_FOLDER } from "../../src/web/docs/guides";
import { built } from "../support/build";
import { temporaryFolder } from "../support/temporary-folder";

describe("the configuration", () => {
  it("has a default for every setting", () => {
    expect(readConfig({})).toEqual({
      host: "127.0.0.1",
      port: 3000,
      adminPort: null,
      metricsToken: null,
      hasPublicUrl: false,
      publicUrl: "http://127.0.0.1:3000",
      dataDir: resolve("data"),
      s3: null,
      databaseUrl: null,
      databaseDirectUrl: null,
      databasePool: 10,
      databaseReadUrl: null,
      databaseReadPool: 5,
      roles: ["api", "worker"],
      firstApiKey: null,
      secretKey: null,
      previousSecretKey: null,
      rateLimit: 600,
      retainContentDays: 0,
      retainEventsDays: 30,
      retainInboundDays: 400,
      retainMessagesDays: 400,
      webhookAllowPrivate: false,
      importRetentionDays: 30,
      handset: true,
      console: true,
      validateResponses: false,
      validateSample: 0.01,
      logLevel: "info",
      drainSeconds: 5,
      trustedProxies: 0,
      sandboxDelayMs: 5,
      deliveryReportTimeoutSeconds: 72 * 3600,
      submissionTimeoutSeconds: 24 * 3600,
      importWaitSeconds: 30 * 60,
      missedScheduleSeconds: 24 * 3600,
      ambiguousSubmission: "resend",
      traces: null,
    });
  });

  it("treats empty variables as not set, as container files leave them", () => {
    const empty = Object.fromEntries(
      ["PORT", "HOST", "DATABASE_URL", "RECADO_API_KEY", "RECADO_ROLES", "RECADO_PUBLIC_URL"].map((name) => [
        name,
        "",
      ]),
    );
    expect(readConfig(empty)).toEqual(readConfig({}));
  });

  it.each([
    [{}, null],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://c:4318/" }, ["http://c:4318/v1/traces", "http/protobuf"]],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: "http://c:4318/x", OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" },
      ["http://c:4318/x/v1/traces", "http/json"],
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: "http://c", OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://t/own" },
      ["http://t/own", "http/protobuf"],
    ],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://c", OTEL_SDK_DISABLED: "true" }, null],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://c", OTEL_TRACES_EXPORTER: "none" }, null],
  ])("reads the collector of traces from OpenTelemetry's variables %j", (env, expected) => {
    const { traces } = readConfig(env);
    expect(traces && [traces.url, traces.protocol]).toEqual(expected);
  });

  it("refuses the protocol grpc of OpenTelemetry, and names the protocols", () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://c", OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" };
    expect(() => readConfig(env)).toThrow(
      /^OTEL_EXPORTER_OTLP_PROTOCOL must be one of http\/protobuf, http\/json/,
    );
  });

  it("is frozen", () => {
    expect(Object.isFrozen(readConfig({}))).toBe(true);
  });

  it("derives the public URL from host and port, and removes the trailing slash of a given one", () => {
    expect(readConfig({ HOST: "0.0.0.0", PORT: "8080" }).publicUrl).toBe("http://0.0.0.0:8080");
    expect(readConfig({ HOST: "::1", PORT: "8080" }).publicUrl).toBe("http://[::1]:8080");
    expect(readConfig({ HOST: "::" }).publicUrl).toBe("http://[::]:3000");
    expect(readConfig({ RECADO_PUBLIC_URL: "https://recado.example.com/" }).publicUrl).toBe(
      "https://recado.example.com",
    );
  });

  it("stores the SQLite file in the data directory", () => {
    expect(sqliteFile(readConfig({ RECADO_DATA_DIR: "/srv/recado" }))).toBe("/srv/recado/recado.sqlite");
  });

  it.each([
    ["127.0.0.1", "", true],
    ["127.8.0.1", "", true],
    ["localhost", "", true],
    ["::1", "", true],
    ["0.0.0.0", "", false],
    ["::", "", false],
    ["recado.example.com", "", false],
    ["0.0.0.0", "1", true],
    ["127.0.0.1", "0", false],
  ])(
    "enables the sandbox phone on loopback hosts unless the setting overrides it: HOST %j, RECADO_HANDSET %j",
    (host, given, on) => {
      expect(readConfig({ HOST: host, RECADO_HANDSET: given }).handset).toBe(on);
    },
  );

  it.each([
    ["RECADO_PUBLIC_URL", "https://messages.example.com"],
    ["DATABASE_URL", "postgres://recado@db/recado"],
  ])("disables the sandbox phone with %s unless the setting enables it", (name, value) => {
    expect(readConfig({ [name]: value }).handset).toBe(false);
    expect(readConfig({ [name]: value, RECADO_HANDSET: "1" }).handset).toBe(true);
  });

  it("accepts keys of 32 bytes and never prints them", () => {
    const bytes = Buffer.alloc(32, 7);
    for (const given of [
      bytes.toString("base64"),
      bytes.toString("base64url"),
      `${bytes.toString("base64")}\n`,
    ]) {
      const config = readConfig({ RECADO_SECRET_KEY: given });
      expect(config.secretKey?.export()).toEqual(bytes);
      const printed = JSON.stringify(config) + inspect(config, { depth: null });
      expect(printed).not.toContain(given.trim().slice(0, 8));
      expect(printed).not.toMatch(/7, ?7, ?7|07 ?07/);
    }
  });

  it("reads the S3 bucket, and defaults to Amazon and the machine's region", () => {
    const s3 = { RECADO_STORAGE: "s3", RECADO_S3_BUCKET: "recado-files" };
    const onAmazon = {
      bucket: "recado-files",
      endpoint: null,
      region: null,
      prefix: "",
      forcePathStyle: false,
    };
    expect(readConfig(s3).s3).toEqual(onAmazon);
    const elsewhere = { ...s3, RECADO_S3_ENDPOINT: "http://minio:9000/", RECADO_S3_FORCE_PATH_STYLE: "1" };
    expect(readConfig(elsewhere).s3).toEqual({
      ...onAmazon,
      endpoint: "http://minio:9000",
      region: "us-east-1",
      forcePathStyle: true,
    });
    expect(readConfig({ ...elsewhere, AWS_REGION: "sa-east-1" }).s3?.region).toBeNull();
    expect(readConfig({ ...elsewhere, RECADO_S3_REGION: "eu" }).s3?.region).toBe("eu");
    for (const prefix of ["recado/files", "/recado/files", "recado/files/"]) {
      expect(readConfig({ ...s3, RECADO_S3_PREFIX: prefix }).s3?.prefix).toBe("recado/files/");
    }
    expect(readConfig({ ...s3, RECADO_STORAGE: "disk" }).s3).toBeNull();
    expect(() => readConfig({ RECADO_STORAGE: "s3" })).toThrow(
      /^RECADO_S3_BUCKET must be the name of a bucket/,
    );
  });

  it.each([
    ["worker", ["worker"]],
    ["worker, api", ["api", "worker"]],
  ])("reads the roles %j", (given, roles) => {
    expect(readConfig({ RECADO_ROLES: given }).roles).toEqual(roles);
  });

  it.each([
    ["1", true],
    ["on", true],
    ["TRUE", true],
    ["0", false],
    ["off", false],
  ])("reads the switch %j", (given, on) => {
    expect(readConfig({ RECADO_WEBHOOK_ALLOW_PRIVATE: given }).webhookAllowPrivate).toBe(on);
  });

  it.each([
    ["PORT", "70000"],
    ["PORT", "80a"],
    ["RECADO_ADMIN_PORT", "0"],
    ["RECADO_ADMIN_PORT", "3000"],
    ["RECADO_METRICS_TOKEN", "two words"],
    ["PORT", "-1"],
    ["RECADO_RATE_LIMIT", "0"],
    ["RECADO_DATABASE_POOL", "1"],
    ["RECADO_TRUSTED_PROXIES", "true"],
    ["RECADO_SANDBOX_DELAY_MS", "1.5"],
    ["RECADO_SANDBOX_DELAY_MS", "20001"],
    ["RECADO_DELIVERY_REPORT_TIMEOUT_SECONDS", "0"],
    ["RECADO_SUBMISSION_TIMEOUT_SECONDS", "1e9"],
    ["RECADO_PUBLIC_URL", "recado.example.com"],
    ["RECADO_PUBLIC_URL", "ftp://recado.example.com"],
    ["RECADO_PUBLIC_URL", "https://user:secret@recado.example.com"],
    ["RECADO_PUBLIC_URL", "https://recado.example.com/?x=1"],
    ["RECADO_PUBLIC_URL", "https://recado.example.com/#x"],
    ["DATABASE_URL", "mysql://localhost/recado"],
    ["RECADO_ROLES", "api,boss"],
    ["RECADO_ROLES", ","],
    ["RECADO_API_KEY", "st_123"],
    ["RECADO_API_KEY", `st_${"A".repeat(64)}`],
    ["RECADO_WEBHOOK_ALLOW_PRIVATE", "maybe"],
    ["RECADO_VALIDATE_RESPONSES", "2"],
    ["RECADO_VALIDATE_SAMPLE", "1.1"],
    ["RECADO_VALIDATE_SAMPLE", "1%"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"],
    ["OTEL_TRACES_EXPORTER", "zipkin"],
    ["RECADO_LOG_LEVEL", "loud"],
    ["RECADO_AMBIGUOUS_SUBMISSION", "hope"],
    ["RECADO_IMPORT_RETENTION_DAYS", "0"],
    ["RECADO_SECRET_KEY", "secret"],
    ["RECADO_SECRET_KEY", "A".repeat(42)],
    ["RECADO_SECRET_KEY_PREVIOUS", "a".repeat(64)],
    ["RECADO_STORAGE", "tape"],
    ["RECADO_S3_BUCKET", "recado"],
    ["RECADO_S3_BUCKET", "s3://recado"],
    ["RECADO_S3_ENDPOINT", "minio:9000"],
    ["RECADO_S3_ENDPOINT", "http://key:secret@minio:9000"],
    ["RECADO_S3_ENDPOINT", "https://store.example.com/?x=1"],
    ["RECADO_S3_REGION", "São Paulo"],
    ["RECADO_S3_PREFIX", "a//b"],
    ["RECADO_S3_PREFIX", "../b"],
    ["RECADO_S3_PREFIX", "a b"],
    ["RECADO_S3_PREFIX", "a".repeat(201)],
    ["RECADO_S3_FORCE_PATH_STYLE", "yes"],
  ])("refuses %s=%s with one line that names the setting", (name, value) => {
    const read = () => readConfig({ [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^${name} .*$`));
  });

  it.each([
    ["RECADO_RATELIMIT", "RECADO_RATE_LIMIT"],
    ["RECADO_RATE_LIMITS", "RECADO_RATE_LIMIT"],
    ["RECADO_LOGLEVEL", "RECADO_LOG_LEVEL"],
    ["RECADO_PUBLICURL", "RECADO_PUBLIC_URL"],
    ["RECADO_PORT", "PORT"],
    ["RECADO_PROT", "PORT"],
    ["RECADO_DATABASE_URL", "DATABASE_URL"],
    ["RECADO_FOO", undefined],
    ["RECADO_ALLOW_PRIVATE", undefined],
    ["RECADO_COLOUR_OF_THE_DOCUMENTATION", undefined],
  ])("refuses the unknown setting %s with a suggestion", (name, meant) => {
    const says =
      meant === undefined
        ? `the guide ${join(GUIDES_FOLDER, "settings.md")} lists all settings`
        : `did you mean ${meant}?`;
    expect(() => readConfig({ [name]: "x" })).toThrow(new ConfigError(`${name} is not a setting; ${says}`));
  });

  it("accepts earlier names of settings, which the current names overrule", () => {
    const earlier = { RECADO_RECEIPT_WINDOW_SECONDS: "60", RECADO_PENDING_WINDOW_SECONDS: "70" };
    expect(readConfig(earlier)).toMatchObject({
      deliveryReportTimeoutSeconds: 60,
      submissionTimeoutSeconds: 70,
    });
    expect(readConfig({ ...earlier, RECADO_SUBMISSION_TIMEOUT_SECONDS: "80" })).toMatchObject({
      submissionTimeoutSeconds: 80,
    });
    expect(earlierNames(earlier)).toEqual([
      { setting: "RECADO_RECEIPT_WINDOW_SECONDS", current: "RECADO_DELIVERY_REPORT_TIMEOUT_SECONDS" },
      { setting: "RECADO_PENDING_WINDOW_SECONDS", current: "RECADO_SUBMISSION_TIMEOUT_SECONDS" },
    ]);
    expect(earlierNames({})).toEqual([]);
  });

  it("ignores variables of other programs and empty unknown variables", () => {
    const others = { RECADO_KEY: "st_1", RECADO_TEST_POSTGRES: "x", RECADO_RATELIMIT: "", RECADOS: "1" };
    expect(readConfig(others)).toEqual(readConfig({}));
  });

  it("ignores the variables that Kubernetes sets for Services named recado or recado-…", () => {
    const linksOf = (service: string, port: string, protocol = "tcp") => ({
      [`${service}_SERVICE_HOST`]: "10.96.0.12",
      [`${service}_SERVICE_PORT`]: port,
      [`${service}_SERVICE_PORT_HTTP_API`]: port,
      [`${service}_PORT`]: `${protocol}://10.96.0.12:${port}`,
      [`${service}_PORT_${port}_${protocol.toUpperCase()}`]: `${protocol}://10.96.0.12:${port}`,
      [`${service}_PORT_${port}_${protocol.toUpperCase()}_PROTO`]: protocol,
      [`${service}_PORT_${port}_${protocol.toUpperCase()}_PORT`]: port,
      [`${service}_PORT_${port}_${protocol.toUpperCase()}_ADDR`]: "10.96.0.12",
    });
    const links = {
      ...linksOf("RECADO", "3000"),
      ...linksOf("RECADO_API", "3000"),
      ...linksOf("RECADO_POSTGRES", "5432"),
      ...linksOf("RECADO_DNS", "53", "udp"),
      ...linksOf("RECADO_SS7", "2905", "sctp"),
      ...linksOf("RECADO_ADMIN", "9090"),
    };
    expect(readConfig(links)).toEqual(readConfig({}));
    expect(readConfig({ ...links, RECADO_ADMIN_PORT: "9090" }).adminPort).toBe(9090);
  });

  it.each([
    ["RECADO_ADMN_PORT", "9090"],
    ["RECADO_API_PORT", "3000"],
    ["RECADO_API_PORT", "http://10.96.0.12"],
    ["RECADO_ADMIN_PORT", "http://10.96.0.12"],
    ["RECADO_SERVICE_HOSTS", "10.96.0.12"],
    ["RECADO_PORT_TCP", "3000"],
  ])("refuses %s=%s, which Kubernetes does not set", (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} `));
  });

  it.each(["999.1.1.1", "0.0.0.256", "a b", "http://localhost", "localhost:3000", "::g", "[::1]"])(
    "refuses HOST=%s and names no other setting",
    (host) => {
      expect(() => readConfig({ HOST: host })).toThrow(/^HOST must be .*$/);
    },
  );

  it("accepts an address or a name as host", () => {
    for (const host of ["0.0.0.0", "::", "localhost", "recado.example.com", "fe80::1%eth0", "my_host"]) {
      expect(readConfig({ HOST: host }).host).toBe(host);
    }
  });

  it("accepts a DATABASE_URL with several hosts, and a direct URL beside it", () => {
    const [databaseUrl, databaseDirectUrl] = ["postgres://pooler/recado", "postgres://db1,db2/recado"];
    const env = { DATABASE_URL: databaseUrl, RECADO_DATABASE_DIRECT_URL: databaseDirectUrl };
    expect(readConfig(env)).toMatchObject({ databaseUrl, databaseDirectUrl });
    expect(readConfig({ DATABASE_URL: databaseDirectUrl })).toMatchObject({ databaseUrl: databaseDirectUrl });
  });

  it("names the setting of a malformed list of hosts, and of a direct URL without a database", () => {
    expect(() => readConfig({ DATABASE_URL: "postgres://db1,,db2/recado" })).toThrow(
      /^DATABASE_URL must separate hosts by single commas, .*$/,
    );
    const direct = { RECADO_DATABASE_DIRECT_URL: "postgres://db1:x/recado" };
    expect(() => readConfig({ DATABASE_URL: "postgres://db/recado", ...direct })).toThrow(
      /^RECADO_DATABASE_DIRECT_URL must be a URL/,
    );
    expect(() => readConfig({ RECADO_DATABASE_DIRECT_URL: "postgres://db/recado" })).toThrow(
      /^RECADO_DATABASE_DIRECT_URL .* DATABASE_URL is not set$/,
    );
  });

  it("accepts the URL of a read replica beside DATABASE_URL alone, and only as one of a standby", () => {
    const databaseReadUrl = "postgres://db2,db3/recado?target_session_attrs=standby";
    const env = { DATABASE_URL: "postgres://db1/recado", RECADO_DATABASE_READ_URL: databaseReadUrl };
    expect(readConfig({ ...env, RECADO_DATABASE_READ_POOL: "8" })).toMatchObject({
      databaseReadUrl,
      databaseReadPool: 8,
    });
    expect(() => readConfig({ RECADO_DATABASE_READ_URL: databaseReadUrl })).toThrow(
      /^RECADO_DATABASE_READ_URL .* DATABASE_URL is not set$/,
    );
    const primary = "postgres://db1/recado?target_session_attrs=primary";
    expect(() => readConfig({ ...env, RECADO_DATABASE_READ_URL: primary })).toThrow(
      /^RECADO_DATABASE_READ_URL must have target_session_attrs standby or none, because .*$/,
    );
  });

  it("keeps secrets out of error messages", () => {
    for (const [name, value] of [
      ["DATABASE_URL", "mysql://recado:hunter2@localhost/recado"],
      ["RECADO_API_KEY", "st_hunter2"],
      ["RECADO_SECRET_KEY", "hunter2"],
    ] as const) {
      expect(() => readConfig({ [name]: value })).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining("hunter2") as string }),
      );
    }
  });
});

describe("the data directory", () => {
  const folder = temporaryFolder("data");

  it("is created with its parent directories and kept when it exists", () => {
    const dataDir = join(folder, "a", "b");
    prepareDataDir(dataDir);
    prepareDataDir(dataDir);
    expect(statSync(dataDir).isDirectory()).toBe(true);
  });

  it("aborts startup with one line when it is a file or lies in a file", () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    for (const dataDir of [file, join(file, "data")]) {
      const line = `RECADO_DATA_DIR is not a directory: ${dataDir}`;
      expect(() => prepareDataDir(dataDir)).toThrow(new ConfigError(line));
    }
  });
});

function failedStart(env: Record<string, string>): { exitCode: number | null; err: string } {
  const { status, stderr } = spawnSync(process.execPath, [built("src/main.ts")], {
    cwd: resolve(__dirname, "../.."),
    env: { PATH: process.env.PATH, RECADO_LOG_LEVEL: "warn", ...env },
    encoding: "utf8",
    timeout: 50_000,
  });
  return { exitCode: status, err: stderr };
}

describe("a failing startup", () => {
  const dataDir = temporaryFolder("start");
  const other = createServer();
  let port: string;
  beforeAll(async () => {
    await new Promise<void>((done) => other.listen(0, "127.0.0.1", done));
    port = String((other.address() as AddressInfo).port);
  });
  afterAll(() => {
    other.close();
  });

  it.each<[what: string, env: () => Record<string, string>, line: RegExp]>([
    ["an address in use", () => ({ PORT: port }), /^HOST and PORT .*EADDRINUSE.*\n$/],
    [
      "an admin address in use",
      () => ({ PORT: "0", RECADO_ADMIN_PORT: port }),
      /^HOST and RECADO_ADMIN_PORT .*EADDRINUSE.*\n$/,
    ],
    ["an unknown host", () => ({ HOST: "recado.invalid" }), /^HOST and PORT .*\n$/],
    [
      "an unknown setting",
      () => ({ RECADO_RATELIMIT: "5" }),
      /^RECADO_RATELIMIT is not a setting; did you mean RECADO_RATE_LIMIT\?\n$/,
    ],
    [
      "an unreachable database",
      () => ({ DATABASE_URL: "postgres://recado:hunter2@127.0.0.1:1/none" }),
      /^.*database.*ECONNREFUSED.*\n$/,
    ],
    [
      "a database that refuses the login",
      () => {
        const { username, host } = new URL(process.env.RECADO_TEST_POSTGRES ?? "");
        return { DATABASE_URL: `postgres://${username}:hunter2@${host}/nowhere` };
      },
      /^.*database.*(password|nowhere).*\n$/,
    ],
    [
      "a data directory in a file",
      () => {
        const file = join(dataDir, "file");
        writeFileSync(file, "");
        return { RECADO_DATA_DIR: join(file, "data") };
      },
      /^RECADO_DATA_DIR .*\n$/,
    ],
    [
      "a data directory that cannot be created",
      () => ({ RECADO_DATA_DIR: existsSync("/proc/self") ? "/proc/recado" : __filename }),
      /^RECADO_DATA_DIR .*\n$/,
    ],
  ])("prints one line about %s, without a password", (_, env, line) => {
    const failed = failedStart({ RECADO_DATA_DIR: dataDir, ...env() });
    expect(failed).toEqual({ exitCode: 1, err: expect.stringMatching(line) as string });
    expect(failed.err).not.toContain("hunter2");
  });

  it("leaves only its lock file when the address is in use", () => {
    const fresh = temporaryFolder("first");
    const { exitCode } = failedStart({ RECADO_DATA_DIR: fresh, PORT: port });
    const left = readdirSync(fresh);
    expect([exitCode, left]).toEqual([1, ["recado.lock"]]);
  });
});
