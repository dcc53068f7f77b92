import type { Ari } from "./ari";

const BY_URL = "res_http_media_cache.so";

const PLAYERS: Readonly<Record<string, string>> = {
  "audio/wav": "format_wav.so",
  "audio/mpeg": "format_mp3.so",
  "audio/ogg": "format_ogg_vorbis.so",
};

const NEEDED = [BY_URL, "app_stasis.so", "res_stasis_playback.so"];

/**
 * Time in milliseconds for which the service caches whether Asterisk has loaded a module. The operator may
 * load or unload a module at any time.
 */
const KNOWN_FOR_MS = 60_000;

/** Checks of Asterisk's playback modules before a call. Without the modules, a person would hear nothing. */
export interface Audio {
  missing(signal: AbortSignal): Promise<string[]>;
  /** Returns the module that the content type requires if the module is not loaded, else null. */
  missingFor(contentType: string, signal: AbortSignal): Promise<string | null>;
  played(signal: AbortSignal): Promise<string[]>;
}

export function audioOf(ari: Ari): Audio {
  const known = new Map<string, { is: boolean; until: number }>();

  async function has(module: string, signal: AbortSignal): Promise<boolean> {
    const before = known.get(module);
    if (before && performance.now() < before.until) return before.is;
    const { data, error } = await ari.GET("/asterisk/modules/{moduleName}", {
      params: { path: { moduleName: module } },
      signal,
    });
    // A failure that mentions the module means that the module is not loaded. After any other failure, the
    // module counts as loaded.
    const is = data ? data.status === "Running" : !/\bmodule\b/i.test(String(error?.message));
    known.set(module, { is, until: performance.now() + KNOWN_FOR_MS });
    return is;
  }

  const without = async (modules: readonly string[], signal: AbortSignal) => {
    const loaded = await Promise.all(modules.map((module) => has(module, signal)));
    return modules.filter((_, index) => !loaded[index]);
  };

  return {
    missing: (signal) => without(NEEDED, signal),
    async missingFor(contentType, signal) {
      const player = PLAYERS[contentType];
      return player === undefined ? null : ((await without([player], signal))[0] ?? null);
    },
    async played(signal) {
      const absent = await without(Object.values(PLAYERS), signal);
      return Object.keys(PLAYERS).filter((type) => !absent.includes(PLAYERS[type] as string));
    },
  };
}
