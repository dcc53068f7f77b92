import type { PrivacyApi } from "../../../generated/server/privacy.api";
import { pageOf, pageRequest } from "../../platform/db/page";
import type { Platform } from "../../platform/platform";
import { notFound } from "../../platform/problem";
import type { Wakeups } from "../../queue/wakeups";
import type { Storage } from "../../storage/storage";
import { createRequest } from "./create-request";
import { downloadOf } from "./export-file";
import { phoneOf, type PrivacyRequest, toContract } from "./privacy-request";
import { findRequest, listRequests } from "./privacy.store";

export function privacyApi(
  deps: Pick<Platform, "db" | "clock" | "ids"> & { storage: Storage; wakeups: Wakeups },
): PrivacyApi {
  const { db, clock, storage, wakeups } = deps;
  const shown = async (request: PrivacyRequest) =>
    toContract(request, (await downloadOf({ storage, clock }, request))?.url ?? null);

  return {
    async listPrivacyRequests({ query, caller: { accountId } }) {
      const page = pageRequest(query);
      const { requests, total } = await listRequests(db, accountId, page);
      return { status: 200, body: pageOf(await Promise.all(requests.map(shown)), total, page) };
    },

    async createPrivacyRequest({ body, caller: { accountId } }) {
      const created = await createRequest(deps, { accountId, phone: phoneOf(body.phone), kind: body.kind });
      wakeups.wake("privacy", [{ accountId, key: accountId }]);
      return { status: 202, body: await shown(created) };
    },

    async getPrivacyRequest({ params, caller: { accountId } }) {
      const request = await findRequest(db, accountId, params.privacy_request_id);
      if (request === null) throw notFound("The privacy request");
      return { status: 200, body: await shown(request) };
    },
  };
}
