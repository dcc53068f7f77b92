/** Name of an API operation in the TypeScript client, `recado.<resource>.<method>`. */
interface ClientName {
  resource: string;
  method: string;
}

const wordsOf = (text: string) =>
  text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");

const camelCase = (words: readonly string[]) =>
  words.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join("");

const singular = (word: string) => word.replace(/s$/, "");

/**
 * Derives an operation's name in the client. The tag is the resource, and the operation id without the
 * resource is the method. `rotateWebhookSecret` with the tag `Webhooks` becomes `webhooks.rotateSecret`.
 */
export function clientName(operationId: string, tag: string): ClientName {
  const resource = wordsOf(tag);
  const [verb = "", ...object] = wordsOf(operationId);
  const begins = resource.every((word, index) => singular(word) === singular(object[index] ?? ""));
  return {
    resource: camelCase(resource),
    method: camelCase([verb, ...(begins ? object.slice(resource.length) : object)]),
  };
}
