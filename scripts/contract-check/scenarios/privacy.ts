import { differs } from "../expectations";
import { freeNumber } from "../fixtures";
import { scenario } from "../context";

export const privacy = [
  scenario("the life of privacy requests", async (context, call) => {
    const phone = await freeNumber(context);
    await call("upsertContact", 201, { body: { phone } }, "creates a contact to export and erase");
    const created = await call(
      "createPrivacyRequest",
      202,
      { body: { phone, kind: "export" } },
      "requests an export",
    );
    const params = { privacy_request_id: created.id };
    await context.until(
      "getPrivacyRequest",
      200,
      { params },
      ({ status }) => status === "completed" || status === "failed",
      "waits for the export",
    );
    await call("getPrivacyRequest", 200, { params }, "reads the export", (one) => [
      ...differs("status", one.status, "completed"),
      ...differs("counts.contacts", one.counts.contacts, 1),
      ...(one.download_url === null ? ["a completed export has no download_url"] : []),
    ]);
    const body = { phone, kind: "erasure" as const };
    // It takes more than a minute, so the check does not wait for its end.
    const erasure = await call("createPrivacyRequest", 202, { body }, "requests an erasure");
    await call("createPrivacyRequest", 202, { body }, "repeats a request that has not ended", (one) =>
      differs("id", one.id, erasure.id),
    );
    await call("listPrivacyRequests", 200, { query: { limit: 5 } }, "lists privacy requests");
  }),
  scenario("a privacy request for an invalid number", async (_context, call) => {
    const body = { phone: "123", kind: "export" as const };
    await call("createPrivacyRequest", 422, { body }, "requests an export of an invalid number");
  }),
];
