import { checkContract } from "/work/wt/laws/scripts/contract-check/run";
const K = "st_" + "ab".repeat(32);
const [only = "", seed = "1", url = "http://127.0.0.1:3951"] = process.argv.slice(2);
(async () => {
const t = Date.now();
const result = await checkContract({ url, key: K, readOnly: false, only: only ? only.split(",") : [], timeoutMs: 30000, limitedKey: null, throwAway: null, lawsOnly: true,
  laws: { seconds: 200, seed: Number(seed), otherKey: process.env.OTHER ?? null, receiver: null }, onProgress: (p) => process.env.V && console.error(p.part, p.requests) });
console.log(result.coverage.requests, "requests", Date.now() - t, "ms");
for (const c of result.laws!.cells) console.log(c.state.padEnd(9), String(c.tries).padStart(4), c.law.padEnd(13), c.operation, c.note ?? "");
for (const v of result.laws!.violations) console.log("\nVIOLATION", v.law, v.operation, v.more, v.requests, "\n", v.faults.join("\n "), "\n", v.curl);
for (const v of result.coverage.violations.slice(0, 5)) console.log(v.operation.id, v.faults, v.request, v.answer?.body.slice(0, 300));
console.log(result.cleanUp);
process.exit(0);
})();
