import { execFileSync } from "node:child_process";
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkout } from "../support/checkout";
import { times } from "../support/times";

describe("a checkout", () => {
  const { folder, useFirstBuild, keepFirstBuild, builds, drafts, recado, service } = checkout();
  const open = async (url: string) => {
    const response = await fetch(url);
    return [url, response.status, await response.text()] as const;
  };

  it("builds once when it is started twice at once", async () => {
    const both = await Promise.all(times(2, service));
    await Promise.all(both.map((one) => one.start()));
    expect([builds().length, drafts()]).toEqual([1, []]);
    for (const { baseUrl } of both) expect((await open(`${baseUrl}/console`))[1]).toBe(200);
    keepFirstBuild();
  }, 300_000);

  it("builds changed sources while a running process keeps its build", async () => {
    useFirstBuild();
    const before = await service(0);
    await before.start();
    appendFileSync(
      join(folder(), "src/web/console/page/console.css"),
      "\n.unused-in-this-test { color: red; }\n",
    );
    appendFileSync(
      join(folder(), "src/web/docs/guides/limits.md"),
      "\nA sentence that only the newer build has.\n",
    );
    const after = await service(1);
    await after.start();
    expect(builds()).toHaveLength(2);
    const [own, other] = await Promise.all([before, after].map((one) => allOfConsole(one.baseUrl)));
    expect(own?.join()).not.toBe(other?.join());
    const guides = await Promise.all([before, after].map((one) => open(`${one.baseUrl}/docs/guides/limits`)));
    expect(guides.map(([, , text]) => text.includes("only the newer build"))).toEqual([false, true]);
  });

  it("names the commit of its build, and whether the sources were modified", () => {
    const git = (...args: string[]) => execFileSync("git", args, { cwd: folder(), encoding: "utf8" }).trim();
    writeFileSync(join(folder(), ".gitignore"), "node_modules\ndist\n");
    git("init", "--quiet");
    git("add", "--all");
    const identity = [
      "-c",
      "user.name=Test",
      "-c",
      "user.email=test@example.com",
      "-c",
      "commit.gpgsign=false",
    ];
    git(...identity, "commit", "--quiet", "--message", "All of it");
    const commit = git("rev-parse", "HEAD");
    expect(recado("--version").stdout).toContain(`commit ${commit}, `);
    appendFileSync(join(folder(), "src/main.ts"), "\n");
    expect(recado("--version").stdout).toContain(`commit ${commit}+modified, `);
  });

  /** Fetches the console and every file that its files name, and returns the names. */
  async function allOfConsole(baseUrl: string): Promise<string[]> {
    const [, status, page] = await open(`${baseUrl}/console`);
    expect([status, page.includes("undefined")]).toEqual([200, false]);
    const seen = new Set<string>();
    const queue = [...page.matchAll(/\/console\/assets\/([\w.-]+)/g)].map(([, name]) => name ?? "");
    for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
      if (seen.has(name)) continue;
      seen.add(name);
      const [url, found, content] = await open(`${baseUrl}/console/assets/${name}`);
      expect([url, found]).toEqual([url, 200]);
      if (name.endsWith(".js")) {
        queue.push(
          ...[...content.matchAll(/["']\.\/([\w-]+\.(?:js|css))["']/g)].map(([, next]) => next ?? ""),
        );
      }
    }
    expect(seen.size).toBeGreaterThan(5);
    return [...seen].sort();
  }
});
