import type { Platform } from "../../platform/platform";
import { forbidden } from "../../platform/problem";
import { checkLink, type LinkKind, signLink } from "../../platform/signed-links";
import type { Instant } from "../../platform/time";
import type { CsvDialect } from "./export-csv";
import type { MessageFilter } from "./filter.store";

const LINKS: LinkKind = "message-export-signing";

type Deps = Pick<Platform, "db" | "secrets" | "clock">;

interface MessageExport {
  accountId: string;
  filter: MessageFilter;
  /** Latest creation time of an included message, in milliseconds. */
  createdBy: Instant;
  dialect: CsvDialect;
}

/** Returns a signed URL that serves the export without an API key until the URL expires. */
export async function signExportUrl(
  { config, ...deps }: Deps & { config: { publicUrl: string } },
  { accountId, ...signed }: MessageExport,
): Promise<{ url: string; expiresAt: Instant }> {
  const of = Buffer.from(JSON.stringify(signed)).toString("base64url");
  const { query, expiresAt } = await signLink(deps, LINKS, [accountId, of]);
  const search = new URLSearchParams({ of, ...query }).toString();
  return { url: `${config.publicUrl}/messages/${accountId}/export?${search}`, expiresAt };
}

/** Returns the export that a signed URL describes. Throws 403 if the signature is invalid or has expired. */
export async function exportOf(
  deps: Deps,
  accountId: string,
  { of, ...query }: Readonly<Record<string, unknown>>,
): Promise<MessageExport> {
  if (typeof of !== "string") throw forbidden("The signature does not match this request");
  await checkLink(deps, LINKS, [accountId, of], query);
  const signed = JSON.parse(Buffer.from(of, "base64url").toString()) as Omit<
    MessageExport,
    "accountId" | "dialect"
  > &
    Partial<Pick<MessageExport, "dialect">>;
  // A URL of an older build has no dialect and means `standard`.
  return { accountId, dialect: "standard", ...signed };
}
