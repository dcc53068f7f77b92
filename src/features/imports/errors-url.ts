import type { Platform } from "../../platform/platform";
import { checkLink, type LinkKind, signLink } from "../../platform/signed-links";
import type { Instant } from "../../platform/time";
import type { Import } from "./import";

const LINKS: LinkKind = "import-errors-signing";

type ImportKey = Pick<Import, "accountId" | "id">;
type Parts = Pick<Platform, "db" | "secrets" | "clock">;

/** Returns an expiring URL that serves the rejected rows of an import without an API key. */
export async function signErrorsUrl(
  { config, ...parts }: Parts & { config: { publicUrl: string } },
  { accountId, id }: ImportKey,
): Promise<{ url: string; expiresAt: Instant }> {
  const { query, expiresAt } = await signLink(parts, LINKS, [accountId, id]);
  const url = `${config.publicUrl}/imports/${accountId}/${id}/errors?${new URLSearchParams(query).toString()}`;
  return { url, expiresAt };
}

/** Throws 403 for a URL that has expired or has an invalid signature. */
export const checkErrorsUrl = (
  parts: Parts,
  { accountId, id }: ImportKey,
  query: Readonly<Record<string, unknown>>,
): Promise<void> => checkLink(parts, LINKS, [accountId, id], query);
