import { scenario } from "../context";
import { differs } from "../expectations";
import { freeNumber, textTo } from "../fixtures";

export const account = [
  scenario("the prices of the account against a preview", async (context, call) => {
    for (const channel of ["sms", "rcs"] as const) {
      const request = { body: textTo([await freeNumber(context)], { channel }) };
      const { data } = await call("previewMessages", 200, request, `previews one message by ${channel}`);
      // A message without a sender has no price, so the check skips its channel.
      if (data[0]?.status !== "pending") continue;
      const price = { [`prices.${channel}`]: data[0].price };
      await call("getAccount", 200, {}, `compares the price by ${channel} with a preview`, price);
    }
  }),
  scenario("the provisioned list of the account", async (_context, call) => {
    const request = { query: { type: "blacklist" as const, limit: 1_000 } };
    const { data } = await call("listContactLists", 200, request, "lists the blacklists");
    const provisioned = data.find((list) => list.is_provisioned);
    if (provisioned === undefined) return;
    const right = { provisioned_list_id: provisioned.id };
    await call("getAccount", 200, {}, "compares the provisioned list with the lists", right);
  }),
  scenario("the limits of the account", async (_context, call) => {
    const { kinds } = await call("getFileConstraints", 200, {}, "reads the maximum sizes of files");
    await call("getAccount", 200, {}, "compares the limits with those of files", ({ limits }) =>
      kinds.flatMap(({ kind, max_size_bytes: size }) =>
        differs(`limits.upload_bytes.${kind}`, limits.upload_bytes[kind], size),
      ),
    );
  }),
];
