const PREFIX = "recado.draft";
const nameOf = (keyId: string, place: string) => `${PREFIX} ${keyId} ${place}`;

/** What does not fit into the tab's storage, for as long as the page is open. */
const memory = new Map<string, string>();

/**
 * Keeps what a person has entered and not saved, by the id of their key. It stays in this tab across reloads and the end
 * of a session. Forms that hold secrets keep nothing here.
 */
export function keepDraft(keyId: string, place: string, draft: unknown): void {
  const name = nameOf(keyId, place);
  const text = JSON.stringify(draft);
  memory.set(name, text);
  try {
    sessionStorage.setItem(name, text);
  } catch {
    // The storage is full or switched off: an older draft in it would come back instead of this one.
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

/** Forgets everything that a person has left, when they sign out. */
export function forgetDraftsOf(keyId: string): void {
  const isTheirs = (name: string) => name.startsWith(nameOf(keyId, ""));
  for (const name of [...memory.keys()].filter(isTheirs)) memory.delete(name);
  try {
    for (const name of Object.keys(sessionStorage).filter(isTheirs)) sessionStorage.removeItem(name);
  } catch {
    // A storage that cannot be read holds nothing.
  }
}

function removeStored(name: string): void {
  try {
    sessionStorage.removeItem(name);
  } catch {
    // A storage that cannot be written holds nothing.
  }
}
