import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { asLater, laterVersion } from "../../scripts/sdks/later-version";
import { BUNDLE, presentSource, PROGRAMS } from "../../scripts/sdks/source";
import { differences } from "../../scripts/sdks/tours";
import { temporaryFolder } from "../support/temporary-folder";

const root = resolve(__dirname, "../..");

describe("the proxy that simulates a later version", () => {
  it("adds a field to every object and a new status", () => {
    expect(asLater({ data: [{ status: "expired", error: null }, { status: "sent" }], total: 2 })).toEqual({
      data: [
        { status: "lapsed", error: null, added_later: "something" },
        { status: "sent", added_later: "something" },
      ],
      total: 2,
      added_later: "something",
    });
  });

  it("forwards requests unchanged, and returns the service's status and headers", async () => {
    const seen: string[] = [];
    const service = createServer((request, response) => {
      const isEmpty = request.method === "DELETE";
      let body = "";
      request.setEncoding("utf8").on("data", (text: string) => (body += text));
      request.on("end", () => {
        seen.push(`${request.method} ${request.url} ${String(request.headers["x-api-key"])} ${body}`);
        if (isEmpty) return response.writeHead(204).end();
        response.writeHead(422, { "Content-Type": "application/json; charset=utf-8", "X-Request-Id": "r1" });
        return response.end('{"error":{"code":"é"}}');
      });
    });
    await new Promise<void>((done) => service.listen(0, "127.0.0.1", done));
    const later = await laterVersion(`http://127.0.0.1:${(service.address() as AddressInfo).port}`);
    try {
      const headers = { "X-API-Key": "k" };
      const response = await fetch(`${later.origin}/v3/a?b=c`, { method: "POST", body: "x", headers });
      expect([response.status, response.headers.get("x-request-id")]).toEqual([422, "r1"]);
      expect(await response.json()).toEqual({
        error: { code: "é", added_later: "something" },
        added_later: "something",
      });
      expect((await fetch(`${later.origin}/v3/a`, { method: "DELETE", headers })).status).toBe(204);
      expect(seen).toEqual(["POST /v3/a?b=c k x", "DELETE /v3/a k "]);
    } finally {
      await later.close();
      service.closeAllConnections();
      service.close();
    }
  });
});

describe("the source of generated clients", () => {
  it("includes the bundle, the tours of the guides and their build files", () => {
    const folder = temporaryFolder("sdks");
    const source = presentSource(root);
    expect(source.bundle).toBe(readFileSync(join(root, BUNDLE), "utf8"));
    source.copyTours(folder);
    for (const file of ["python/tour.py", "go/tour.go", "java/Tour.java", "csharp/Tour.cs"]) {
      const name = file.split("/")[1] ?? "";
      expect(readFileSync(join(folder, file), "utf8")).toBe(readFileSync(join(root, PROGRAMS, name), "utf8"));
    }
    expect(readFileSync(join(folder, "java/pom.xml"), "utf8")).toContain("<dependency>");
    expect(Object.keys(JSON.parse(readFileSync(join(folder, "says.json"), "utf8")) as object)).toEqual([
      "today",
      "later",
    ]);
  });
});

describe("npm run sdks", () => {
  it("reports each line in which a tour differs", () => {
    expect(differences(["a", "b"], ["a", "b"])).toEqual([]);
    expect(differences(["a"], ["b", "c"])).toEqual([
      "expected b\n    printed a",
      "expected c\n    printed nothing",
    ]);
    expect(differences(["a", "b"], ["a"])).toEqual(["expected nothing more\n    printed b"]);
  });

  it("reports missing tools and unknown languages in one line each", async () => {
    const run = (...args: string[]) =>
      promisify(execFile)(process.execPath, ["--import", "tsx", "scripts/sdks/main.ts", ...args], {
        cwd: root,
        env: { ...process.env, PATH: folderWithout() },
      }).catch((error: unknown) => error as { stdout: string; stderr: string; code: number });
    const empty = temporaryFolder("no-tools");
    const folderWithout = () => empty;

    const { stdout } = await run("python", "go", "java");
    expect(stdout).toContain("Python needs Python 3.10 or newer, with venv.\nGo needs Go 1.23 or newer.\n");
    expect(stdout).toContain("Java needs a JDK 11 or newer.\n");
    expect((await run("cobol")).stderr).toContain("Allowed choices are python, go, java, csharp.");
  });

  it("fails if a named language has no tools on this machine", async () => {
    const folder = temporaryFolder("tools");
    writeFileSync(join(folder, "go"), "#!/bin/sh\nexit 0\n", { mode: 0o755 });
    const args = ["--import", "tsx", "scripts/sdks/main.ts", "go", "python"];
    const options = { cwd: root, env: { PATH: folder, HOME: process.env.HOME ?? "" } };

    await expect(promisify(execFile)(process.execPath, args, options)).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^Clients of .+\nPython needs .+\n$/),
      stderr: "",
    });
  }, 60_000);
});
