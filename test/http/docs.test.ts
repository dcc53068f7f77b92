import { createHash } from "node:crypto";
import express from "express";
import { pino } from "pino";
import request from "supertest";
import contract from "../../generated/openapi.json";
import sdkContract from "../../generated/openapi.sdk.json";
import { GUIDE_NAMES } from "../../src/web/docs/guides";
import { docsRouter } from "../../src/web/docs/docs.routes";
import { addressOf, type SiteContext } from "../../src/web/docs/site";
import { errorEnvelope } from "../../src/http/envelope";
import { requestIds } from "../../src/http/request-id";
import { notFound } from "../../src/platform/problem";

/** The documentation as it stands in the service, without the rest. */
function docs(context?: SiteContext) {
  const app = express();
  app.disable("etag");
  app.use(requestIds({ next: () => "01a1f8d3-ea00-7b3f-8d21-5c7e9a0b4f16" }));
  app.use(docsRouter({ contract, sdkContract, ...(context ? { context } : {}) }));
  app.use(() => {
    throw notFound("This route");
  });
  app.use(errorEnvelope(pino({ level: "silent" })));
  return request(app);
}

const linksOf = (html: string): string[] =>
  [...html.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map(([, link]) => link ?? "");

describe("the documentation", () => {
  const site = docs();

  it("contains every page, section and file that a page links to", async () => {
    const pages = new Map<string, string>();
    const open = ["/docs"];
    const seen = new Set(open);
    const sections = new Set<string>();
    while (open.length > 0) {
      const path = open.pop() ?? "";
      const { text, type } = await site.get(path).expect(200);
      if (type !== "text/html" || path === "/docs/explorer") continue;
      pages.set(path, text);
      for (const [, id] of text.matchAll(/href="#([^"]+)"/g)) sections.add(`${path}#${id}`);
      for (const link of linksOf(text)) {
        if (link.includes("#")) sections.add(link);
        const target = link.split("#")[0] ?? "";
        if (seen.has(target)) continue;
        seen.add(target);
        open.push(target);
      }
    }
    for (const name of GUIDE_NAMES) {
      expect([...pages.keys()]).toContain(`/docs/guides/${name}`);
      expect([...pages.keys()]).toContain(`/docs/pt/guides/${name}`);
    }
    expect(sections.size).toBeGreaterThan(100);
    for (const section of sections) {
      const [path = "", id = ""] = decodeURIComponent(section).split("#");
      expect([section, pages.get(path)?.includes(`id="${id}"`)]).toEqual([section, true]);
    }
  });

  it("shows every operation of the contract once, on the page of its tag", async () => {
    const overview = await site.get("/docs/reference").expect(200);
    for (const path of Object.values(contract.paths)) {
      for (const operation of Object.values(path) as { operationId: string; tags: string[] }[]) {
        const page = `/docs/reference/${operation.tags[0]?.toLowerCase().replaceAll(" ", "-")}`;
        expect(overview.text).toContain(`href="${page}#${operation.operationId}"`);
        const { text } = await site.get(page).expect(200);
        expect(text.split(`id="${operation.operationId}"`)).toHaveLength(2);
      }
    }
  });

  it("uses no id twice on a page", async () => {
    const pages = new Set(linksOf((await site.get("/docs").expect(200)).text));
    for (const path of [...pages].filter((one) => /^\/docs\/(guides|reference)/.test(one))) {
      const ids = [...(await site.get(path)).text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      expect([path, ids.length]).toEqual([path, new Set(ids).size]);
    }
  });

  it.each(["/docs", "/docs/pt", "/docs/guides/errors", "/docs/reference", "/docs/reference/messages"])(
    "serves %s with a policy that allows its own files only, and no script or style inside",
    async (path) => {
      const { text, headers } = await site.get(path).expect(200);
      const policy = headers["content-security-policy"];
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc="\/docs\/)/);
      expect(text).not.toMatch(/(?:href|src)="(?:https?:)?\/\//);
    },
  );

  it("serves only the explorer's own assets, and its page with a policy", async () => {
    const page = await site.get("/docs/explorer").expect(200);
    const policy = page.headers["content-security-policy"];
    expect(policy).toContain("frame-ancestors 'none'");
    for (const [, path] of page.text.matchAll(/(?:href|src)="(\/docs\/explorer\/[^"]+)"/g)) {
      const { headers } = await site.get(String(path)).expect(200);
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["content-type"]).not.toContain("html");
    }
    for (const name of [
      "index.html",
      "oauth2-redirect.html",
      "swagger-ui.js",
      "package.json",
      "%2e%2e%2fpackage.json",
    ]) {
      await site.get(`/docs/explorer/assets/${name}`).expect(404);
    }
  });

  it.each([
    ["/openapi.json", contract],
    ["/openapi.sdk.json", sdkContract],
  ])("streams %s with its Content-Length", async (path, document) => {
    const { headers, body } = await site.get(path).expect(200);
    expect(body).toEqual(document);
    expect([headers["content-type"], headers["cache-control"]]).toEqual([
      "application/json; charset=utf-8",
      "no-cache",
    ]);
    expect(Number(headers["content-length"])).toBeGreaterThan(64 * 1024);
    expect(Buffer.byteLength(JSON.stringify(body))).toBe(Number(headers["content-length"]));
    const head = await site.head(path).expect(200);
    expect(head.headers["content-length"]).toBe(headers["content-length"]);
    await site.get(path).set("If-None-Match", String(headers.etag)).expect(304);
  });

  it("supports HEAD, and returns 304 when the ETag matches", async () => {
    const head = await site.head("/docs/guides/errors").expect(200);
    expect(Number(head.headers["content-length"])).toBeGreaterThan(1000);
    const tag = head.headers.etag as string;
    expect(head.headers["cache-control"]).toBe("no-cache");
    await site.get("/docs/guides/errors").set("If-None-Match", tag).expect(304);
    await site.get("/docs").set("If-None-Match", tag).expect(200);
  });

  it("lets browsers cache a stylesheet under the URL of its content hash", async () => {
    const { text } = await site.get("/docs").expect(200);
    const sheet = /href="(\/docs\/assets\/docs\.css\?v=[^"]+)"/.exec(text)?.[1] ?? "";
    const cacheable = await site.get(sheet).expect(200);
    expect(cacheable.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    const version = createHash("sha256").update(cacheable.text).digest("base64url").slice(0, 16);
    expect(sheet).toBe(`/docs/assets/docs.css?v=${version}`);
    const other = await site.get("/docs/assets/docs.css?v=old").expect(200);
    expect(other.headers["cache-control"]).toBe("no-cache");
  });

  it.each([
    "/docs/guides/none",
    "/docs/guides/..%2Ferrors",
    "/docs/guides",
    "/docs/reference/none",
    "/docs/assets/none.css",
    "/docs/Guides/errors",
    "/docs/guides/__proto__",
  ])("returns 404 in the error envelope for %s", async (path) => {
    const { body } = await site.get(path).expect(404);
    expect(body.error).toMatchObject({ code: "not_found", message: "This route does not exist" });
  });

  it("returns search results on a page with noindex", async () => {
    const { text, headers } = await site.get("/docs/search").query({ q: " sendMessages " }).expect(200);
    expect(text).toContain('<a href="/docs/reference/messages#sendMessages">Send messages</a>');
    expect(text).toContain('value="sendMessages"');
    expect(headers["x-robots-tag"]).toBe("noindex");
    expect(headers["content-security-policy"]).toContain("form-action 'self'");
  });

  it("links each translated page to the same page in the other language", async () => {
    for (const path of ["", "/clients", ...GUIDE_NAMES.map((name) => `/guides/${name}`)]) {
      const [english, portuguese] = await Promise.all([
        site.get(`/docs${path}`).expect(200),
        site.get(`/docs/pt${path}`).expect(200),
      ]);
      expect(english.text).toContain('<html lang="en">');
      expect(portuguese.text).toContain('<html lang="pt-BR">');
      expect(english.text).toContain(`<a class="language" href="/docs/pt${path}"`);
      expect(portuguese.text).toContain(`<a class="language" href="/docs${path}"`);
      for (const { text } of [english, portuguese]) {
        expect(text).toContain(`<link rel="alternate" hreflang="en" href="/docs${path}" />`);
        expect(text).toContain(`<link rel="alternate" hreflang="pt-BR" href="/docs/pt${path}" />`);
      }
    }
  });

  it("links pages that exist in English only to the first page in Portuguese", async () => {
    const { text } = await site.get("/docs/reference/messages").expect(200);
    expect(text).toContain('<a class="language" href="/docs/pt"');
    expect(text).not.toContain('rel="alternate"');
    await site.get("/docs/pt/reference/messages").expect(404);
  });

  it("marks links of Portuguese pages to English pages", async () => {
    const { text } = await site.get("/docs/pt").expect(200);
    expect(text).toMatch(/<a href="\/docs\/reference\/messages"\s+lang="en" hreflang="en"/);
    expect(text).toMatch(/<a href="\/docs\/pt\/guides\/errors"\s+>Erros</);
    expect(text).toMatch(/<a href="\/docs\/pt\/guides\/install"\s+>Instale</);
  });

  it("searches Portuguese pages in Portuguese", async () => {
    const { text } = await site.get("/docs/pt/search").query({ q: "idempotência" }).expect(200);
    expect(text).toContain('<a href="/docs/pt/guides/idempotency">Idempotência</a>');
    expect(text).toContain('<a class="language" href="/docs/search?q=idempot%C3%AAncia"');
    const { text: nothing } = await site.get("/docs/pt/search").query({ q: "qqqqzzzz" }).expect(200);
    expect(nothing).toContain("Nenhum resultado para “qqqqzzzz”");
  });

  it("escapes the query when nothing is found", async () => {
    const hostile = `"><script>alert(1)</script>${"x".repeat(10_000)}`;
    const { text } = await site.get("/docs/search").query({ q: hostile }).expect(200);
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;');
    expect(text).not.toContain("<script>alert");
    const { text: nothing } = await site.get("/docs/search").query({ q: "qqqqzzzz" }).expect(200);
    expect(nothing).toContain("No results for “qqqqzzzz”");
    for (const query of ["", "?q=", "?q[]=a", "?q=a&q=b"]) {
      const { text: empty } = await site.get(`/docs/search${query}`).expect(200);
      expect(empty).toContain("Enter a search above");
    }
  });

  it("accepts a query whose maximum length ends within an emoji", async () => {
    const q = `${"a".repeat(119)}😀`;
    await site.get("/docs/search").query({ q }).expect(200);
  });

  it("links to the service's other pages, and shows the public address", async () => {
    const elsewhere = [{ path: "/console", text: "Console" }];
    const served = docs({ address: "https://recado.example.com", elsewhere });
    const { text } = await served.get("/docs/guides/first-message").expect(200);
    expect(text).toContain('<a href="/console">Console</a>');
    expect(text).not.toContain("Phone</a>");
    expect(text).toContain("https://recado.example.com");
    expect(text).not.toContain("127.0.0.1:3000");
    const { text: portuguese } = await served.get("/docs/pt/guides/tour").expect(200);
    expect(portuguese).toContain("https://recado.example.com/console");
    expect(portuguese).not.toContain("127.0.0.1:3000");
    const { text: reference } = await served.get("/docs/reference/messages").expect(200);
    expect(reference).toContain("<code>https://recado.example.com/v3</code>");
    const { text: tour } = await served.get("/docs/guides/examples/tour.py").expect(200);
    expect(tour).toContain("https://recado.example.com");
  });

  it("shows the local address of probes and metrics, which a proxy does not forward", async () => {
    const served = docs({ address: "https://recado.example.com", elsewhere: [] });
    for (const root of ["/docs", "/docs/pt"]) {
      const textOf = async (name: string) => {
        const { text } = await served.get(`${root}/guides/${name}`).expect(200);
        return text;
      };
      expect(await textOf("systemd")).toContain("http://127.0.0.1:3000/readyz");
      expect(await textOf("install")).toContain('<a href="http://127.0.0.1:3000">');
      const troubleshoot = await textOf("troubleshoot");
      expect(troubleshoot).toContain("curl -s http://127.0.0.1:3000/readyz");
      expect(troubleshoot).toContain("curl -s http://127.0.0.1:3000/metrics");
      const ownCarrier = await textOf("own-carrier");
      expect(ownCarrier).toContain("CALLBACK_URL=https://recado.example.com/carriers/mine");
      expect(ownCarrier).toContain("https://recado.example.com/v3/messages");
      expect(await textOf("other-languages")).toContain("https://recado.example.com/openapi.sdk.json");
    }
  });

  it("shows the port at which the service listens without a proxy", async () => {
    const served = docs({ address: "http://127.0.0.1:8080", elsewhere: [] });
    const { text } = await served.get("/docs/guides/systemd").expect(200);
    expect(text).toContain("http://127.0.0.1:8080/readyz");
    expect(text).not.toContain(":3000");
  });

  it.each([
    ["https://recado.example.com", "https://recado.example.com"],
    ["http://127.0.0.1:4321", "http://127.0.0.1:4321"],
    ["http://0.0.0.0:3000", null],
    ["http://[::]:3000", null],
    ["http://127.0.0.1:0", null],
  ])("derives from the public URL %s the address %j", (publicUrl, address) =>
    expect(addressOf(publicUrl)).toBe(address),
  );

  it("shows browsers a 404 page with links to the other pages", async () => {
    const accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
    for (const path of ["/docs/guides/none", "/docs/nowhere", "/docs/missing", "/docs/reference/__proto__"]) {
      const { text, headers } = await site.get(path).set("Accept", accept).expect(404);
      expect(text).toContain("<h1>Page not found</h1>");
      expect(text).toContain('<a href="/docs/guides/errors"');
      expect(headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(headers["content-security-policy"]).toContain("trusted-types 'none'");
    }
    const { text: portuguese } = await site.get("/docs/pt/nada").set("Accept", accept).expect(404);
    expect(portuguese).toContain("<h1>Página não encontrada</h1>");
    await site.get("/docs/guides/errors").set("Accept", accept).expect(200);
  });

  it.each([
    ...["/docs", "/docs/guides/errors", "/docs/reference/messages", "/docs/explorer"],
    ...["/openapi.json", "/openapi.sdk.json"],
  ])("returns 405 for other methods on %s", async (path) => {
    const { body, headers } = await site.post(path).expect(405);
    expect([headers.allow, body.error.code]).toEqual(["GET, HEAD", "method_not_allowed"]);
  });
});
