// Generated from openapi/ by `npm run generate`. Edits are lost.

import type { OperationReply, OperationRequest } from "./binding";

/** Handlers of the operations of one tag. Failures are thrown, never returned. */
export interface TemplatesApi {
  /**
   * Create a template
   *
   * `POST /templates`
   *
   * Saves content for one channel under a name that no other template of the account has. The names of its
   * placeholders are found by the service and listed in `variables`. Files that the content refers to must be
   * uploaded and of a kind that fits; else the answer is 422.
   *
   * `follow_ups` says what to send after a message of this template has come to an outcome: an SMS where an
   * RCS message has not arrived, for example. A template has at most five such rules.
   */
  createTemplate(request: OperationRequest<"createTemplate">): Promise<OperationReply<"createTemplate">>;
  /**
   * Delete a template
   *
   * `DELETE /templates/{template_id}`
   *
   * Takes the template away and frees its name. While a campaign that is a draft, scheduled, running or in
   * error uses it, be it by the follow-up rules that it was launched with, or a follow-up rule of another
   * template does, the answer is 409. Messages that were made from it stay as they are.
   */
  deleteTemplate(request: OperationRequest<"deleteTemplate">): Promise<OperationReply<"deleteTemplate">>;
  /**
   * Get a template
   *
   * `GET /templates/{template_id}`
   *
   * Answers with one template and its content.
   */
  getTemplate(request: OperationRequest<"getTemplate">): Promise<OperationReply<"getTemplate">>;
  /**
   * List templates
   *
   * `GET /templates`
   *
   * Answers with the templates of the account, newest first.
   */
  listTemplates(request: OperationRequest<"listTemplates">): Promise<OperationReply<"listTemplates">>;
  /**
   * Update a template
   *
   * `PATCH /templates/{template_id}`
   *
   * Changes the name, the content, the follow-up rules or several of these; `follow_ups` takes the place of
   * all rules. Messages that were made from the template before keep what they had, and campaigns that run
   * keep what they were launched with. The channel cannot be changed.
   */
  updateTemplate(request: OperationRequest<"updateTemplate">): Promise<OperationReply<"updateTemplate">>;
}
