import type { PostFault } from "../../../../../messaging/post-error";
import type { KnownErrorCode } from "../../../../../client";

/** Reasons for a refused request by error code; `of` has more specific ones by operation. */
const codes = {
  validation_failed: "The request is not valid.",
  unauthorized: "The session is over: sign in again.",
  forbidden: "This key may not do this.",
  not_found: "The resource no longer exists.",
  method_not_allowed: "The service does not offer this.",
  conflict: "It conflicts with something that already exists.",
  invalid_state: "The current state does not allow this. Check it again.",
  import_in_progress: "An import is running on the list. Wait until it ends.",
  precondition_failed: "Another person changed it in the meantime. Reload it and try again.",
  payload_too_large: "The request is too large: send it in parts.",
  unsupported_media_type: "This kind of file is not accepted here.",
  unprocessable_entity: "This combination is not possible.",
  rate_limited: "There were too many requests at once. Wait a moment.",
  internal_error: "Something went wrong in the service.",
  service_unavailable: "The service cannot do this at the moment.",
  unexpected_response: "The response did not come from the service, but from a system in between.",
} satisfies Record<KnownErrorCode, string>;

const of = {
  deleteTemplate:
    "A campaign that is not completed, or a follow-up of another template, uses it. Remove it there first.",
  deleteFile: "A template uses the file.",
  confirmFile: "The file did not arrive completely or in time. Upload it again.",
  getFileDownloadUrl: "The file has not been uploaded yet.",
  deleteContactList: "This list holds the people who opted out and cannot be deleted.",
  createImport: "Another import is running on the list, or the file has not been uploaded.",
  cancelImport: "The import has already ended.",
  sendMessages: "The same send is in progress. Wait a moment and check the messages.",
  createWebhook: "The account has as many webhooks as it may have. Delete one first.",
  testWebhook: "The webhook is disabled. Enable it first.",
  retryWebhookDelivery: "The webhook is disabled. Enable it first.",
  launchCampaign: "It cannot be launched as it stands now: it is running or completed, or its list is gone.",
  stopCampaign: "It is not running any more.",
  scheduleCampaign: "It cannot be scheduled as it stands now: it is running or completed.",
  cancelSchedule: "It is not scheduled any more.",
  deleteCampaign: "A campaign that has been launched cannot be deleted.",
};

type PostWords = (fault: PostFault) => string;

const post: PostWords = (fault) => {
  switch (fault.code) {
    case "not_public":
      return "The URL does not lead to a public address by https.";
    case "unknown_host":
      return "The host name is not known.";
    case "no_address":
      return "The host name has no address.";
    case "unresolved":
      return "The host name could not be resolved.";
    case "refused":
      return "The connection was refused.";
    case "unreachable":
      return "The host cannot be reached.";
    case "closed":
      return "The connection was closed before an answer came.";
    case "unknown":
      return "The request failed.";
    case "no_answer":
      return `No answer within ${fault.seconds} seconds.`;
    case "tls_failed":
      return `The TLS connection failed (${fault.detail}).`;
    case "failed":
      return `The request failed (${fault.detail}).`;
  }
};

export const refusals = {
  codes,
  of,
  /** `seconds` is the formatted wait that the service asks for. */
  wait: (seconds: string) => `There were too many requests at once. Try again in ${seconds}.`,
  requestId: (id: string) => `Give the operator this request ID: ${id}`,
  /** Reasons why a webhook endpoint did not respond. */
  post,
  /** Details of a failed message. */
  missing: (names: string) => `No value for: ${names}`,
  tooLong: (size: string, unit: "segments" | "characters" | "bytes", most: string) =>
    `${size} ${{ segments: "SMS segments", characters: "characters", bytes: "bytes" }[unit]}; at most ${most} fit`,
};
