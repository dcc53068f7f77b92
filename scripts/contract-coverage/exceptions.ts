/**
 * Elements that no code can touch, with the reason, by their pointers into the bundle. One that is touched, or no longer
 * declared, has to go: the command fails on it.
 */
export const EXCEPTIONS: ReadonlyMap<string, string> = new Map([
  [
    "#/components/schemas/ApiKeyWithSecret/properties/last_used_at",
    "the answer that creates a key has the fields of a key, and nobody has used it yet",
  ],
  [
    "#/components/schemas/ApiKeyWithSecret/properties/revoked_at",
    "the answer that creates a key has the fields of a key, and nobody has revoked it yet",
  ],
  [
    "#/components/schemas/ImportErrorCode/enum/2",
    "an import is read below its list, so that nobody can read one whose list is gone",
  ],
  [
    "#/components/responses/IdempotencyConflict/headers/Retry-After",
    "the first request would have to claim its key and lose it again between two statements of the second",
  ],
]);
