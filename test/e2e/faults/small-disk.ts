import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const CHUNK = Buffer.alloc(64 * 1_024, 1);

/** A disk in memory that a test fills. */
export class SmallDisk {
  private constructor(readonly path: string) {}

  /** Returns whether this machine allows to mount a disk. */
  static isPossible(): boolean {
    try {
      SmallDisk.mount(1).unmount();
      return true;
    } catch {
      return false;
    }
  }

  /** Mounts a disk of this size. Throws on a machine that does not allow it. */
  static mount(mib: number): SmallDisk {
    const path = mkdtempSync(join(tmpdir(), "recado-test-disk-"));
    const { status, stderr } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${mib}m`, "tmpfs", path]);
    if (status === 0) return new SmallDisk(path);
    rmSync(path, { recursive: true });
    throw new Error(`cannot mount a disk: ${String(stderr)}`);
  }

  private get filler(): string {
    return join(this.path, "filler");
  }

  fill(): void {
    for (;;) {
      try {
        appendFileSync(this.filler, CHUNK);
      } catch {
        return;
      }
    }
  }

  free(): void {
    rmSync(this.filler);
  }

  unmount(): void {
    spawnSync("umount", ["--lazy", this.path]);
    rmSync(this.path, { recursive: true, force: true });
  }
}
