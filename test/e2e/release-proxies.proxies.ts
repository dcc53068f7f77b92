import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { program, type Proxy } from "../../scripts/debian/programs";
import { treeEnvironment, treeOf } from "../../scripts/debian/tree";
import { type OpenTestDatabase, openTestDatabase, settingsOf } from "../support/databases";
import { freePort, ServiceProcess } from "../support/process";
import { until } from "../support/until";

const FILES = join(__dirname, "../../scripts/release/files");
const HOST = "messages.example.com";
const KEY = `st_${"0123456789abcdef".repeat(4)}`;
const REQUEST_EVERY_MS = 50;

interface Place {
  folder: string;
  port: number;
  services: readonly ServiceProcess[];
}

const addressesOf = ({ services }: Place) => services.map(({ baseUrl }) => baseUrl.replace("http://", ""));

/** Returns the text with replaced parts. Throws if a part is missing, so that every part is used. */
function replaced(text: string, parts: readonly (readonly [from: string, to: string])[]): string {
  return parts.reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`the example does not contain: ${from}`);
    return before.replaceAll(from, to);
  }, text);
}

/** Example of each proxy with the ports, the certificate and the processes of the test. */
const EXAMPLES: Record<
  Proxy,
  { file: string; adapted(text: string, place: Place): string; check: string[]; run: string[] }
