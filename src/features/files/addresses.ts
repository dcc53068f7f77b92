/** The key of a file in storage: where its bytes lie. */
export const storageKey = (file: { accountId: string; id: string }) => `${file.accountId}/${file.id}`;

/** The URL of an uploaded file that stays the same for good; carriers and handsets fetch media by it, without a key. */
export const stableUrl = ({ publicUrl }: { publicUrl: string }, downloadToken: string) =>
  `${publicUrl}/media/${downloadToken}`;
