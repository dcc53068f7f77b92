import { fact, type Recording, STORED } from "./facts";
import { type Field, fieldsOf, isStructured, itemsOf, type Node } from "./model";
import { seeValues } from "./seen";

/** Who looks at a value: an operation's handler, or whoever reads what was stored. */
interface Reader {
  readonly name: string;
  /** Fields whose read is on record. */
  readonly known: Set<Field>;
}

/** What is known of a tracked object or list. */
interface Tracked {
  readonly target: object;
  readonly node: Node;
  readonly reader: Reader;
  /** Of a copy: the fields that came from the original, each with its reader. Null for the original itself. */
  readonly copied: Map<string, { field: Field; reader: Reader }> | null;
}

/** Texts that are remembered at most, since a text may be read again at any time or never. */
const MOST_TEXTS = 5_000;

/**
 * Values that tell which of their declared fields code has looked at. A field counts as read where its value is taken
 * by its name, at whatever depth. Copies by spread and rest are tracked on, as is what was written as JSON once the text
 * is parsed again; neither counts as a read, nor does an enumeration of all fields.
 */
export class Tracker {
  private readonly readers = new Map<string, Reader>();
  private readonly tracked = new WeakMap<object, Tracked>();
  private readonly proxies = new WeakMap<object, Map<Node, object>>();
  /** Where texts of JSON came from. */
  private readonly texts = new Map<string, Tracked[]>();

  /** Only code of these files counts as a reader: not tests, validators or libraries. */
  constructor(
    private readonly recording: Recording,
    private readonly counts: (file: string) => boolean,
  ) {}

  /** The value as code shall see it. Plain values, lists of such and maps without declared fields stay as they are. */
  track<T>(value: T, node: Node, readerName: string): T {
    return this.follow(value, node, this.readerOf(readerName)) as T;
  }

  private readerOf(name: string): Reader {
    const known = this.readers.get(name) ?? { name, known: new Set<Field>() };
    this.readers.set(name, known);
    return known;
  }

  private follow(value: unknown, node: Node, reader: Reader): unknown {
    if (typeof value !== "object" || value === null || this.tracked.has(value) || !isStructured(node))
      return value;
    const made = this.proxies.get(value) ?? new Map<Node, object>();
    this.proxies.set(value, made);
    const known = made.get(node);
    // The same object is the same to whoever compares; the first reader stays.
    if (known) return known;
    const proxy = this.proxyOf({ target: value, node, reader, copied: null });
    made.set(node, proxy);
    return proxy;
  }

  private proxyOf(tracked: Tracked): object {
    const { target, copied } = tracked;
    let described: PropertyKey | null = null;
    const proxy = new Proxy(target, {
      get: (_, name, receiver) => {
        const isEnumerated = described === name;
        described = null;
        // JSON sees the object as it is: what is written as a whole was not looked at.
        if (name === "toJSON" && !Reflect.has(target, name)) return () => target;
        if (typeof name === "symbol") return Reflect.get(target, name, receiver) as unknown;
        if (Array.isArray(target)) return this.entryOf(tracked, name, receiver as object);
        if (!isEnumerated) this.noteRead(tracked, name);
        return this.valueOf(tracked, name);
      },
      getOwnPropertyDescriptor: (_, name) => {
        // Whoever enumerates asks for a property's descriptor, and then at once for its value.
        described = name;
        return Reflect.getOwnPropertyDescriptor(target, name);
      },
      defineProperty: (_, name, descriptor) => {
        described = null;
        copied?.delete(String(name));
        return Reflect.defineProperty(target, name, descriptor);
      },
    });
    this.tracked.set(proxy, tracked);
    return proxy;
  }

  private entryOf({ target, node, reader }: Tracked, name: string, receiver: object): unknown {
    const value: unknown = Reflect.get(target, name, receiver);
    const items = itemsOf(node);
    return items !== null && /^\d+$/.test(name) ? this.follow(value, items, reader) : value;
  }

  private fieldOf({ target, node, reader, copied }: Tracked, name: string) {
    if (copied) return copied.get(name);
    // No schema of a request is put together of several.
    const [field] = fieldsOf(node, target, name);
    return field && { field, reader };
  }

