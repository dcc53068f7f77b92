import { parametersOf, reportFault } from "./support.mjs";

const HEADER = "X-Service-Signature";

/** Requires that each event declares its signature header, by which receivers detect forged events. */
export default function eventSignature() {
  const check = (operation, ctx) => {
    const signature = parametersOf(operation, ctx.location, ctx).find(
      (one) => one.in === "header" && one.name === HEADER,
    );
    if (signature?.required === true) return;
    reportFault(
      ctx,
      operation.parameters === undefined ? ctx.location.key() : ctx.location.child("parameters"),
      {
        wrong: `The event does not require the header \`${HEADER}\``,
        why: "receivers that do not know the header accept forged events",
        write: "`parameters: [{$ref: ../parameters/ServiceSignature.yaml}]`",
      },
    );
  };
  return { WebhooksMap: { PathItem: { Operation: check } } };
}
