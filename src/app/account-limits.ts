import type { components } from "../../generated/schema";
import { limits } from "../../generated/server/values";
import { type FileKind, kindConstraints } from "../features/files/constraints";
import { MAX_ENDPOINTS } from "../features/webhooks/endpoint";
import { MAX_REQUESTS_OF_ACCOUNT } from "../http/account-concurrency";
import { MAX_BODY_BYTES } from "../http/body";
import type { Config } from "./config";

const maxBytesOf = (kind: FileKind): number =>
  kindConstraints.find((constraint) => constraint.kind === kind)?.maxSizeBytes ?? 0;

/** Returns the limits that all accounts share, and the rate limit of accounts without their own. */
export const accountLimits = ({
  rateLimit,
}: Pick<Config, "rateLimit">): components["schemas"]["AccountLimits"] => ({
  requests_per_minute: rateLimit,
  concurrent_requests: MAX_REQUESTS_OF_ACCOUNT,
  body_bytes: MAX_BODY_BYTES,
  recipients_per_request: limits.SendMessagesRequest.recipients.maxItems,
  upload_bytes: {
    audio: maxBytesOf("audio"),
    image: maxBytesOf("image"),
    video: maxBytesOf("video"),
    csv: maxBytesOf("csv"),
  },
  webhooks: MAX_ENDPOINTS,
});
