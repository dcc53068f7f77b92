import type { Platform } from "../../platform/platform";
import { checkLink, type LinkKind, signLink } from "../../platform/signed-links";
import type { Instant } from "../../platform/time";
import type { Import } from "./import";

const LINKS: LinkKind = "import-errors-signing";

type ImportKey = Pick<Import, "accountId" | "id">;
type Deps = Pick<Platform, "db" | "secrets" | "clock">;

/** Returns an expiring URL that serves the rejected rows of an import without an API key. */
export async function signErrorsUrl(
  { config, ...deps }: Deps & { config: { publicUrl: string } },
  { accountId, id }: ImportKey,
): Promise<{ url: string; expiresAt: Instant }> {
  const { query, expiresAt } = await signLink(deps, LINKS, [accountId, id]);
  const url = `${config.publicUrl}/imports/${accountId}/${id}/errors?${new URLSearchParams(query).toString()}`;
  return { url, expiresAt };
}

/** Throws 403 for a URL that has expired or has an invalid signature. */
export const checkErrorsUrl = (
  deps: Deps,
  { accountId, id }: ImportKey,
  query: Readonly<Record<string, unknown>>,
): Promise<void> => checkLink(deps, LINKS, [accountId, id], query);
