const PREFIX = "recado.draft";
const nameOf = (keyId: string, place: string) => `${PREFIX} ${keyId} ${place}`;

/** Drafts of the open page. The tab's storage lacks drafts that exceed its quota. */
const memory = new Map<string, string>();

/** Stores unsaved input until the tab closes, also across reloads and sessions. Never store secrets. */
export function saveDraft(keyId: string, place: string, draft: unknown): void {
  const name = nameOf(keyId, place);
  const text = JSON.stringify(draft);
  memory.set(name, text);
  try {
    sessionStorage.setItem(name, text);
  } catch {
    // The storage is full. Without this call, a reload would restore an older draft.
    sessionStorage.removeItem(name);
  }
}

export function loadDraft(keyId: string, place: string): unknown {
  const name = nameOf(keyId, place);
  return JSON.parse(memory.get(name) ?? sessionStorage.getItem(name) ?? "null") as unknown;
}

export function forgetDraft(keyId: string, place: string): void {
  const name = nameOf(keyId, place);
  memory.delete(name);
  sessionStorage.removeItem(name);
}

/** Removes all drafts of an API key, when the user signs out. */
export function forgetDraftsOf(keyId: string): void {
  const isOfKey = (name: string) => name.startsWith(nameOf(keyId, ""));
  for (const name of [...memory.keys()].filter(isOfKey)) memory.delete(name);
  for (const name of Object.keys(sessionStorage).filter(isOfKey)) sessionStorage.removeItem(name);
}
