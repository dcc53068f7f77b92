import type { PostFault } from "../../../../../messaging/post-error";
import type { KnownErrorCode } from "../../../../../client";
import { type Sentences, sentenceOf } from "../sentences";

/** Texts for rejected requests by error code. `of` has more specific texts by operation. */
const codes = {
  validation_failed: "The request is not valid.",
  unauthorized: "The session has ended. Sign in again.",
  forbidden: "This key does not have permission to do this.",
  not_found: "The resource no longer exists.",
  method_not_allowed: "The service does not support this.",
  conflict: "It conflicts with an existing item.",
  invalid_state: "The current state does not allow this. Reload the page.",
  import_in_progress: "An import is running on the list. Wait until it ends.",
  precondition_failed: "It has changed since you opened it. Reload the page and try again.",
  payload_too_large: "The request is too large. Send it in parts.",
  unsupported_media_type: "This kind of file is not accepted here.",
  unprocessable_entity: "This combination is not possible.",
  rate_limited: "Too many requests. Wait a moment.",
  internal_error: "Something went wrong in the service.",
  service_unavailable: "The service cannot do this at the moment.",
  unexpected_response: "The response came from another system, not from the service.",
} satisfies Record<KnownErrorCode, string>;

const of = {
  deleteTemplate:
    "A campaign that is not completed, or a follow-up of another template, uses it. Remove it there first.",
  deleteFile: "A template or a scheduled message uses the file.",
  confirmFile: "The file did not arrive completely or in time. Upload it again.",
  getFileDownloadUrl: "The file has not been uploaded yet.",
  deleteContactList: "This is the opt-out list. It cannot be deleted.",
  createImport: "Another import is running on the list, or the file has not been uploaded.",
  cancelImport: "The import has already ended.",
  sendMessages: "The same send is in progress. Wait a moment and check the messages.",
  updateMessage: "Its submission has begun, or it was canceled.",
  cancelMessage: "Its submission has begun.",
  createWebhook: "The account has reached its limit of webhooks. Delete one first.",
  rotateWebhookSecret: "The secret has been changed too often within 24 hours. Change it again later.",
  testWebhook: "The webhook is disabled. Enable it first.",
  retryWebhookDelivery: "The webhook is disabled. Enable it first.",
  replayWebhook: "The webhook is disabled. Enable it first.",
  updateCampaign: "It is running or completed, so its tags cannot be changed.",
  launchCampaign:
    "It cannot be launched now: it is running or completed, its list was deleted, or its sender was removed.",
  stopCampaign: "It is no longer running.",
  scheduleCampaign: "It cannot be scheduled now: it is running or completed.",
  cancelSchedule: "It is no longer scheduled.",
  deleteCampaign: "A campaign that has been launched cannot be deleted.",
};

const POST_FAULTS: Sentences<PostFault> = {
  not_public: () => "The URL does not lead to a public address by https.",
  unknown_host: () => "The host name is not known.",
  no_address: () => "The host name has no address.",
  unresolved: () => "The host name could not be resolved.",
  refused: () => "The connection was refused.",
  unreachable: () => "The host cannot be reached.",
  closed: () => "The connection was closed before a response arrived.",
  unknown: () => "The request failed.",
  no_response: ({ seconds }) => `No response within ${seconds} seconds.`,
  tls_failed: ({ detail }) => `The TLS connection failed (${detail}).`,
  failed: ({ detail }) => `The request failed (${detail}).`,
};

export const refusals = {
  codes,
  of,
  /** `seconds` is the wait that the service requests, formatted with its unit. */
  wait: (seconds: string) => `Too many requests. Try again in ${seconds}.`,
  requestId: (id: string) => `Give your operator this request ID: ${id}`,
  post: (fault: PostFault): string => sentenceOf(POST_FAULTS, fault),
  /** Details of the message error `missing_variable`. `names` are the variables without a value. */
  missing: (names: string) => `No value for: ${names}`,
  sandbox: {
    away: "The sandbox simulates a carrier that cannot be reached.",
    unreachable: "The phone could not be reached.",
    refused: "The sandbox rejects this number.",
  },
  unsupported: (carrier: string, part: string) =>
    `The carrier ${carrier} cannot send this content (${part}).`,
  atMost: (max: string, unit: "segments" | "characters" | "bytes") =>
    `At most ${max} ${{ segments: "SMS segments", characters: "characters", bytes: "bytes" }[unit]} fit`,
  tooLong: (size: string, unit: "segments" | "characters" | "bytes", max: string) =>
    `${size} ${{ segments: "SMS segments", characters: "characters", bytes: "bytes" }[unit]}; at most ${max} fit`,
};
