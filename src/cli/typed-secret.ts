import { closeSync, constants, openSync, readSync, writeSync } from "node:fs";

/** What a key sends to a program that reads the terminal byte by byte; ECMA-48 has their names. */
const KEY = { interrupt: 0x03, end: 0x04, backspace: 0x08, lineFeed: 0x0a, return: 0x0d, delete: 0x7f };
/** A terminal that has nothing yet is asked again after this, in milliseconds. */
const ASK_AGAIN_MS = 20;

/** The line that these bytes make, with what was taken back; null where it was given up. */
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
        // The later bytes of a character of several: RFC 3629, 3.
        while (((bytes.pop() ?? 0) & 0xc0) === 0x80);
        break;
      default:
        bytes.push(byte);
    }
  }
}

/**
 * Asks for a secret on the terminal that standard input is, and reads one line without showing it; null where it was given
 * up by Ctrl-C. What was typed or pasted before it asked is thrown away: it was meant for the shell.
 */
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
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ASK_AGAIN_MS);
      }
    });
    writeSync(terminal, "\n");
    return line;
  } finally {
    stdin.setRawMode(false);
    closeSync(terminal);
  }
}

/** Null at the end, undefined where nothing has come yet. */
function byteOf(terminal: number): number | null | undefined {
  const one = Buffer.alloc(1);
  try {
    return readSync(terminal, one) === 0 ? null : one[0];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") return undefined;
    throw error;
  }
}
