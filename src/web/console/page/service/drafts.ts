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
    // The storage is full or disabled. Without this call, a reload would restore an older draft.
    removeStored(name);
  }
}

export function loadDraft(keyId: string, place: string): unknown {
  const name = nameOf(keyId, place);
  try {
    return JSON.parse(memory.get(name) ?? sessionStorage.getItem(name) ?? "null") as unknown;
  } catch {
    return null;
  }
}

export function forgetDraft(keyId: string, place: string): void {
  const name = nameOf(keyId, place);
  memory.delete(name);
  removeStored(name);
}

/** Removes all drafts of an API key, when the user signs out. */
export function forgetDraftsOf(keyId: string): void {
  const isOfKey = (name: string) => name.startsWith(nameOf(keyId, ""));
  for (const name of [...memory.keys()].filter(isOfKey)) memory.delete(name);
  try {
    for (const name of Object.keys(sessionStorage).filter(isOfKey)) sessionStorage.removeItem(name);
  } catch {
    // A disabled storage throws, and holds no drafts.
  }
}

function removeStored(name: string): void {
  try {
    sessionStorage.removeItem(name);
  } catch {
    // A disabled storage throws, and holds no drafts.
  }
}
