import { testRepeatedChecks } from "./repeated";

const HOOK = "https://contract-check-00000000.invalid/hook";

testRepeatedChecks("SQLite", (deployment) => {
  it("reports the endpoints of a killed run that fill the account", async () => {
    const endpoint = (url: string) =>
      fetch(`${deployment.real.origin}/v3/webhooks`, {
        method: "POST",
        headers: { "x-api-key": deployment.real.key, "content-type": "application/json" },
        body: JSON.stringify({ url }),
      });
    const made: string[] = [];
    for (let response = await endpoint(HOOK); response.status === 201; response = await endpoint(HOOK))
      made.push(((await response.json()) as { id: string }).id);
    const [first, ...others] = await deployment.failuresWith({
      only: ["Webhooks"],
      proxyChain: deployment.proxyChain,
    });
    expect(others).toEqual([]);
    expect(first).toMatch(/^not tried, since no request succeeded: .*createWebhook/);
    for (const id of made) {
      const headers = { "x-api-key": deployment.real.key };
      await fetch(`${deployment.real.origin}/v3/webhooks/${id}`, { method: "DELETE", headers });
    }
    expect(await deployment.failuresWith({ only: ["Webhooks"], proxyChain: deployment.proxyChain })).toEqual(
      [],
    );
  });
});