> = {
  caddy: {
    file: "Caddyfile",
    adapted: (text, place) =>
      `{\n\tadmin off\n\tauto_https disable_redirects\n\thttps_port ${place.port}\n}\n${replaced(text, [
        [`${HOST} {`, `${HOST} {\n\tbind 127.0.0.1\n\ttls ${place.folder}/cert.pem ${place.folder}/key.pem`],
        ["127.0.0.1:3000", addressesOf(place).join(" ")],
      ])}`,
    check: ["validate", "--adapter", "caddyfile", "--config", "config"],
    run: ["run", "--adapter", "caddyfile", "--config", "config"],
  },
  nginx: {
    file: "nginx.conf",
    adapted: (text, place) => {
      const server = "server 127.0.0.1:3000 max_fails=0;";
      const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
        (name) => `${name}_temp_path ${place.folder}/${name};`,
      );
      const http = replaced(text.replaceAll(/^ +listen (80|\[::\].*);\n/gm, ""), [
        ["listen 443", `listen 127.0.0.1:${place.port}`],
        [
          server,
          addressesOf(place)
            .map((address) => server.replace("127.0.0.1:3000", address))
            .join("\n"),
        ],
        [`/etc/letsencrypt/live/${HOST}/fullchain.pem`, `${place.folder}/cert.pem`],
        [`/etc/letsencrypt/live/${HOST}/privkey.pem`, `${place.folder}/key.pem`],
      ]);
      // A server without `listen` has port 8000 or 80, so the redirect to https is left out.
      const start = http.indexOf("server {");
      const end = http.indexOf("server {", start + 1);
      const kept = http.slice(0, start) + http.slice(end);
      return `daemon off;\nuser root;\npid ${place.folder}/pid;\nevents {}\nhttp {\naccess_log ${place.folder}/access.log;\n${temporary.join("\n")}\n${kept}}\n`;
    },
    check: ["-t", "-e", "stderr", "-c", "config"],
    run: ["-e", "stderr", "-c", "config"],
  },
  haproxy: {
    file: "haproxy.cfg",
    adapted: (text, place) =>
      replaced(text, [
        ["    user haproxy\n    group haproxy\n", ""],
        ["    bind :80\n", ""],
        ["bind :443", `bind 127.0.0.1:${place.port}`],
        [`/etc/haproxy/certs/${HOST}.pem`, `${place.folder}/both.pem`],
        [
          "server recado-1 127.0.0.1:3000",
          addressesOf(place)
            .map((address, index) => `server recado-${index} ${address}`)
            .join("\n    "),
        ],
      ]),
    check: ["-c", "-f", "config"],
    run: ["-f", "config"],
  },
};

describe.each(Object.keys(EXAMPLES) as Proxy[])("the example of %s", (name) => {
  const folder = mkdtempSync(join(tmpdir(), `recado-${name}-`));
  const example = EXAMPLES[name];
  const env = treeEnvironment("proxies");
  let database: OpenTestDatabase;
  let place: Place;
  let proxy: ChildProcess | null = null;
  let output = "";
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });

  const withFolder = (args: readonly string[]) =>
    args.map((one) => (one === "config" ? join(folder, one) : one));

  /** Sends a request through the proxy. Returns its status, or the code of a failed connection. */
  function send(method: string, path: string, body?: string, headers: Record<string, string> = {}) {
    return new Promise<{ status: number | string; text: string }>((resolve) => {
      const options = { host: "127.0.0.1", port: place.port, servername: HOST, agent, method, path };
      const length = body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
      const all = { Host: HOST, "X-API-Key": KEY, "Content-Type": "application/json", ...length, ...headers };
      const sent = request({ ...options, headers: all }, (response) => {
        let text = "";
        response.on("data", (bytes: Buffer) => (text += bytes.toString()));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
      });
      sent.setTimeout(60_000, () => sent.destroy(new Error("no response within 60 s")));
      sent.on("error", (error: NodeJS.ErrnoException) => resolve({ status: error.code ?? "", text: "" }));
      sent.end(body);
    });
  }

  beforeAll(async () => {
    if (!existsSync(treeOf("proxies")))
      throw new Error("`npm run proxies:install` fetches the proxies from Debian");
    const make = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", `/CN=${HOST}`];
    const files = ["-keyout", join(folder, "key.pem"), "-out", join(folder, "cert.pem")];
    const config = join(folder, "openssl.cnf");
    writeFileSync(
      config,
      `[req]\ndistinguished_name=name\nx509_extensions=more\n[name]\n[more]\nsubjectAltName=DNS:${HOST}\n`,
    );
    execFileSync(program("openssl"), [...make, ...files, "-config", config], { env, stdio: "ignore" });
    writeFileSync(
      join(folder, "both.pem"),
      readFileSync(join(folder, "cert.pem"), "utf8") + readFileSync(join(folder, "key.pem"), "utf8"),
    );
    database = await openTestDatabase("PostgreSQL", { migrated: false });
    const settings = {
      ...settingsOf({ ...database, dataDir: join(folder, "data") }),
      RECADO_PUBLIC_URL: `https://${HOST}`,
      RECADO_TRUSTED_PROXIES: "1",
      RECADO_RATE_LIMIT: "100000",
      RECADO_API_KEY: KEY,
      RECADO_DRAIN_SECONDS: "5",
    };
    const services = [
      new ServiceProcess({ ...settings, PORT: String(await freePort()) }),
      new ServiceProcess({ ...settings, PORT: String(await freePort()) }),
    ];
    place = { folder, port: await freePort(), services };
    const text = readFileSync(join(FILES, example.file), "utf8");
    writeFileSync(join(folder, "config"), example.adapted(text, place));
    await Promise.all(services.map((service) => service.start()));
    proxy = spawn(program(name), withFolder(example.run), { env, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [proxy.stdout, proxy.stderr]) {
      stream?.on("data", (bytes: Buffer) => (output += bytes.toString()));
    }
    await until("the proxy listens", 30, () => {
      return new Promise((resolve) => {
        const socket = connect(place.port, "127.0.0.1", () => resolve(true));
        socket.once("error", () => resolve(false)).once("connect", () => socket.end());
      });
    });
    await until(
      "the proxy has found the processes",
      30,
      async () => (await send("GET", "/v3/messages")).status === 200,
    );
  });

  afterAll(async () => {
    agent.destroy();
    // SIGKILL would leave nginx's worker, which holds the output open.
    if (proxy?.kill("SIGTERM")) await once(proxy, "exit");
    await Promise.all(place.services.map((service) => service.stop("SIGKILL")));
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("passes the proxy's own configuration check", () => {
    const { status, stderr } = spawnSync(program(name), withFolder(example.check), { env, encoding: "utf8" });
    expect([status, status === 0 ? "" : stderr]).toEqual([0, ""]);
  });

  it("forwards the pages and the API, and hides metrics and probes", async () => {
    const paths = ["/docs", "/openapi.json", "/v3/messages", "/metrics", "/metrics/", "/readyz", "/healthz"];
    const statuses = await Promise.all(paths.map(async (path) => [path, (await send("GET", path)).status]));
    expect(statuses).toEqual(paths.map((path) => [path, /metrics|healthz|readyz/.test(path) ? 404 : 200]));
  });

  it("writes no URL of a request to its log", async () => {
    await send("DELETE", "/media/secret-token?to=%2B5511987654321");
    if (name === "haproxy") {
      await until("HAProxy has logged the request", 10, () => Promise.resolve(output.includes(" DELETE\n")));
    }
    if (name === "nginx") expect(readFileSync(join(folder, "access.log"), "utf8")).toBe("");
    expect(output).not.toMatch(/secret-token|5511987654321/);
  });

  it("forwards a large upload, and the error envelope for a body that is too large", async () => {
    const large = "x".repeat(3 * 1024 * 1024);
    expect(await send("POST", "/v3/messages", large)).toMatchObject({
      status: 413,
      text: expect.stringContaining("payload_too_large") as string,
    });
    const file = { usage: "contact_import", filename: "a.csv", content_type: "text/csv" };
    const bytes = `phone\n${"+5511987654321\n".repeat(3_000_000)}`;
    const body = JSON.stringify({ ...file, size_bytes: bytes.length });
    const { url } = JSON.parse((await send("POST", "/v3/files/upload-url", body)).text) as { url: string };
    expect(url).toMatch(`https://${HOST}/storage/`);
    const path = url.slice(`https://${HOST}`.length);
    expect((await send("PUT", path, bytes, { "Content-Type": "text/csv" })).status).toBe(200);
  });

  it("loses no request of 20 a second while one process after the other stops", async () => {
    const pending: Promise<string>[] = [];
    const content = {
      channel: "sms",
      content: { type: "text", text: "Oi" },
      recipients: [{ to: "+5511987654321" }],
    };
    const timer = setInterval(() => {
      const isPost = pending.length % 2 === 0;
      const sent = isPost
        ? send("POST", "/v3/messages", JSON.stringify(content))
        : send("GET", "/v3/messages");
      pending.push(sent.then(({ status }) => `${isPost ? "POST" : "GET"} ${status}`));
    }, REQUEST_EVERY_MS);
    try {
      const [first, second] = place.services;
      expect(await first?.stop("SIGTERM")).toBe(0);
      await first?.start();
      await until("the proxy uses the new process", 30, () =>
        Promise.resolve(first?.log().includes("/v3/messages") === true),
      );
      expect(await second?.stop("SIGTERM")).toBe(0);
    } finally {
      clearInterval(timer);
    }
    const statuses = await Promise.all(pending);
    expect(statuses.length).toBeGreaterThan(100);
    // nginx does not ask /readyz. It repeats no POST that a starting process refuses with 503.
    const counted = statuses.filter((status) => name !== "nginx" || status !== "POST 503");
    expect([...new Set(counted)].sort()).toEqual(["GET 200", "POST 202"]);
    expect(statuses.length - counted.length).toBeLessThan(statuses.length / 4);
    expect(output).not.toMatch(/panic|emerg/);
  });
});
