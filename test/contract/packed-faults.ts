import { type Given, inBody, type Plant, planted, type Seen } from "./doubled-server";

interface PlantedFault {
  plant: Plant;
  found: RegExp;
}

const without = (header: string) => (response: Given) => ({
  ...response,
  headers: Object.fromEntries(Object.entries(response.headers).filter(([name]) => name !== header)),
});

const withHeader = (name: string, value: string) => (response: Given) => ({
  ...response,
  headers: { ...response.headers, [name]: value },
});

/** Each fault is in another operation, so that none hides another. */
export const FAULTS: Readonly<Record<string, PlantedFault>> = {
  "a field of a wrong type": {
    plant: planted(
      "GET",
      "/templates/*",
      200,
      inBody((body) => ({ ...body, created_at: 20261121 })),
    ),
    found: /✗ getTemplate: [^]*? contract: created_at must be string/,
  },
  "a field that is missing": {
    plant: planted(
      "GET",
      "/contacts/*",
      200,
      inBody(({ attributes: _, ...body }) => body),
    ),
    found: /✗ getContact: [^]*? contract: the body must have required property 'attributes'/,
  },
  "a status that is not documented": {
    plant: planted("GET", "/templates", 200, (response) => ({ ...response, status: 206 })),
    found: /✗ listTemplates: [^]*? contract: the status 206 is not documented/,
  },
  "a wrong content type": {
    plant: planted("GET", "/contact-lists/*", 200, withHeader("content-type", "text/html")),
    found:
      /✗ getContactList: [^]*? contract: the content type is text\/html, the contract says application\/json/,
  },
  "a header of a wrong form": {
    plant: planted("GET", "/senders", 200, withHeader("ratelimit-limit", "plenty")),
    found: /✗ listSenders: [^]*? contract: the header RateLimit-Limit must be integer: plenty/,
  },
  "an operation that hangs": {
    plant: (response, seen) => (isRead(seen, "/contact-lists") ? new Promise<never>(() => {}) : response),
    found: /✗ listContactLists: [^]*? no response: nothing came within 15 s/,
  },
  "a connection that ends without a response": {
    plant: (response, seen) => {
      if (isRead(seen, "/contacts") && !seen.query.includes("phone=")) throw new Error("closed");
      return response;
    },
    found: /✗ listContacts: [^]*? no response: the connection ended without a response/,
  },
  "a header missing from every 404": {
    plant: (response) => (response.status === 404 ? without("x-request-id")(response) : response),
    found:
      /✗ (\d\d) operations: the header X-Request-Id is missing \(and \d+ more like it\)\n(?: {4}\w+: .*\n)+ {4}At \1 operations:\n {4}\w+ 404.* and \d+ more$/m,
  },
};

const isRead = ({ method, path }: Seen, expected: string) => method === "GET" && path === expected;

export const everyFault: Plant = async (response, seen, again) => {
  let corrupted = response;
  for (const { plant } of Object.values(FAULTS)) corrupted = await plant(corrupted, seen, again);
  return corrupted;
};
