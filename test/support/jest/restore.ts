export function globalsRestorer(): () => void {
  const before = new Map(Reflect.ownKeys(globalThis).map((key) => [key, descriptorOf(key)] as const));
  return () => {
    for (const key of Reflect.ownKeys(globalThis)) {
      if (!before.has(key)) Reflect.deleteProperty(globalThis, key);
    }
    for (const [key, was] of before) {
      const is = descriptorOf(key);
      if (was && (is?.value !== was.value || is?.get !== was.get))
        Reflect.defineProperty(globalThis, key, was);
    }
  };
}

const descriptorOf = (key: string | symbol) => Reflect.getOwnPropertyDescriptor(globalThis, key);

/** Returns a function that restores the process's environment variables, listeners and exit code. */
export function processRestorer(): () => void {
  const { exit, exitCode } = process;
  const env = { ...process.env };
  const before = listenersNow();
  return () => {
    process.exit = exit;
    process.exitCode = exitCode;
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    for (const [event, listeners] of listenersNow()) {
      const known = before.get(event) ?? [];
      for (const listener of listeners) if (!known.includes(listener)) process.off(event, listener);
    }
  };
}

type Listener = (...args: unknown[]) => void;

const listenersNow = () =>
  new Map(process.eventNames().map((event) => [event, process.rawListeners(event as string) as Listener[]]));