  private valueOf(tracked: Tracked, name: string): unknown {
    const value: unknown = Reflect.get(tracked.target, name);
    const found = this.fieldOf(tracked, name);
    return found ? this.follow(value, found.field.node, found.reader) : value;
  }

  private noteRead(tracked: Tracked, name: string): void {
    const found = this.fieldOf(tracked, name);
    if (!found) return;
    const { field, reader } = found;
    if (!reader.known.has(field)) {
      if (!this.counts(callerOutside(__filename))) return;
      reader.known.add(field);
      this.recording.add(fact.read(reader.name, field.pointer));
    }
    seeValues(this.recording, "request", field.node, Reflect.get(tracked.target, name));
  }

  /** `{ ...target, ...source }`, which stays tracked where one of them is. */
  spread(target: object, source: unknown): object {
    // What is spread under a condition may be `false` or nothing at all.
    return typeof source === "object" && source !== null
      ? this.copy(target, source, enumerable(source))
      : target;
  }

  /** `const { excluded, ...rest } = source`, likewise. */
  rest(source: object, excluded: readonly PropertyKey[]): object {
    return this.copy(
      {},
      source,
      enumerable(source).filter((name) => !excluded.includes(name)),
    );
  }

  private copy(target: object, source: object, names: readonly PropertyKey[]): object {
    const from = this.tracked.get(source);
    const onto = this.tracked.get(target);
    if (!from && !onto) return assign(target, source, names);
    const copied = new Map(onto?.copied ?? []);
    const plain = onto?.target ?? { ...target };
    for (const key of names) {
      const name = key as string;
      copied.delete(name);
      const value: unknown =
        from && !Array.isArray(from.target) ? this.valueOf(from, name) : Reflect.get(source, name);
      define(plain, name, value);
      const found = from && this.fieldOf(from, name);
      if (found) copied.set(name, found);
    }
    const { node, reader } = (onto ?? from) as Tracked;
    return this.proxyOf({ target: plain, node, reader, copied });
  }

  /** Remembers what a text of JSON was written from. */
  written(value: unknown, text: string): void {
    const tracked = typeof value === "object" && value !== null ? this.tracked.get(value) : undefined;
    if (!tracked) return;
    const known = this.texts.get(text) ?? [];
    // The texts that were used last are kept.
    this.texts.delete(text);
    const isKnown = known.some(({ node, reader }) => node === tracked.node && reader === tracked.reader);
    this.texts.set(text, isKnown ? known : [...known, tracked]);
    const [oldest] = this.texts.keys();
    if (this.texts.size > MOST_TEXTS && oldest !== undefined) this.texts.delete(oldest);
  }

  /** What was parsed from a text, tracked on where the text was written from something tracked. */
  parsed(text: string, value: unknown): unknown {
    const [first, ...others] = this.texts.get(text) ?? [];
    if (!first) return value;
    for (const { reader, node } of [first, ...others]) {
      this.recording.add(fact.carried(reader.name, node.pointer));
    }
    return this.follow(value, first.node, this.readerOf(STORED));
  }
}

const enumerable = (source: object) =>
  Reflect.ownKeys(source).filter((name) => Object.prototype.propertyIsEnumerable.call(source, name));

function assign(target: object, source: object, names: readonly PropertyKey[]): object {
  for (const name of names) define(target, name, Reflect.get(source, name));
  return target;
}

/** As a spread does: also a field called `__proto__` is a field like any other. */
const define = (target: object, name: PropertyKey, value: unknown) =>
  Object.defineProperty(target, name, { value, configurable: true, enumerable: true, writable: true });

/** The file of the code that has brought this about; empty where there is none, as for code that was made at run time. */
function callerOutside(own: string): string {
  const { prepareStackTrace, stackTraceLimit } = Error;
  const holder: { stack?: NodeJS.CallSite[] } = {};
  Error.prepareStackTrace = (_, frames) => frames;
  Error.stackTraceLimit = 8;
  Error.captureStackTrace(holder, callerOutside);
  const frames = holder.stack ?? [];
  Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  const caller = frames.find(
    (frame) => frame.isEval() || ![own, null, undefined].includes(frame.getFileName()),
  );
  return caller?.isEval() ? "" : (caller?.getFileName() ?? "");
}
