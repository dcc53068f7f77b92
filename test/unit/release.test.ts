import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import { archiveGuide } from "../../scripts/release/bundle";
import { releasedChangelog } from "../../scripts/release/changelog";
import { checkoutOf, releaseVersion } from "../../scripts/release/checkout";
import { licencesOf } from "../../scripts/release/licences";
import { type Lock, productionPackages } from "../../scripts/tools/locked-packages";
import { sbomOf } from "../../scripts/release/sbom";
import { tarOf } from "../../scripts/release/tar";
import { readConfig } from "../../src/app/config";
import { SETTINGS } from "../../src/app/settings";
import { kindConstraints } from "../../src/features/files/constraints";
import { HTTP_LIMITS } from "../../src/http/limits";
import { temporaryFolder } from "../support/temporary-folder";
import { testClock } from "../support/clock";
import { blocksOf } from "../support/guides";
import { runInProcess } from "../support/in-process-command";

const root = resolve(__dirname, "../..");
const shipped = (name: string) => readFileSync(join(root, "scripts/release/files", name), "utf8");

describe("a tar archive", () => {
  const longName = `${"folder/".repeat(40)}${"x".repeat(101)}`;
  const files = [
    { name: "b/text", content: Buffer.from("São Paulo\n"), isExecutable: false },
    { name: "a", content: Buffer.alloc(512, "x"), isExecutable: true },
    { name: longName, content: Buffer.alloc(0), isExecutable: false },
  ];

  it("unpacks to the files with their modes and time, whatever the length of a path", async () => {
    const folder = temporaryFolder("tar");
    writeFileSync(join(folder, "archive.tar"), await tarOf(files, 1_700_000_000));
    execFileSync("tar", ["-xpf", "archive.tar"], { cwd: folder });
    for (const { name, content, isExecutable } of files) {
      const { mode, mtimeMs } = statSync(join(folder, name));
      expect(readFileSync(join(folder, name))).toEqual(content);
      expect([name, mode & 0o777, mtimeMs]).toEqual([name, isExecutable ? 0o755 : 0o644, 1_700_000_000_000]);
    }
    expect(readdirSync(folder).sort()).toEqual(["a", "archive.tar", "b", "folder"]);
  });

  it("has the same bytes whatever the order of the files", async () => {
    expect((await tarOf([...files].reverse(), 0)).equals(await tarOf(files, 0))).toBe(true);
  });
});

describe("the production packages", () => {
  const entry = { version: "1.0.0", license: "MIT", integrity: "sha512-AQI=" };

  it("includes what a package finds beside or above itself, and no development package", () => {
    const lock: Lock = {
      packages: {
        "": { version: "3.0.0", dependencies: { a: "1" }, optionalDependencies: { "@scope/o": "1" } },
        "node_modules/@scope/o": { ...entry, peerDependencies: { p: "1" }, optionalDependencies: { q: "1" } },
        "node_modules/a": { ...entry, dependencies: { b: "2", c: "1" } },
        "node_modules/a/node_modules/b": { ...entry, version: "2.0.0", dependencies: { c: "1" } },
        "node_modules/b": entry,
        "node_modules/c": {
          ...entry,
          peerDependencies: { d: "1" },
          peerDependenciesMeta: { d: { optional: true } },
        },
        "node_modules/d": entry,
        "node_modules/p": entry,
      },
    };
    expect(productionPackages(lock).map(({ name, version }) => `${name}@${version}`)).toEqual([
      ...["@scope/o@1.0.0", "a@1.0.0", "b@2.0.0", "c@1.0.0", "p@1.0.0"],
    ]);
  });

  it.each(["dependencies", "peerDependencies"])("throws if the lock file lacks one of the %s", (kind) => {
    const lock: Lock = {
      packages: {
        "": { version: "3.0.0", dependencies: { a: "1" } },
        "node_modules/a": { ...entry, [kind]: { b: "1" } },
      },
    };
    expect(() => productionPackages(lock)).toThrow("package-lock.json lacks b, which node_modules/a needs");
  });

  it("omits a package and the packages that only it depends on", () => {
    const lock: Lock = {
      packages: {
        "": { version: "3.0.0", dependencies: { a: "1", b: "1" } },
        "node_modules/a": { ...entry, dependencies: { c: "1", d: "1" } },
        "node_modules/b": { ...entry, dependencies: { c: "1" } },
        "node_modules/c": entry,
        "node_modules/d": entry,
      },
    };
    expect(productionPackages(lock, ["a"]).map(({ name }) => name)).toEqual(["b", "c"]);
  });

  it("includes each dependency of package.json, and no tool of the tests", () => {
    const read = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8"));
    const names = productionPackages(read("package-lock.json")).map(({ name }) => name);
    const { dependencies, optionalDependencies } = read("package.json");
    expect(names).toEqual(expect.arrayContaining(Object.keys({ ...dependencies, ...optionalDependencies })));
    expect(names).not.toContain("jest");
  });
});

