import { type Channel, type Context, scenario } from "../context";
import { differs } from "../expectations";
import { freeNumber } from "../fixtures";

/** A text of one segment. */
const content = { type: "text", text: "Olá." } as const;

/** Compares a price of the account with the price of a preview. Voice has no content without a file. */
async function comparePrice(context: Context, channel: Exclude<Channel, "voice">): Promise<void> {
  const body = { channel, content, recipients: [{ to: await freeNumber(context) }] };
  const { data } = await context.provoke(
    "previewMessages",
    200,
    { body },
    `previews one message by ${channel}`,
  );
  const [preview] = data;
  // A message without a sender costs nothing.
  if (preview?.status !== "pending") return;
  await context.provoke(
    "getAccount",
    200,
    {},
    `compares the price by ${channel} with a preview`,
    ({ prices }) => differs(`prices.${channel}`, prices[channel], preview.price),
  );
}

async function compareList(context: Context): Promise<void> {
  const query = { type: "blacklist", limit: 1_000 } as const;
  const { data } = await context.provoke("listContactLists", 200, { query }, "lists the blacklists");
  const provisioned = data.find(({ is_provisioned: isProvisioned }) => isProvisioned);
  if (provisioned === undefined) return;
  await context.provoke("getAccount", 200, {}, "compares the provisioned list with the lists", (account) =>
    differs("provisioned_list_id", account.provisioned_list_id, provisioned.id),
  );
}

async function compareFileSizes(context: Context): Promise<void> {
  const { kinds } = await context.provoke("getFileConstraints", 200, {}, "reads the maximum sizes of files");
  await context.provoke("getAccount", 200, {}, "compares the limits with those of files", ({ limits }) =>
    kinds.flatMap(({ kind, max_size_bytes: size }) =>
      differs(`limits.upload_bytes.${kind}`, limits.upload_bytes[kind], size),
    ),
  );
}

export const account = [
  scenario("the prices of the account against a preview", async (context) => {
    for (const channel of ["sms", "rcs"] as const) await comparePrice(context, channel);
  }),
  scenario("the provisioned list of the account", compareList),
  scenario("the limits of the account", compareFileSizes),
];
