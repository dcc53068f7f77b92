import type { TestAccount } from "./service";

type Owner = Pick<TestAccount, "request">;

/** A kind of resource that has an `ETag`. */
interface ResourceKind {
  name: string;
  path: string;
  /** Whether two resources of an account cannot have the same name. */
  hasUniqueName: boolean;
  /** Returns the body of a request that creates one in the account, under a new name. */
  body(owner: Owner): Promise<object>;
  /** Returns a change with new values at each call. */
  change(): object;
  /** A change that the service rejects with 422 at any version; null for none. */
  refused: object | null;
}

const ABSENT = "01a1f8d3-ea00-7b3f-8d21-5c7e9a0b4f16";

let made = 0;

export const newName = (): string => `resource ${made++}`;

export const smsTemplate = () => ({ name: newName(), channel: "sms", content: { type: "text", text: "Oi" } });

export const defaultList = () => ({ name: newName(), type: "default" });

/** Creates the template and the list of a campaign, and returns the body of the request that creates it. */
export async function draftCampaign({ request }: Owner) {
  const idOf = async (path: string, body: object) =>
    ((await request.post(`/v3${path}`).send(body).expect(201)).body as { id: string }).id;
  return {
    name: newName(),
    template_id: await idOf("/templates", smsTemplate()),
    list_id: await idOf("/contact-lists", defaultList()),
  };
}

export const resourceKinds: readonly ResourceKind[] = [
  {
    name: "canned response",
    path: "/canned-responses",
    hasUniqueName: true,
    body: async () => ({ name: newName(), text: "Oi" }),
    change: () => ({ name: newName() }),
    refused: null,
  },
  {
    name: "template",
    path: "/templates",
    hasUniqueName: true,
    body: async () => smsTemplate(),
    change: () => ({ content: { type: "text", text: newName() } }),
    refused: { content: { type: "audio", file_id: ABSENT } },
  },
  {
    name: "contact list",
    path: "/contact-lists",
    hasUniqueName: true,
    body: async () => defaultList(),
    change: () => ({ name: newName() }),
    refused: { channels: ["sms"] },
  },
  {
    name: "campaign",
    path: "/campaigns",
    hasUniqueName: true,
    body: draftCampaign,
    change: () => ({ name: newName() }),
    refused: null,
  },
  {
    name: "webhook endpoint",
    path: "/webhooks",
    hasUniqueName: false,
    body: async () => ({ url: "https://example.com/hook" }),
    change: () => ({ description: newName() }),
    refused: { url: "ftp://example.com/" },
  },
];
