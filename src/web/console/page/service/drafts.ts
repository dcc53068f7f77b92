const PREFIX = "recado.draft";
const nameOf = (ownerId: string, place: string) => `${PREFIX} ${ownerId} ${place}`;

/** Drafts of the open page. A draft that exceeds the quota of the tab's storage is only here. */
const memory = new Map<string, string>();

/**
 * Stores unsaved input until the user signs out or the tab closes, also across reloads. `ownerId` is the id
 * of an API key or an account. Never store secrets.
 */
export function saveDraft(ownerId: string, place: string, draft: unknown): void {
  const name = nameOf(ownerId, place);
  const text = JSON.stringify(draft);
  memory.set(name, text);
  try {
    sessionStorage.setItem(name, text);
  } catch {
    // The storage is full. Without this call, a reload would restore an older version of the draft.
    sessionStorage.removeItem(name);
  }
}

export function loadDraft(ownerId: string, place: string): unknown {
  const name = nameOf(ownerId, place);
  return JSON.parse(memory.get(name) ?? sessionStorage.getItem(name) ?? "null") as unknown;
}

export function forgetDraft(ownerId: string, place: string): void {
  const name = nameOf(ownerId, place);
  memory.delete(name);
  sessionStorage.removeItem(name);
}

/** Returns the places of the owner's drafts that begin with `start`, each without `start`. */
export function placesAfter(ownerId: string, start: string): string[] {
  const beginning = nameOf(ownerId, start);
  const names = new Set([...memory.keys(), ...Object.keys(sessionStorage)]);
  return [...names].filter((name) => name.startsWith(beginning)).map((name) => name.slice(beginning.length));
}

/** Removes the tab's drafts of all owners, when the user signs out. */
export function forgetDrafts(): void {
  memory.clear();
  for (const name of Object.keys(sessionStorage).filter((one) => one.startsWith(`${PREFIX} `)))
    sessionStorage.removeItem(name);
}
