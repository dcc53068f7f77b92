import type { Purpose } from "../../messaging/purpose";

/**
 * Priorities of submission jobs. Among transactional messages, direct sends precede campaigns. The numbers of
 * transactional messages are those of earlier builds, which lease no other priority.
 */
export const PRIORITY = { otp: -1, transactional: 0, transactionalCampaign: 1, marketing: 2 } as const;

export const priorityOf = (purpose: Purpose, campaignId: string | null): number =>
  purpose === "transactional" && campaignId !== null ? PRIORITY.transactionalCampaign : PRIORITY[purpose];
