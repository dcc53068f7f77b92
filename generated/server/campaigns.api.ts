// Generated from openapi/ by `npm run generate`. Edits are lost.

import type { OperationReply, OperationRequest } from "./binding";

/** Handlers of the operations of one tag. Failures are thrown, never returned. */
export interface CampaignsApi {
  /**
   * Cancel a schedule
   *
   * `DELETE /campaigns/{campaign_id}/schedule`
   *
   * Puts a `scheduled` campaign back to `draft` and clears `scheduled_at`; it will not launch by itself. In
   * any other status the answer is 409.
   */
  cancelSchedule(request: OperationRequest<"cancelSchedule">): Promise<OperationReply<"cancelSchedule">>;
  /**
   * Create a campaign
   *
   * `POST /campaigns`
   *
   * Prepares to send one template to one contact list, under a name that no other campaign of the account
   * has. It begins as a `draft`: no message is made before it is launched. The channel is the template's. A
   * template or list that is absent is 404; a list of type `blacklist` is 422. Messages go out from the
   * sender that `sender_id` names, or else from the default sender that the channel has when they are
   * created. A sender that the account does not have, or that belongs to another channel than the template,
   * is 422.
   */
  createCampaign(request: OperationRequest<"createCampaign">): Promise<OperationReply<"createCampaign">>;
  /**
   * Delete a campaign
   *
   * `DELETE /campaigns/{campaign_id}`
   *
   * Takes away a `draft` or `scheduled` campaign, together with its schedule, and frees its name. In any
   * other status the answer is 409. Messages that an earlier run made are kept.
   */
  deleteCampaign(request: OperationRequest<"deleteCampaign">): Promise<OperationReply<"deleteCampaign">>;
  /**
   * Get a campaign
   *
   * `GET /campaigns/{campaign_id}`
   *
   * Answers with one campaign and how far it has come.
   */
  getCampaign(request: OperationRequest<"getCampaign">): Promise<OperationReply<"getCampaign">>;
  /**
   * Launch a campaign
   *
   * `POST /campaigns/{campaign_id}/launch`
   *
   * Starts a campaign in `draft` or `error` and answers before anything is sent. The contacts that are on the
   * list at this instant get one message each; who joins the list later gets none. The template's content and
   * follow-up rules are taken as they are now: a template that is changed later changes nothing in this run.
   * A list without contacts completes the campaign at once. After an `error` the run goes on: contacts who
   * are on the list by now are taken up, nobody gets a second message, and messages that still wait are sent.
   * While an import runs on the list, in any other status, or when the list has been deleted or the
   * campaign's own sender removed, the answer is 409. Where the carrier of the sender has no way to send what
   * the template holds, such as a horizontal card where there are vertical ones only, it is 422 and names
   * that part.
   */
  launchCampaign(request: OperationRequest<"launchCampaign">): Promise<OperationReply<"launchCampaign">>;
  /**
   * List campaigns
   *
   * `GET /campaigns`
   *
   * Answers with the campaigns of the account, newest first. `created_from` after `created_to` is 400.
   */
  listCampaigns(request: OperationRequest<"listCampaigns">): Promise<OperationReply<"listCampaigns">>;
  /**
   * Schedule a campaign
   *
   * `PUT /campaigns/{campaign_id}/schedule`
   *
   * Sets the instant at which the campaign launches by itself; for one that is `scheduled` already it
   * replaces the instant. An instant that is not in the future is 422, as is a template that the carrier of
   * the sender has no way to send. A status other than `draft`, `error` and `scheduled` is 409. When the
   * instant comes while an import runs on the list, the launch waits for its end, though not for ever. When
   * the list or the campaign's own sender is gone by then, the campaign becomes `error`.
   */
  scheduleCampaign(
    request: OperationRequest<"scheduleCampaign">,
  ): Promise<OperationReply<"scheduleCampaign">>;
  /**
   * Stop a campaign
   *
   * `POST /campaigns/{campaign_id}/stop`
   *
   * Ends a run early. Within seconds nothing more of it goes to carriers, and the campaign is in `error` with
   * the code `stopped`. What was handed over already is followed to its end. Launch it again to go on. A
   * campaign that is not `running` is 409.
   */
  stopCampaign(request: OperationRequest<"stopCampaign">): Promise<OperationReply<"stopCampaign">>;
  /**
   * Rename a campaign
   *
   * `PATCH /campaigns/{campaign_id}`
   *
   * Changes the name, whatever the status. Template, list and channel are fixed.
   */
  updateCampaign(request: OperationRequest<"updateCampaign">): Promise<OperationReply<"updateCampaign">>;
}
