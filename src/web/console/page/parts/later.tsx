import type { AnyComponent, ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Skeleton } from "../../../design/skeleton";
import { startLoading } from "../service/loading";
import { reloadWhenUp } from "../service/reload";
import { useTexts } from "../texts/language";

/** Script that loads when the page is idle, or earlier if the page needs it. */
interface Later<T> {
  load(): Promise<T>;
  /** Exports of the script; null until it has loaded. */
  value: T | null;
}

/** Error of a script that could not be loaded, for example because an upgrade has renamed its file. */
export class PartLoadError extends Error {}

const all: Later<unknown>[] = [];

export function later<T>(load: () => Promise<T>): Later<T> {
  const part: Later<T> = {
    value: null,
    load: async () =>
      (part.value ??= await load().catch((cause: unknown) => {
        throw new PartLoadError("The script could not be loaded.", { cause });
      })),
  };
  all.push(part);
  return part;
}

/** Interval between attempts to load parts that failed to load, in milliseconds. */
const RETRY_EVERY = 10_000;
/** Maximum number of retries. After an upgrade, the old files are gone and every retry fails. */
const MAX_RETRIES = 5;

/** Loads all parts while the page is idle, so that every page opens during an outage or after an upgrade. */
export function loadPartsWhenIdle(retries = MAX_RETRIES): void {
  const load = async () => {
    let hasFailed = false;
    // A loaded script may register further parts, so loading repeats until no part is added.
    for (let loaded = 0; loaded < all.length && !hasFailed;) {
      loaded = all.length;
      const results = await Promise.allSettled(all.map((part) => part.load()));
      hasFailed = results.some(({ status }) => status === "rejected");
    }
    if (hasFailed && retries > 0) setTimeout(() => loadPartsWhenIdle(retries - 1), RETRY_EVERY);
    else if (!hasFailed) document.documentElement.dataset.loaded = "";
  };
  if ("requestIdleCallback" in window) requestIdleCallback(() => void load(), { timeout: 2_000 });
  else setTimeout(() => void load(), 500);
}

interface Props<T> {
  of: Later<T>;
  /** Content to show while the part loads. Default: a skeleton. */
  placeholder?: ComponentChildren;
  children(value: T): ComponentChildren;
}

/**
 * Loads a part, then shows content that needs it. If loading fails, shows an error and reloads the page when
 * the service responds.
 */
export function WithPart<T>({ of, placeholder = <Skeleton />, children }: Props<T>) {
  const [hasFailed, setFailed] = useState(false);
  const [, setLoaded] = useState(of.value !== null);
  useEffect(() => {
    if (of.value !== null) {
      // The part may have loaded between the first rendering and this effect.
      setLoaded(true);
      return;
    }
    const stopLoading = startLoading();
    let isGone = false;
    of.load()
      .then(
        () => !isGone && setLoaded(true),
        () => !isGone && setFailed(true),
      )
      .finally(stopLoading);
    return () => {
      isGone = true;
      stopLoading();
    };
  }, [of]);
  if (of.value !== null) return <>{children(of.value)}</>;
  return hasFailed ? <MissingPart /> : <>{placeholder}</>;
}

/** Says that a part could not be loaded, and reloads the page when the service responds. */
export function MissingPart() {
  const { t } = useTexts();
  useEffect(() => reloadWhenUp(() => Date.now()), []);
  return (
    <div role="alert" class="card">
      <p>{t.state.partMissing}</p>
      <div class="choices">
        <button type="button" class="btn" onClick={() => location.reload()}>
          {t.state.reload}
        </button>
      </div>
    </div>
  );
}

/**
 * Loads a part before it is needed. Ignores a failure, because `WithPart` loads the part again and shows the
 * error.
 */
export const preload = (part: Later<unknown>): void => void part.load().catch(() => undefined);

export type LaterPage = AnyComponent & { preload?(): void };

/** Returns a page component whose script loads when the page is first shown, unless it is already loaded. */
export function laterPage(load: () => Promise<AnyComponent>): LaterPage {
  const part = later(load);
  const Page = () => <WithPart of={part}>{(Loaded) => <Loaded />}</WithPart>;
  return Object.assign(Page, { preload: () => preload(part) });
}
