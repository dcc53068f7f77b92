import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import manifest from "../../package.json";
import { checkoutOf, releaseVersion } from "../../scripts/release/checkout";
import { installTools, NODE_PACKAGE } from "../../scripts/node-versions/install";
import { OF_ARCHIVE } from "../../scripts/node-versions/versions";
import { migrationNames } from "../../src/platform/db/migrate";
import { databases, openTestDatabase, settingsOf } from "../support/databases";
import { freePort, ServiceProcess } from "../support/process";
import { temporaryFolder } from "../support/temporary-folder";
import { until } from "../support/until";

const ROOT = resolve(__dirname, "../..");
const NAME = `recado-${releaseVersion(manifest.version, checkoutOf(ROOT), true)}`;
const RELEASE = join(ROOT, "dist", "release");
const MAX_BYTES = 15_000_000;

interface Message {
  message_id: string;
  status: string;
}

describe("the release archive", () => {
  const folder = temporaryFolder("release");
  const unpacked = join(folder, NAME);
  const program = join(unpacked, "bin", "recado");
  const environment = { PATH: process.env.PATH ?? "" };
  const release = () =>
    execFileSync("npm", ["run", "-s", "release", "--", "--allow-modified"], {
      cwd: ROOT,
      stdio: ["ignore", "ignore", "inherit"],
    });

  beforeAll(() => {
    release();
    execFileSync("tar", ["-xzf", join(RELEASE, `${NAME}.tar.gz`), "-C", folder]);
    // Node-API 10 comes with Node 22.14.
    if (Number(process.versions.napi) >= 10) return;
    const bin = installTools(join(folder, "tools"), [`${NODE_PACKAGE}@${OF_ARCHIVE[0]}`]);
    environment.PATH = `${bin}:${environment.PATH}`;
  });

  const read = (name: string) => readFileSync(join(unpacked, name), "utf8");
  const recado = (...args: string[]) => {
    const options = { cwd: folder, env: environment, encoding: "utf8" } as const;
    const { status, stdout, stderr } = spawnSync(program, args, options);
    return { status, stdout, stderr };
  };

  it("is small, and has the digest that SHA256SUMS names", () => {
    const archive = readFileSync(join(RELEASE, `${NAME}.tar.gz`));
    expect(archive.length).toBeLessThanOrEqual(MAX_BYTES);
    const digest = createHash("sha256").update(archive).digest("hex");
    expect(readFileSync(join(RELEASE, "SHA256SUMS"), "utf8")).toBe(`${digest}  ${NAME}.tar.gz\n`);
    expect(readdirSync(RELEASE).sort()).toEqual(["SHA256SUMS", `${NAME}.tar.gz`]);
  });

  it("has the same bytes when it is made again", () => {
    const digest = () => readFileSync(join(RELEASE, "SHA256SUMS"), "utf8");
    const before = digest();
    release();
    expect(digest()).toBe(before);
  });

  it("contains the files for operators, no sources and no names of folders of this machine", () => {
    expect(readdirSync(unpacked).sort()).toEqual(
      [
        ...["CHANGELOG.md", "Dockerfile", "README.md", "THIRD-PARTY-LICENCES", "bin", "compose.yaml", "lib"],
        ...["Caddyfile", "haproxy.cfg", "nginx.conf"],
        ...["node_modules", "package.json", "recado.env.example", "recado.service", "sbom.cdx.json"],
        ...["openapi", "recado-dashboard.json", "recado.rules.yml", "recado.sh"],
      ].sort(),
    );
    const files = readdirSync(unpacked, { recursive: true, encoding: "utf8" });
    expect(files.filter((name) => /\.tsx?$|\.map$/.test(name))).toEqual([]);
    expect(read("lib/recado.js")).not.toContain(ROOT);
    expect(read("sbom.cdx.json")).not.toContain(ROOT);
    const { components } = JSON.parse(read("sbom.cdx.json"));
    const names = components.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies)));
    expect(readdirSync(join(unpacked, "node_modules")).sort()).toEqual(["better-sqlite3", "swagger-ui-dist"]);
    expect(names).not.toContain("better-sqlite3-12");
    expect(read("THIRD-PARTY-LICENCES")).toContain("Copyright (c) 2010 - 2021 Brian Carlson");
    const [heading = ""] = /^## .+$/m.exec(read("CHANGELOG.md")) ?? [];
    expect(heading).toMatch(/^## \[[\d.]+(\+modified)?\] - \d{4}-\d\d-\d\d$/);
    expect(read("CHANGELOG.md")).not.toMatch(/unreleased/i);
  });

  it("prints its version, commit and schema, also through a link", () => {
    const text = `recado ${manifest.version}, commit `;
    expect(recado("--version")).toEqual({
      status: 0,
      stdout: expect.stringMatching(new RegExp(`^${text}.+, schema ${migrationNames.at(-1)}\n$`)) as string,
      stderr: "",
    });
    expect(JSON.parse(recado("--version", "--json").stdout)).toEqual({
      version: manifest.version,
      commit: JSON.parse(read("lib/build.json")).commit,
      schema: migrationNames.at(-1),
    });
    const link = join(folder, "recado");
    execFileSync("ln", ["-s", program, link]);
    expect(execFileSync(link, ["--version"], { env: environment, encoding: "utf8" })).toContain(text);
  });

  it("names its own commands in messages and guides", () => {
    expect(recado("accounts", "list")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('"recado migrate"') as string,
    });
    expect(read("lib/src/web/docs/guides/production.md")).toContain("\nrecado accounts create acme");
    expect(read("lib/recado.js")).not.toContain("npm run recado -- ");
    expect(read("openapi/carriers/http.yaml")).toContain(" recado carriers add mine --kind http");
    expect(read("lib/src/web/docs/guides/first-message.md")).toContain("\nrecado serve\n");
    const guides = readdirSync(join(unpacked, "lib/src/web/docs/guides")).filter((name) =>
      name.endsWith(".md"),
    );
    const stale = guides.filter((name) => read(`lib/src/web/docs/guides/${name}`).includes("npm start"));
    expect(stale).toEqual([]);
  });

  it("refuses an old Node in one line", () => {
    const versions = join(folder, "versions.js");
    writeFileSync(versions, `Object.defineProperty(process, "versions", { value: { node: "22.13.1" } });`);
    const { status, stderr } = spawnSync(process.execPath, ["--require", versions, program, "--version"], {
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([1, "Recado needs Node 22.14.0 or newer, and this is Node 22.13.1.\n"]);
  });

  it.each(databases)("serves, sends and stops on %s without the project's packages", async (database) => {
    const opened = await openTestDatabase(database, { migrated: false });
    const dataDir = join(folder, `data-${database}`);
    const env = { ...settingsOf({ ...opened, dataDir }), PORT: String(await freePort()) };
    const adminPort = String(await freePort());
    const service = new ServiceProcess(
      { ...environment, ...env, RECADO_ADMIN_PORT: adminPort, RECADO_LOG_LEVEL: "warn" },
      { program, command: ["serve"], cwd: folder, says: "Sign in to the console" },
    );
    try {
      await service.start();
      await until("the service is ready", 60, async () => {
        const answer = await fetch(`http://127.0.0.1:${adminPort}/readyz`).catch(() => null);
        return answer?.ok ?? false;
      });
      const status = async (path: string) => (await fetch(`${service.baseUrl}${path}`)).status;
      const pages = [
        ...["/docs", "/docs/guides/install", "/docs/reference/messages", "/docs/explorer", "/openapi.json"],
        ...["/docs/explorer/assets/swagger-ui-bundle.js", "/docs/guides/examples/tour.py", "/console"],
        ...["/docs/assets/docs.css", `/docs/clients/recado-${manifest.version}.tgz`],
      ];
      for (const page of pages) expect([page, await status(page)]).toEqual([page, 200]);
      const key = readFileSync(join(dataDir, "api-key"), "utf8").trim();
      const headers = { "X-API-Key": key, "Content-Type": "application/json" };
      const sent = await fetch(`${service.baseUrl}/v3/messages`, {
        method: "POST",
        headers,
        body: JSON.stringify({
          channel: "sms",
          content: { type: "text", text: "Oi! Seu pedido saiu para entrega." },
          recipients: [{ to: "(11) 98765-4321" }],
        }),
      });
      expect(sent.status).toBe(202);
      const [{ message_id: id }] = ((await sent.json()) as { data: [Message] }).data;
      await until("the message is delivered", 30, async () => {
        const answer = await fetch(`${service.baseUrl}/v3/messages/${id}`, { headers });
        return ((await answer.json()) as Message).status === "delivered";
      });
      const listed = await fetch(`${service.baseUrl}/v3/messages?search=pedido`, { headers });
      expect(((await listed.json()) as { data: Message[] }).data).toHaveLength(1);
      const accounts = execFileSync(program, ["accounts", "list", "--json"], {
        cwd: folder,
        env: { ...environment, ...env },
        encoding: "utf8",
      });
      expect(JSON.parse(accounts)).toMatchObject([{ name: "default" }]);
      expect(await service.stop("SIGTERM")).toBe(0);
      expect(service.log()).not.toMatch(/"level":[4-6]0/);
    } finally {
      await service.stop("SIGKILL");
      await opened.close();
    }
  });

  it("is a package that npm installs without a registry and without scripts, and npx runs", () => {
    const options = { encoding: "utf8", env: { ...process.env, ...environment } } as const;
    const pack = ["pack", "--silent", "--pack-destination", folder];
    const packed = execFileSync("npm", pack, { ...options, cwd: unpacked }).trim();
    const project = join(folder, "project");
    mkdirSync(project);
    writeFileSync(join(project, "package.json"), "{}");
    const install = ["install", "--offline", "--silent", "--no-audit", "--no-fund", join(folder, packed)];
    execFileSync("npm", install, { ...options, cwd: project });
    expect(readdirSync(join(project, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
      "recado-server",
    ]);
    const version = ["--offline", "recado-server", "--version"];
    expect(execFileSync("npx", version, { ...options, cwd: project })).toBe(recado("--version").stdout);
    expect(read("package.json")).not.toContain("scripts");
  });

  it("reports in one line that the SQLite driver cannot be used", () => {
    const modules = join(unpacked, "node_modules");
    renameSync(modules, `${modules}-away`);
    try {
      const { status, stderr } = spawnSync(program, ["serve"], {
        cwd: folder,
        env: { ...environment, PORT: "0", RECADO_DATA_DIR: join(folder, "data-none") },
        encoding: "utf8",
      });
      expect([status, stderr]).toEqual([
        1,
        expect.stringMatching(/^recado could not start: the SQLite driver .+ cannot be used with Node .+\n$/),
      ]);
    } finally {
      renameSync(`${modules}-away`, modules);
    }
  });

  it("has a hardened unit that systemd accepts", () => {
    const unit = read("recado.service");
    for (const line of [
      "NoNewPrivileges=yes",
      "ProtectSystem=strict",
      "CapabilityBoundingSet=",
      "User=recado",
    ]) {
      expect(unit.split("\n")).toContain(line);
    }
    const start = /^ExecStart=\/opt\/recado\/(\S+) serve$/m.exec(unit)?.[1] ?? "";
    expect(statSync(join(unpacked, start)).mode & 0o111).not.toBe(0);
    if (!existsSync("/usr/bin/systemd-analyze")) return;
    const installed = join(folder, "recado.service");
    writeFileSync(installed, unit.replaceAll("/opt/recado", unpacked));
    const verified = spawnSync("systemd-analyze", ["verify", installed], { encoding: "utf8" });
    expect([verified.status, verified.stderr]).toEqual([0, ""]);
    const judged = spawnSync("systemd-analyze", ["security", "--offline=yes", installed], {
      encoding: "utf8",
    });
    expect(Number(/Overall exposure level for \S+: ([\d.]+)/.exec(judged.stdout)?.[1])).toBeLessThan(2);
  });
});
