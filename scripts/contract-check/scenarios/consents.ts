import { scenario } from "../context";
import { allDiffer, differs } from "../expectations";
import { freeNumber } from "../fixtures";

const content = { type: "text", text: "Oi!" } as const;

export const consents = [
  scenario("consents that block and allow messages", async (context, call) => {
    const phone = await freeNumber(context);
    const free = await freeNumber(context);
    const preview = (purpose: "marketing" | "otp", isRevoked: boolean, why: string) => {
      const body = { channel: "sms" as const, purpose, content, recipients: [{ to: phone }, { to: free }] };
      // The status may differ from `pending`: an account may have no sender, or a rule for the purpose.
      return call("previewMessages", 200, { body }, why, ({ data }) =>
        isRevoked ? differs("data.0.block_reason", data[0]?.block_reason, "suppressed") : [],
      );
    };
    const about = { phone, purposes: ["marketing" as const] };
    const evidence = {
      text: "Quero receber ofertas.",
      url: "https://padariasol.com.br/clube",
      ip: "203.0.113.7",
    };
    const granted = { body: { ...about, status: "granted" as const, evidence } };
    const consent = await call("createConsent", 201, granted, "grants a consent", (body) =>
      allDiffer(body, { ...granted.body, source: "api" }),
    );
    await call("getConsent", 200, { params: { consent_id: consent.id } }, "reads a consent", (body) =>
      allDiffer(body, consent),
    );
    await preview("marketing", false, "previews a send with a consent");
    const revoked = { body: { ...about, status: "revoked" as const } };
    await call("createConsent", 201, revoked, "revokes a consent");
    await preview("marketing", true, "previews a send without a consent");
    await preview("otp", false, "previews a send for another purpose");
    const old = { body: { ...granted.body, occurred_at: "2020-01-01T00:00:00Z" } };
    await call("createConsent", 201, old, "grants an older consent");
    await preview("marketing", true, "previews a send after an older consent");
    await call("createConsent", 201, granted, "grants a consent again");
    const page = { query: { phone: [phone] } };
    await call("listConsents", 200, page, "lists the consents of a number", ({ pagination }) =>
      differs("pagination.total", pagination.total, 4),
    );
    const ahead = new Date(Date.now() + 86_400_000).toISOString();
    await call(
      "createConsent",
      422,
      { body: { ...granted.body, occurred_at: ahead } },
      "grants in the future",
    );
    await call("createConsent", 422, { body: { ...granted.body, phone: "123" } }, "grants for no number");
    const { id: contact_id } = await context.provoke(
      "upsertContact",
      201,
      { body: { phone } },
      "saves the contact",
    );
    await call("listContactConsents", 200, { params: { contact_id } }, "lists the consents of a contact");
    await call("deleteContact", 204, { params: { contact_id } }, "deletes the contact of the consents");
  }),
];
