export const storageKey = (file: { accountId: string; id: string }) => `${file.accountId}/${file.id}`;

/** Returns the permanent URL of an uploaded file. Carriers and handsets download media without an API key. */
export const stableUrl = ({ publicUrl }: { publicUrl: string }, downloadToken: string) =>
  `${publicUrl}/media/${downloadToken}`;
