import type { CannedResponsesApi } from "../../../generated/server/canned-responses.api";
import type { Db } from "../../platform/db/dialect";
import { pageOf, pageRequest } from "../../platform/db/page";
import type { Platform } from "../../platform/platform";
import { conditionally, preconditionOf } from "../../platform/precondition";
import { notFound } from "../../platform/problem";
import { cleanName } from "../../platform/text";
import { type CannedResponse, refuseUnfitText, tagOf, toContract } from "./canned-response";
import * as cannedResponses from "./canned-responses.store";

const shown = (cannedResponse: CannedResponse) => ({
  headers: { ETag: tagOf(cannedResponse) },
  body: toContract(cannedResponse),
});

const absent = () => notFound("The canned response");

export function cannedResponsesApi({
  db,
  clock,
  ids,
}: Pick<Platform, "db" | "clock" | "ids">): CannedResponsesApi {
  async function cannedResponseOf(accountId: string, id: string): Promise<CannedResponse> {
    const cannedResponse = await cannedResponses.findCannedResponse(db, accountId, id);
    if (cannedResponse === null) throw absent();
    return cannedResponse;
  }

  const lockedTag = (accountId: string, id: string) => async (trx: Db) => {
    const cannedResponse = await cannedResponses.lockCannedResponse(trx, accountId, id);
    if (cannedResponse === null) throw absent();
    return tagOf(cannedResponse);
  };

  return {
    async listCannedResponses({ query, caller: { accountId } }) {
      const page = pageRequest(query);
      const found = await cannedResponses.listCannedResponses(db, accountId, page);
      return { status: 200, body: pageOf(found.cannedResponses.map(toContract), found.total, page) };
    },

    async createCannedResponse({ body, caller: { accountId } }) {
      const { text, shortcut = null } = body;
      const name = cleanName(body.name);
      await cannedResponses.refuseTaken(db, accountId, { name, shortcut });
      refuseUnfitText(text);
      const now = clock.now();
      const cannedResponse = { id: ids.next(), name, shortcut, text, createdAt: now, updatedAt: now };
      await cannedResponses.insertCannedResponse(db, accountId, cannedResponse);
      return { status: 201, ...shown(cannedResponse) };
    },

    async getCannedResponse({ params, caller: { accountId } }) {
      return { status: 200, ...shown(await cannedResponseOf(accountId, params.canned_response_id)) };
    },

    async updateCannedResponse({ params: { canned_response_id: id }, headers, body, caller: { accountId } }) {
      const precondition = preconditionOf(headers, "The canned response");
      const cannedResponse = await cannedResponseOf(accountId, id);
      precondition.require(tagOf(cannedResponse));
      const { text, shortcut } = body;
      const name = body.name === undefined ? undefined : cleanName(body.name);
      if (name === undefined && text === undefined && shortcut === undefined) {
        return { status: 200, ...shown(cannedResponse) };
      }
      await cannedResponses.refuseTaken(db, accountId, { name, shortcut }, id);
      if (text !== undefined) refuseUnfitText(text, cannedResponse.text);
      const updated = await conditionally(db, precondition, lockedTag(accountId, id), (on) =>
        cannedResponses.updateCannedResponse(on, accountId, id, { name, shortcut, text }, clock.now()),
      );
      if (updated === null) throw absent();
      return { status: 200, ...shown(updated) };
    },

    async deleteCannedResponse({ params: { canned_response_id: id }, headers, caller: { accountId } }) {
      const precondition = preconditionOf(headers, "The canned response");
      precondition.require(tagOf(await cannedResponseOf(accountId, id)));
      const existed = await conditionally(db, precondition, lockedTag(accountId, id), (on) =>
        cannedResponses.deleteCannedResponse(on, accountId, id),
      );
      if (!existed) throw absent();
      return { status: 204 };
    },
  };
}
