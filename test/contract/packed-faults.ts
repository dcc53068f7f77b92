import { at, inResponse, planted, withHeader, withoutHeader, withStatus } from "./corruptions/make";
import type { Corruption, Forward } from "./corruptions/proxy";

interface PlantedFault {
  plant: Corruption;
  found: RegExp;
}

/** Each fault is in another operation, so that none hides another. */
export const FAULTS: Readonly<Record<string, PlantedFault>> = {
  "a field of a wrong type": {
    plant: inResponse("GET /templates/*", (body) => void (body.created_at = 20261121)),
    found: /✗ getTemplate: [^]*? contract: created_at must be string/,
  },
  "a field that is missing": {
    plant: inResponse("GET /contacts/*", (body) => void delete body.attributes),
    found: /✗ getContact: [^]*? contract: the body must have required property 'attributes'/,
  },
  "a status that is not documented": {
    plant: planted("GET /templates", 200, withStatus(206)),
    found: /✗ listTemplates: [^]*? contract: the status 206 is not documented/,
  },
  "a wrong content type": {
    plant: planted("GET /contact-lists/*", 200, withHeader("content-type", "text/html")),
    found:
      /✗ getContactList: [^]*? contract: the content type is text\/html, the contract says application\/json/,
  },
  "a header of a wrong form": {
    plant: planted("GET /senders", 200, withHeader("ratelimit-limit", "plenty")),
    found: /✗ listSenders: [^]*? contract: the header RateLimit-Limit must be integer: plenty/,
  },
  "an operation that hangs": {
    plant: at("GET /contact-lists", () => new Promise<never>(() => {})),
    found: /✗ listContactLists: [^]*? no response: none arrived within 30 s/,
  },
  "a connection that ends without a response": {
    plant: at("GET /contacts", (request, forward) => {
      if (!request.url.searchParams.has("phone")) throw new Error("closed");
      return forward();
    }),
    found: /✗ listContacts: [^]*? no response: the connection ended without a response/,
  },
  "a header missing from every 404": {
    plant: async (_request, forward) => {
      const response = await forward();
      return response.status === 404 ? withoutHeader("x-request-id")(response) : response;
    },
    found:
      /✗ (\d\d) operations: the header X-Request-Id is missing \(and \d+ more like it\)\n(?: {4}\w+: .*\n)+ {4}At \1 operations:\n {4}\w+ 404.* and \d+ more$/m,
  },
};

export const everyFault: Corruption = (request, forward) =>
  Object.values(FAULTS).reduce<Forward>(
    (next, { plant }) =>
      () =>
        plant(request, next),
    forward,
  )();
