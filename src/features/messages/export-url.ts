import type { Platform } from "../../platform/platform";
import { Problem } from "../../platform/problem";
import { checkLink, type LinkKind, signLink } from "../../platform/signed-links";
import type { Instant } from "../../platform/time";
import type { MessageFilter } from "./list.store";

const LINKS: LinkKind = { name: "message-export-signing" };

type Parts = Pick<Platform, "db" | "secrets" | "clock">;

/** What an export is of. */
export interface MessageExport {
  accountId: string;
  filter: MessageFilter;
  /** Messages of later than this, in milliseconds, are no part of it. */
  createdBy: Instant;
}

/** A URL that answers an export, without a key, until it expires. What it is of stands in it, and nowhere else. */
export async function signExportUrl(
  { config, ...parts }: Parts & { config: { publicUrl: string } },
  { accountId, filter, createdBy }: MessageExport,
): Promise<{ url: string; expiresAt: Instant }> {
  const of = Buffer.from(JSON.stringify({ filter, createdBy })).toString("base64url");
  const { query, expiresAt } = await signLink(parts, LINKS, [accountId, of]);
  const search = new URLSearchParams({ of, ...query }).toString();
  return { url: `${config.publicUrl}/messages/${accountId}/export?${search}`, expiresAt };
}

/** The export that a URL is of; forbidden where this service did not sign it exactly so, or it has expired. */
export async function exportOf(
  parts: Parts,
  accountId: string,
  { of, ...query }: Readonly<Record<string, unknown>>,
): Promise<MessageExport> {
  if (typeof of !== "string") throw new Problem(403, "forbidden", "The signature does not fit this request");
  await checkLink(parts, LINKS, [accountId, of], query);
  const signed = JSON.parse(Buffer.from(of, "base64url").toString()) as Omit<MessageExport, "accountId">;
  return { accountId, ...signed };
}
