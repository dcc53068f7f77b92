import type { Ari } from "./ari";

/** Fetches sounds by URL. */
const BY_URL = "res_http_media_cache.so";

/** What plays each kind of audio that can be uploaded. */
const PLAYERS: Readonly<Record<string, string>> = {
  "audio/wav": "format_wav.so",
  "audio/mpeg": "format_mp3.so",
  "audio/ogg": "format_ogg_vorbis.so",
};

/** Without these nothing can be played at all. */
const NEEDED = [BY_URL, "app_stasis.so", "res_stasis_playback.so"];

/** How long an answer about a module is gone by: one may be loaded at any time. */
const KNOWN_FOR_MS = 60_000;

/** What an Asterisk can play, so that nobody is called to hear nothing. */
export interface Audio {
  /** The modules that calls need and that are not loaded. */
  missing(signal: AbortSignal): Promise<string[]>;
  /** The module that plays this content type, where it is not loaded; else null. */
  missingFor(contentType: string, signal: AbortSignal): Promise<string | null>;
  /** Of the content types that can be uploaded, those that it plays. */
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
    // Whatever else is answered says nothing of the module: such an Asterisk does not tell, and may well have it.
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
