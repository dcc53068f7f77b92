import { scenario } from "../context";
import { allDiffer, expiresWithin } from "../expectations";
import { freeNumber, newContact } from "../fixtures";

export const privacy = [
  scenario("the life of privacy requests", async (context, call) => {
    const invalid = { body: { phone: "123", kind: "export" as const } };
    await call("createPrivacyRequest", 422, invalid, "requests an export of an invalid number");
    const phone = await freeNumber(context);
    await newContact(context, phone);
    const number = { query: { recipient: [phone], limit: 1 } };
    const { pagination } = await call("listMessages", 200, number, "counts the messages to the number");
    const exported = { phone, kind: "export" as const };
    const { id } = await call("createPrivacyRequest", 202, { body: exported }, "requests an export");
    const request = { params: { privacy_request_id: id } };
    await context.until("getPrivacyRequest", request, "waits for the export", ({ status }) =>
      status === "completed" || status === "failed" ? [] : [status],
    );
    await call("getPrivacyRequest", 200, request, "reads the export", (one) => [
      ...allDiffer(one, { status: "completed", "counts.contacts": 1, "counts.messages": pagination.total }),
      ...expiresWithin(one.expires_at, 23 * 60, 25 * 60),
      ...(one.download_url === null ? ["a completed export has no download_url"] : []),
    ]);
    const body = { phone, kind: "erasure" as const };
    // An erasure takes more than a minute, so the check does not wait for its end.
    const erasure = await call("createPrivacyRequest", 202, { body }, "requests an erasure");
    const same = { id: erasure.id };
    await call("createPrivacyRequest", 202, { body }, "repeats a request that has not ended", same);
    await call("listPrivacyRequests", 200, { query: { limit: 5 } }, "lists privacy requests");
  }),
];