describe("the sources of a release", () => {
  const folder = temporaryFolder("sources");
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
      cwd: folder,
      encoding: "utf8",
    }).trim();

  it("refuses changes that are not committed, and marks the version if they are allowed", () => {
    expect(checkoutOf(folder)).toEqual({ commit: null, isModified: false });
    git("init", "--quiet");
    writeFileSync(join(folder, "source"), "1");
    git("add", ".");
    git("commit", "--quiet", "--message", "First");
    const committed = checkoutOf(folder);
    expect(committed).toEqual({ commit: git("rev-parse", "HEAD"), isModified: false });
    expect(releaseVersion("3.0.0", committed, false)).toBe("3.0.0");
    writeFileSync(join(folder, "another"), "1");
    const modified = checkoutOf(folder);
    expect(() => releaseVersion("3.0.0", modified, false)).toThrow("changes that are not committed");
    expect(releaseVersion("3.0.0", modified, true)).toBe("3.0.0+modified");
  });

  it("replaces the commands of a checkout in guides", () => {
    const guide = "npm ci && npm start\nPORT=1 npm start\nnpm run recado -- accounts list\n";
    expect(archiveGuide(guide)).toBe("recado serve\nPORT=1 recado serve\nrecado accounts list\n");
  });
});

describe("the licences of the packages", () => {
  const folder = temporaryFolder("licences");
  const licenceOf = (
    name: string,
    license: string,
    files: Record<string, string>,
    integrity = "sha512-AQI=",
  ) => {
    mkdirSync(join(folder, name));
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, name, file), text);
    const one = { name, version: "1.0.0", path: name, license, integrity };
    return licencesOf([one], () => join(folder, name));
  };

  it("takes the text from the package's files, its README, or the licence that it names", () => {
    expect(licenceOf("a", "MIT", { LICENSE: "Text of a", "README.md": "# a\n" })).toBe(
      "a 1.0.0 (MIT)\n\nText of a",
    );
    const readme = "# b\n\n## license\n\nPermission is hereby granted, by b\n\n## Help\n\nNone\n";
    expect(licenceOf("b", "MIT", { "README.md": readme })).toBe(
      "b 1.0.0 (MIT)\n\nPermission is hereby granted, by b",
    );
    const manifest = { "package.json": '{"author":{"name":"Ana"}}', "README.md": "## License\n\nMIT\n" };
    expect(licenceOf("c", "MIT", manifest)).toMatch(
      /^c 1\.0\.0 \(MIT\)\n\n.+ Copyright \(c\) Ana\n\nPermission is hereby granted/,
    );
  });

  it("takes the Apache licence without its appendix", () => {
    const text = licenceOf("e", "Apache-2.0", { "package.json": "{}" });
    expect(text).toMatch(/^e 1\.0\.0 \(Apache-2\.0\)\n\n.+ its authors\n\nApache License\n/);
    expect(text).toMatch(/\n +END OF TERMS AND CONDITIONS$/);
  });

  it("refuses a licence whose text is missing", () => {
    expect(() => licenceOf("d", "Zlib", { "package.json": "{}" })).toThrow("d contains no licence text");
  });
});

