// Generated from openapi/ by `npm run generate`. Edits are lost.

import type { OperationReply, OperationRequest } from "./binding";

/** Handlers of the operations of one tag. Failures are thrown, never returned. */
export interface TemplatesApi {
  /**
   * Create a template
   *
   * `POST /templates`
   *
   * Creates a template: content for one channel, under a name that is unique in the account. The service
   * detects the placeholders and lists them in `variables`. Files in the content must be `uploaded` and of a
   * suitable kind, otherwise the response is 422.
   *
   * `follow_ups` sets what to send after an outcome of the template's messages, for example an SMS where an
   * RCS message did not arrive. A template has at most five rules.
   */
  createTemplate(request: OperationRequest<"createTemplate">): Promise<OperationReply<"createTemplate">>;
  /**
   * Delete a template
   *
   * `DELETE /templates/{template_id}`
   *
   * Deletes a template and frees its name. Returns 409 while a follow-up rule of another template sends it,
   * or a campaign uses it that is a draft, scheduled, running or in error, directly or by the follow-up rules
   * of its launch. Messages that were created from the template are kept. A follow-up that waits to send the
   * template is not sent.
   */
  deleteTemplate(request: OperationRequest<"deleteTemplate">): Promise<OperationReply<"deleteTemplate">>;
  /**
   * Get a template
   *
   * `GET /templates/{template_id}`
   *
   * Returns a template with its content and follow-up rules.
   */
  getTemplate(request: OperationRequest<"getTemplate">): Promise<OperationReply<"getTemplate">>;
  /**
   * List templates
   *
   * `GET /templates`
   *
   * Returns the templates of the account, by default newest first.
   */
  listTemplates(request: OperationRequest<"listTemplates">): Promise<OperationReply<"listTemplates">>;
  /**
   * Update a template
   *
   * `PATCH /templates/{template_id}`
   *
   * Changes the name, the purpose, the content, the validity or the follow-up rules; `follow_ups` replaces
   * all rules. The channel cannot be changed. Messages that were already created keep their purpose, content,
   * validity and rules, and a running campaign keeps those of its launch.
   */
  updateTemplate(request: OperationRequest<"updateTemplate">): Promise<OperationReply<"updateTemplate">>;
}
