// Types of the parts of tar-stream that the service and the release use. The package declares no types.

declare module "tar-stream" {
  import type { Readable, Writable } from "node:stream";

  interface Header {
    name: string;
    size: number;
    mode?: number;
    mtime?: Date;
    type?: string;
  }

  interface Pack extends Readable {
    /** Returns the sink of the entry's content, which must have exactly `size` bytes. */
    entry(header: Header, done: (error?: Error | null) => void): Writable;
    entry(header: Omit<Header, "size">, content: Buffer): Writable;
    finalize(): void;
  }

  interface Extract extends Writable {
    on(
      event: "entry",
      listener: (header: Header, content: Readable, next: (error?: unknown) => void) => void,
    ): this;
    on(event: string, listener: (...args: never[]) => void): this;
  }

  export function pack(): Pack;
  export function extract(): Extract;
}
