import { loggedPath } from "../../src/http/access-log";

describe("the path in the access log", () => {
  it.each([
    ["/v3/messages?to=%2B5511987654321", "/v3/messages"],
    ["/media/secret", "/media/…"],
    ["/carriers/http/secret/report", "/carriers/http/…"],
    ["/console/replies/%2B5511987654321", "/console/…"],
    ["/console/session/%2B5511987654321", "/console/…"],
    ["/console", "/console"],
    ["/console/?lang=en", "/console/"],
    ["/console/session", "/console/session"],
    ["/console/assets/main-1a.js", "/console/assets/main-1a.js"],
  ])("names %s as %s", (url, path) => {
    expect(loggedPath(url)).toBe(path);
  });
});
