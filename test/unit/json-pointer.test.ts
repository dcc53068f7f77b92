import { escapedStep, valueAt } from "../../src/platform/json-pointer";

const document = { "": "unnamed", paths: { "/messages": { tags: ["Messages"] }, "~1": "tilde" } };

describe("valueAt", () => {
  it.each([
    ["/paths/~1messages/tags/0", "Messages"],
    ["#/paths/~1messages/tags/0", "Messages"],
    ["/paths/~01", "tilde"],
    ["/", "unnamed"],
    ["", document],
    ["#", document],
    ["/paths/~1senders/tags", undefined],
  ])("reads %j", (pointer, value) => expect(valueAt(document, pointer)).toBe(value));

  it.each(["Contact.yaml", "Contact.yaml#/paths", "#paths", "paths/~1messages"])("refuses %s", (text) => {
    expect(() => valueAt(document, text)).toThrow(`not a JSON pointer into this document: ${text}`);
  });

  it.each(["/messages", "~1", "a/b~c"])("reads %s by its escaped name", (name) => {
    expect(valueAt({ [name]: name }, `/${escapedStep(name)}`)).toBe(name);
  });
});
