import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { blocksOf } from "./guides";

interface Tour {
  port: number;
  receiverPort: number;
  /** Folder in which the service stores its first key. */
  dataDir: string;
  /** Working folder of the commands. Replaces /tmp in them. */
  folder: string;
  env?: NodeJS.ProcessEnv;
}

/** Returns the commands of the guide's tour for a test's service, without the service's start. */
function tourScript({ port, receiverPort, dataDir, folder }: Tour): string {
  const blocks = blocksOf("tour").flatMap(({ kind, text }) => (kind === "elsewhere" ? [text] : []));
  return blocks
    .filter((block) => !block.includes("npm start"))
    .join("\n")
    .replaceAll("/tmp/", `${folder}/`)
    .replaceAll("127.0.0.1:3000", `127.0.0.1:${port}`)
    .replaceAll("127.0.0.1:4000", `127.0.0.1:${receiverPort}`)
    .replaceAll("listen(4000)", `listen(${receiverPort})`)
    .replaceAll("data/api-key", join(dataDir, "api-key"));
}

// A reader pauses before the last step. The test instead waits for 24 events.
const paced = (script: string): string =>
  script
    .replace(/^node (\S+receiver\.js) &/m, 'node $1 > events & trap "kill $!" EXIT;')
    .replace(
      /^kill \$RECEIVER/m,
      "for i in {1..600}; do [ $(wc -l < events) -ge 24 ] && break; sleep 0.1; done",
    );

/** Runs the tour's commands. Returns their output and the received events, sorted. */
export async function takeTour(tour: Tour, { prelude = "" } = {}) {
  const { folder, env = process.env } = tour;
  const file = join(folder, "tour.sh");
  writeFileSync(file, `set -e\ncd ${folder}\n${prelude}\n${paced(tourScript(tour))}`);
  const { stdout, stderr } = await promisify(execFile)("bash", ["--norc", file], {
    cwd: folder,
    env,
    timeout: 150_000,
  });
  const events = readFileSync(join(folder, "events"), "utf8").trim().split("\n").sort();
  return { stdout, stderr, events };
}

/** Expected events of the guide's tour (sequence, recipient, status), sorted. */
export const tourSteps: readonly string[] = [
  "1 +5511987654321 pending",
  "2 +5511987654321 sent",
  "3 +5511987654321 delivered",
  "1 +5521998760001 pending",
  "2 +5521998760001 sent",
  "3 +5521998760001 undelivered",
  "1 +551134567890 error",
  "1 +5511987650004 pending",
  "2 +5511987650004 sent",
  "3 +5511987650004 delivered",
  "4 +5511987650004 read",
  "1 +551134567890 pending",
  "2 +551134567890 sent",
  "3 +551134567890 delivered",
  "1 +5511912345678 pending",
  "2 +5511912345678 sent",
  "3 +5511912345678 delivered",
  "1 +5521998761111 error",
  "1 +5511912345678 blocked",
  "1 +5511912345678 pending",
  "2 +5511912345678 sent",
  "3 +5511912345678 delivered",
  "1 +5511987654321 pending",
  "2 +5511987654321 canceled",
].sort();
