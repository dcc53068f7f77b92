import { closeSync, constants, openSync, readSync, writeSync } from "node:fs";

/** Bytes that a terminal in raw mode sends for keys: ETX, EOT, BS, LF, CR and DEL in ASCII. */
const KEY = { interrupt: 0x03, end: 0x04, backspace: 0x08, lineFeed: 0x0a, return: 0x0d, delete: 0x7f };
const POLL_EVERY_MS = 20;

/** Returns the typed line with deletions applied, or null after Ctrl-C. */
export function lineOf(next: () => number | null): string | null {
  const bytes: number[] = [];
  for (;;) {
    const byte = next();
    switch (byte) {
      case KEY.interrupt:
        return null;
      case null:
      case KEY.end:
      case KEY.lineFeed:
      case KEY.return:
        return Buffer.from(bytes).toString("utf8");
      case KEY.backspace:
      case KEY.delete:
        // Removes a whole multi-byte character: its continuation bytes match 10xxxxxx (RFC 3629, 3).
        while (((bytes.pop() ?? 0) & 0xc0) === 0x80);
        break;
      default:
        bytes.push(byte);
    }
  }
}

/** Reads a secret without echo; returns null after Ctrl-C. Discards what was typed before the prompt. */
export function typedSecret(name: string): string | null {
  const { stdin } = process;
  const terminal = openSync("/dev/tty", constants.O_RDWR | constants.O_NONBLOCK);
  stdin.setRawMode(true);
  try {
    while (typeof byteOf(terminal) === "number");
    writeSync(terminal, `${name}: `);
    const line = lineOf(() => {
      for (;;) {
        const byte = byteOf(terminal);
        if (byte !== undefined) return byte;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_EVERY_MS);
      }
    });
    writeSync(terminal, "\n");
    return line;
  } finally {
    stdin.setRawMode(false);
    closeSync(terminal);
  }
}

/** Returns the next byte; null at the end of input, undefined if no byte is available yet. */
function byteOf(terminal: number): number | null | undefined {
  const one = Buffer.alloc(1);
  try {
    return readSync(terminal, one) === 0 ? null : one[0];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") return undefined;
    throw error;
  }
}
