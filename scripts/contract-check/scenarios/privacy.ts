import { differs } from "../expectations";
import { freeNumber } from "../fixtures";
import { type Context, scenario } from "../context";

/** Waits until a request has ended. */
const ended = (context: Context, id: string, purpose: string) =>
  context.until(
    "getPrivacyRequest",
    200,
    { params: { privacy_request_id: id } },
    ({ status }) => status === "completed" || status === "failed",
    purpose,
  );

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
    await ended(context, created.id, "waits for the export");
    await call(
      "getPrivacyRequest",
      200,
      { params: { privacy_request_id: created.id } },
      "reads the export",
      (one) => [
        ...differs("status", one.status, "completed"),
        ...differs("counts.contacts", one.counts.contacts, 1),
        ...(one.download_url === null ? ["a completed export has no download_url"] : []),
      ],
    );
    const erasure = await call(
      "createPrivacyRequest",
      202,
      { body: { phone, kind: "erasure" } },
      "requests an erasure",
    );
    await ended(context, erasure.id, "waits for the erasure");
    await call("listContacts", 200, { query: { phone } }, "finds no contact after the erasure", ({ data }) =>
      differs("the number of contacts", data.length, 0),
    );
    await call("listPrivacyRequests", 200, { query: { limit: 5 } }, "lists privacy requests");
  }),
  scenario("a privacy request for an invalid number", async (_context, call) => {
    const body = { phone: "123", kind: "export" as const };
    await call("createPrivacyRequest", 422, { body }, "requests an export of an invalid number");
  }),
];
