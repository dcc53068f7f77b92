const PREFIX = "recado.draft";
const nameOf = (keyId: string, place: string) => `${PREFIX} ${keyId} ${place}`;

/** Drafts of the open page, including drafts that do not fit into the tab's storage. */
const memory = new Map<string, string>();

/**
 * Stores unsaved input by the id of the API key. It stays in this tab across reloads and the end of a
 * session. Forms with secrets must not use it.
 */
export function keepDraft(keyId: string, place: string, draft: unknown): void {
  const name = nameOf(keyId, place);
  const text = JSON.stringify(draft);
  memory.set(name, text);
  try {
    sessionStorage.setItem(name, text);
  } catch {
    // The storage is full or disabled. Remove the older draft, so that it is not restored instead of this
    // one.
    removeStored(name);
  }
}

export function keptDraft(keyId: string, place: string): unknown {
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

/** Removes all drafts of a key when the user signs out. */
export function forgetDraftsOf(keyId: string): void {
  const isOfKey = (name: string) => name.startsWith(nameOf(keyId, ""));
  for (const name of [...memory.keys()].filter(isOfKey)) memory.delete(name);
  try {
    for (const name of Object.keys(sessionStorage).filter(isOfKey)) sessionStorage.removeItem(name);
  } catch {
    // An unreadable storage holds no drafts.
  }
}

function removeStored(name: string): void {
  try {
    sessionStorage.removeItem(name);
  } catch {
    // A disabled storage holds no drafts.
  }
}
