// Generated from openapi/ by `npm run generate`. Edits are lost.

import type { OperationReply, OperationRequest } from "./binding";

/** Handlers of the operations of one tag. Failures are thrown, never returned. */
export interface CampaignsApi {
  /**
   * Cancel a schedule
   *
   * `DELETE /campaigns/{campaign_id}/schedule`
   *
   * Returns a `scheduled` campaign to `draft` and clears `scheduled_at`, so that it does not launch by
   * itself. Returns 409 in any other status.
   */
  cancelSchedule(request: OperationRequest<"cancelSchedule">): Promise<OperationReply<"cancelSchedule">>;
  /**
   * Create a campaign
   *
   * `POST /campaigns`
   *
   * Creates a campaign that sends one template to one contact list, under a name that is unique in the
   * account. It starts as a `draft`; messages are created at its launch. Its channel and purpose are those of
   * the template.
   *
   * `sender_id` chooses the sender of the messages. Without it, messages are sent from the channel's default
   * sender at the time of their creation.
   *
   * The campaign's messages and their follow-ups have its `tags`.
   *
   * Returns 404 if the template or the list does not exist, and 422 if the list is a `blacklist` or the
   * sender is not one of the account's senders for this channel.
   */
  createCampaign(request: OperationRequest<"createCampaign">): Promise<OperationReply<"createCampaign">>;
  /**
   * Delete a campaign
   *
   * `DELETE /campaigns/{campaign_id}`
   *
   * Deletes a `draft` or `scheduled` campaign with its schedule, and frees its name. Returns 409 in any other
   * status. Messages of earlier runs are kept; those still waiting end as `expired`, without follow-ups.
   */
  deleteCampaign(request: OperationRequest<"deleteCampaign">): Promise<OperationReply<"deleteCampaign">>;
  /**
   * Get a campaign
   *
   * `GET /campaigns/{campaign_id}`
   *
   * Returns a campaign and its progress.
   */
  getCampaign(request: OperationRequest<"getCampaign">): Promise<OperationReply<"getCampaign">>;
  /**
   * Launch a campaign
   *
   * `POST /campaigns/{campaign_id}/launch`
   *
   * Starts a campaign in `draft` or `error`, and returns before any message is sent. Each contact that is on
   * the list at this moment gets one message; contacts that join the list later get none. A contact that is
   * deleted while it is on a blacklist, before its message is created, gets none either. The run uses the
   * template's purpose, content, validity and follow-up rules of this moment. A campaign to an empty list is
   * `completed` at once.
   *
   * A launch after an `error` continues the campaign: it includes the contacts that are on the list by now,
   * sends no contact a second message while the first is stored, and sends the messages that are still
   * waiting. The service may delete the messages of a campaign that has not changed for the retention period;
   * their contacts then receive it again.
   *
   * Returns 409 in any other status, while an import is running on the list, and if the list was deleted or
   * the campaign's own sender was removed. Returns 422 if the sender's carrier cannot send the template's
   * content, such as a horizontal card where only vertical cards exist; `fields` names that part.
   */
  launchCampaign(request: OperationRequest<"launchCampaign">): Promise<OperationReply<"launchCampaign">>;
  /**
   * List campaigns
   *
   * `GET /campaigns`
   *
   * Returns the campaigns of the account, by default newest first. Returns 400 if `created_from` is after
   * `created_to`.
   */
  listCampaigns(request: OperationRequest<"listCampaigns">): Promise<OperationReply<"listCampaigns">>;
  /**
   * Schedule a campaign
   *
   * `PUT /campaigns/{campaign_id}/schedule`
   *
   * Sets the instant at which the service launches the campaign, or replaces it if the campaign is already
   * `scheduled`. Returns 422 if the instant is not in the future or the sender's carrier cannot send the
   * template's content, and 409 in a status other than `draft`, `error` and `scheduled`.
   *
   * If an import is running on the list at that instant, the launch waits for its end, at most 30 minutes.
   * The campaign becomes `error` if the import takes longer, if the list or the campaign's own sender is
   * gone, or if the service was down and comes back more than 24 hours late. The operator can change both
   * times. If the carrier can no longer send the content at that instant, the campaign launches, and each
   * message that the carrier cannot send is an `error` with `carrier_rejected`.
   */
  scheduleCampaign(
    request: OperationRequest<"scheduleCampaign">,
  ): Promise<OperationReply<"scheduleCampaign">>;
  /**
   * Stop a campaign
   *
   * `POST /campaigns/{campaign_id}/stop`
   *
   * Ends the run of a `running` campaign early. Within seconds, its messages are no longer submitted to
   * carriers, and the campaign is in `error` with the code `stopped`. Messages that were already submitted
   * are tracked to their final status. Launch the campaign again to continue. Returns 409 in any other
   * status.
   */
  stopCampaign(request: OperationRequest<"stopCampaign">): Promise<OperationReply<"stopCampaign">>;
  /**
   * Update a campaign
   *
   * `PATCH /campaigns/{campaign_id}`
   *
   * Changes the name of a campaign, in any status, and its tags, while its status is `draft`, `scheduled` or
   * `error`. Messages of an earlier run keep their tags. Template, list, sender and channel cannot be
   * changed.
   */
  updateCampaign(request: OperationRequest<"updateCampaign">): Promise<OperationReply<"updateCampaign">>;
}