describe("the bill of materials", () => {
  const project = { name: "recado", version: "3.0.0", description: "Messages" };
  const packages = [
    { name: "@a/b", version: "1.2.3", path: "node_modules/@a/b", license: "MIT", integrity: "sha512-AQI=" },
    { name: "c", version: "1.0.0", path: "node_modules/c", license: "MIT OR ISC", integrity: null },
  ];
  const at = new Date("2030-01-31T12:00:00Z");

  it("names each package with its licence and its digest", () => {
    const { components, metadata, serialNumber } = sbomOf(project, packages, at);
    expect(metadata.timestamp).toBe("2030-01-31T12:00:00.000Z");
    expect(serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(components).toMatchObject([
      {
        purl: "pkg:npm/%40a/b@1.2.3",
        hashes: [{ alg: "SHA-512", content: "0102" }],
        licenses: [{ license: { id: "MIT" } }],
      },
      { purl: "pkg:npm/c@1.0.0", licenses: [{ expression: "MIT OR ISC" }] },
    ]);
    expect(components[1]).not.toHaveProperty("hashes");
  });

  it("has a serial number that depends on the packages", () => {
    const serial = (listed: typeof packages) => sbomOf(project, listed, at).serialNumber;
    expect(serial(packages)).toBe(serial([...packages]));
    expect(serial(packages)).not.toBe(serial(packages.slice(1)));
  });
});

describe("the files of a release", () => {
  const example = shipped("recado.env.example");

  it("uses only existing settings, with valid values", () => {
    const used = [...example.matchAll(/^#?([A-Z_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]);
    expect(used.length).toBeGreaterThan(5);
    expect(used.filter(([name]) => !SETTINGS.some((setting) => setting === name))).toEqual([]);
    expect(readConfig(Object.fromEntries(used))).toMatchObject({
      publicUrl: "https://messages.example.com",
      dataDir: "/var/lib/recado",
    });
    const names = [
      "recado.service",
      "recado.sh",
      "Dockerfile",
      "compose.yaml",
      "Caddyfile",
      "nginx.conf",
      "haproxy.cfg",
    ];
    const others = names.map(shipped).join("\n");
    const named = [...others.matchAll(/RECADO_\w+/g)].map(([name]) => name);
    expect(named.filter((name) => !SETTINGS.some((setting) => setting === name))).toEqual([]);
  });

  it.each([
    ["recado", ""],
    ["root", "runuser|-u|recado|--|"],
    ["ana", "sudo|--user=recado|--preserve-env=RECADO_DATA_DIR,DATABASE_URL,PGPASSWORD|--|"],
  ])("runs a command of the user %s with the unit's user and settings", (user, prefix) => {
    const folder = temporaryFolder("wrapper");
    for (const name of ["runuser", "sudo", "node"]) {
      writeFileSync(join(folder, name), `#!/bin/sh\nprintf "%s|" ${name} "$@"\n`, { mode: 0o755 });
    }
    writeFileSync(join(folder, "id"), `#!/bin/sh\necho ${user}\n`, { mode: 0o755 });
    const wrapper = join(__dirname, "../../scripts/release/files/recado.sh");
    const args = [wrapper, "accounts", "set", "acme", "--opt-out-confirmation", "two words"];
    const printed = execFileSync("/bin/sh", args, { env: { PATH: folder }, encoding: "utf8" });
    const unit = shipped("recado.service");
    const program = /^ExecStart=(\S+) serve$/m.exec(unit)?.[1];
    const settings = /^EnvironmentFile=-(\S+)$/m.exec(unit)?.[1];
    const command = args.slice(1).join("|");
    expect(printed).toBe(`${prefix}node|--env-file=${settings}|${program}|${command}|`);
    expect(unit).toContain("\nUser=recado\n");
  });

  it("finds node and runuser when cron runs a command, and prefers the caller's programs", () => {
    const folder = temporaryFolder("wrapper");
    writeFileSync(join(folder, "id"), "#!/bin/sh\necho recado\n", { mode: 0o755 });
    writeFileSync(join(folder, "node"), '#!/bin/sh\nprintf "%s" "$PATH"\n', { mode: 0o755 });
    const wrapper = join(__dirname, "../../scripts/release/files/recado.sh");
    const path = execFileSync("/bin/sh", [wrapper], { env: { PATH: folder }, encoding: "utf8" });
    const [first, ...others] = path.split(":");
    expect(first).toBe(folder);
    expect(others).toEqual(expect.arrayContaining(["/usr/local/bin", "/usr/sbin", "/sbin"]));
  });

  it("gives a stop the time of a drain and of running work", () => {
    const seconds = readConfig({ RECADO_DRAIN_SECONDS: "300" }).drainSeconds + 25;
    expect(() => readConfig({ RECADO_DRAIN_SECONDS: "301" })).toThrow("from 0 to 300");
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(shipped("recado.service"))?.[1])).toBeGreaterThan(seconds);
    const { services } = parse(shipped("compose.yaml"));
    expect(parseInt(services.recado.stop_grace_period)).toBeGreaterThan(seconds);
  });

  it.each(["Caddyfile", "nginx.conf", "haproxy.cfg"])("gives %s the limits of the service", (name) => {
    const text = shipped(name).replaceAll(/^\s*#.*$/gm, "");
    const largest = Math.max(...kindConstraints.map(({ maxSizeBytes }) => maxSizeBytes));
    const sizes = {
      Caddyfile: "max_size 50MiB",
      "nginx.conf": "max_body_size 50m;",
      "haproxy.cfg": "gt 52428800 ",
    };
    expect(largest).toBe(50 * 1024 * 1024);
    expect(text).toContain(sizes[name as keyof typeof sizes]);
    const seconds = (pattern: RegExp) =>
      [...text.matchAll(pattern)].map(([, value]) => Number(value) * 1_000);
    const idle = seconds(/(?:keepalive_timeout|keepalive|http-keep-alive) (\d+)s/g);
    expect(idle.length).toBe(1);
    expect(Math.max(...idle)).toBeLessThan(HTTP_LIMITS.restMs);
    const limits = seconds(
      /(?:client_\w+_timeout|send_timeout|read_timeout|response_header_timeout|timeout (?:client|server|http-request)) (\d+)s/g,
    );
    expect(limits.length).toBeGreaterThan(0);
    expect(Math.min(...limits)).toBeGreaterThan(Math.max(HTTP_LIMITS.headersMs, HTTP_LIMITS.stallMs));
    expect(text).toMatch(/metrics/);
    expect(shipped(name)).toContain("RECADO_TRUSTED_PROXIES=1");
  });

  it("keeps URLs, which contain tokens and phone numbers, out of the logs of nginx and HAProxy", () => {
    const format = /^ +log-format "(.+)"$/m.exec(shipped("haproxy.cfg"))?.[1];
    expect(format).toMatch(/ %ST .* %HM$/);
    expect(format).not.toMatch(/%(\{.*\})?r\b|%H[UPQ]|%h[rs]|%\[/);
    const servers = shipped("nginx.conf")
      .split(/^server \{$/m)
      .slice(1);
    expect(servers.map((server) => server.includes("\n    access_log off;\n"))).toEqual([true, true]);
  });

  it("takes a stopping process out of HAProxy before its drain ends", () => {
    const [, interval, fall] = /inter (\d+)s fall (\d+)/.exec(shipped("haproxy.cfg")) ?? [];
    expect(Number(interval) * Number(fall)).toBeLessThan(readConfig({}).drainSeconds);
    expect(shipped("haproxy.cfg")).toContain("option httpchk GET /readyz\n");
    expect(shipped("Caddyfile")).toContain("health_uri /readyz\n");
  });

  it("keeps the passwords of containers out of the compose file", () => {
    const { services } = parse(shipped("compose.yaml"));
    expect(services.recado.environment.RECADO_SECRET_KEY).toMatch(/^\$\{RECADO_SECRET_KEY:\?/);
    expect(services.postgres.environment.POSTGRES_PASSWORD).toMatch(/^\$\{POSTGRES_PASSWORD:\?/);
  });

  it("has the services, user, volume and commands that the guides name for containers", async () => {
    const { services } = parse(shipped("compose.yaml"));
    const lines = [...blocksOf("install"), ...blocksOf("backup")]
      .flatMap(({ text }) => text.split("\n"))
      .filter((line) => line.startsWith("docker compose"));
    expect(lines.length).toBeGreaterThan(10);
    expect(services.postgres.environment.POSTGRES_USER).toBe("recado");
    expect(services.recado.volumes).toEqual(["recado:/var/lib/recado"]);
    for (const line of lines) {
      const [, verb, entrypoint, service = "recado", rest = ""] =
        /^docker compose (\w+)(?: --entrypoint (\w+)| --?\w+)*(?: (\w+)(?: (.+))?)?$/.exec(line) ?? [];
      expect([line, Object.keys(services)]).toEqual([line, expect.arrayContaining([service])]);
      for (const [, user] of line.matchAll(/--username=(\w+)/g))
        expect([line, user]).toEqual([line, "recado"]);
      for (const [path] of line.matchAll(/\/var\/\S+/g)) expect(path).toMatch(/^\/var\/lib\/recado(\/|$)/);
      const command = verb === "run" && entrypoint === undefined ? rest : /^recado (.+)/.exec(rest)?.[1];
      if (command === undefined) continue;
      const database = { url: null, dataDir: "/none" };
      const help = await runInProcess([...command.split(" "), "--help"], { database, clock: testClock() });
      expect(help).toMatchObject({
        exitCode: 0,
        out: expect.stringContaining(`recado ${command} [options]`),
      });
    }
  });

  it("says with which command to write the passwords of containers", () => {
    const [, command] = /^# {3}(\(.* > \.env\))$/m.exec(shipped("compose.yaml")) ?? [];
    const folder = temporaryFolder("env");
    execFileSync("sh", ["-c", command ?? "exit 1"], { cwd: folder });
    expect(readFileSync(join(folder, ".env"), "utf8")).toMatch(
      /^POSTGRES_PASSWORD=[0-9a-f]{48}\nRECADO_SECRET_KEY=[A-Za-z0-9+/]{43}=\n$/,
    );
  });

  it("names the version and the day of the sources in the changelog of an archive", () => {
    const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");
    const released = releasedChangelog(changelog, "3.0.0", new Date("2030-01-31T12:00:00Z"));
    expect(released).toBe(changelog.replace("## [Unreleased]\n", "## [3.0.0] - 2030-01-31\n"));
    expect(released).not.toMatch(/unreleased/i);
    expect(releasedChangelog(released, "3.1.0", new Date())).toBe(released);
  });

  it("has a changelog in the format of Keep a Changelog", () => {
    const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");
    const headings = [...changelog.matchAll(/^(#+) (.+)$/gm)].map(([, level = "", text = ""]) => [
      level.length,
      text,
    ]);
    expect(headings.slice(0, 2)).toEqual([
      [1, "Changelog"],
      [2, "[Unreleased]"],
    ]);
    for (const [level, text] of headings.slice(2)) {
      expect([level, text]).toEqual([
        level,
        level === 2
          ? (expect.stringMatching(/^\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d$/) as string)
          : (expect.stringMatching(/^(Added|Changed|Deprecated|Removed|Fixed|Security)$/) as string),
      ]);
    }
  });
});
