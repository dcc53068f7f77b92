import type { Page, Request } from "playwright-core";
import { EVERY_SUGGESTION, link, reply, sendEverything } from "./sender";
import { freshNumber, picture, stage, written } from "./stage";

const phone = stage();

const posted = (page: Page, action: string): Promise<Request> =>
  page.waitForRequest(
    (request) => request.method() === "POST" && request.url().endsWith(`/sandbox/${action}`),
  );

async function accepted(request: Request): Promise<unknown> {
  expect((await request.response())?.status()).toBe(202);
  return request.postDataJSON() as unknown;
}

describe("the sandbox phone", () => {
  it("shows every kind of message as on a phone", async () => {
    const number = freshNumber();
    await sendEverything(phone.customer, number);
    const page = await phone.visit(number);
    const entries = page.locator("#entries");
    await entries.getByText("Olá João, seu código é 4321.").waitFor();
    await entries.getByText("1 segment", { exact: true }).waitFor();
    const rcs = entries.locator("li.entry", { hasText: "Seu pedido nº 1" });
    expect(await rcs.locator(".suggestion").count()).toBe(EVERY_SUGGESTION.length);
    await entries.getByText("Sua compra saiu para entrega").first().waitFor();
    expect(await entries.locator(".carousel > li").count()).toBe(3);
    await page.waitForFunction(
      () =>
        [...document.images].length === 5 && [...document.images].every((one) => one.naturalWidth === 480),
    );
    const sound = page.locator("audio");
    const plays = sound.evaluate(async (audio: HTMLAudioElement) => {
      await audio.play();
      return audio.duration;
    });
    expect(await plays).toBeCloseTo(1, 1);
    await page.getByText("Follow the newest").waitFor();
    expect(await page.locator("#history .pill").allTextContents()).toEqual(["pending", "sent", "delivered"]);
  });

  it("shows and announces a message that arrives while the page is open", async () => {
    const number = freshNumber();
    const page = await phone.visit(number);
    await page.getByText("Nothing has been sent to this number.").waitFor();
    await phone.customer.send("sms", { type: "text", text: "Chegou agora" }, number);
    await page.locator("#entries").getByText("Chegou agora").waitFor();
    expect(await page.getByRole("status").first().textContent()).toBe("New SMS from 27000: Chegou agora");
    await page.getByRole("button", { name: `New. ${written(number)}` }).waitFor({ state: "detached" });
  });

  it("continues after a truncated response", async () => {
    const number = freshNumber();
    const page = await phone.visit(number);
    await page.getByText("Nothing has been sent to this number.").waitFor();
    const cutOff = { status: 200, contentType: "application/json", body: '{"data":[' };
    await page.route("**/v3/messages?*", (route) => route.fulfill(cutOff), { times: 1 });
    await page.getByText("The service is not responding. Retrying in 2 s.").waitFor();
    await phone.customer.send("sms", { type: "text", text: "Mesmo assim" }, number);
    await page.locator("#entries").getByText("Mesmo assim").waitFor();
    expect(await page.locator("#banner").isHidden()).toBe(true);
  });

  it("lists undelivered messages without their text", async () => {
    const number = `${freshNumber().slice(0, -4)}0001`;
    await phone.customer.send("sms", { type: "text", text: "Nunca visto" }, number, "undelivered");
    const page = await phone.visit(number);
    await page
      .getByRole("button", { name: "SMS was not delivered (the handset could not be reached)" })
      .click();
    expect(await page.locator("#entries").textContent()).not.toContain("Nunca visto");
    await page.locator("#facts").getByText("undeliverable").waitFor();
  });

  it("sends replies, taps and read events through the sandbox carrier", async () => {
    const number = freshNumber();
    const id = await phone.customer.send(
      "rcs",
      {
        type: "card",
        orientation: "vertical",
        card: { title: "Confirma?", suggestions: [reply("Sim"), EVERY_SUGGESTION[2]] },
        suggestions: [reply("Depois")],
      },
      number,
    );
    const page = await phone.visit(number);
    const tapped = posted(page, "taps");
    await page.getByRole("button", { name: "Depois" }).click();
    expect(await accepted(await tapped)).toEqual({ message_id: id, suggestion: 2 });
    await page.locator("#entries .own").getByText("Depois").waitFor();

    const dialled = posted(page, "taps");
    await page.getByRole("button", { name: "Ligar para a loja" }).click();
    expect(await accepted(await dialled)).toEqual({ message_id: id, suggestion: 1 });
    await page.getByText("The phone would now call +551130000000.").waitFor();
    await page.locator("#entries .event").getByText("Tapped “Ligar para a loja”").waitFor();

    const read = posted(page, "reads");
    await page.getByRole("button", { name: "Mark as read" }).click();
    expect(await accepted(await read)).toEqual({ message_id: id });
    await page.locator("#history").getByText("read", { exact: true }).waitFor();

    const replied = posted(page, "replies");
    await page.getByLabel("Your reply").fill("Obrigado, até já!");
    await page.getByRole("button", { name: "Send" }).click();
    expect(await accepted(await replied)).toMatchObject({
      channel: "rcs",
      from: number,
      text: "Obrigado, até já!",
    });
    await page.locator("#entries .own").getByText("Obrigado, até já!").waitFor();
    expect(await page.getByLabel("Your reply").inputValue()).toBe("");
    const { data } = await phone.customer.get<{ data: unknown[] }>(
      `/v3/inbound-messages?sender=${encodeURIComponent(number)}`,
    );
    expect(data).toMatchObject([
      {
        channel: "rcs",
        sender: number,
        content_type: "text",
        text: "Obrigado, até já!",
        paired_message_id: id,
      },
      { content_type: "suggestion", text: "Depois", postback_data: "Depois", paired_message_id: id },
    ]);
    const events = await phone.customer.get<{ data: unknown[] }>(
      `/v3/inbound-rcs-events?sender=${encodeURIComponent(number)}`,
    );
    expect(events.data).toMatchObject([{ event_type: "action", action_label: "Ligar para a loja" }]);

    await page.getByLabel("Your reply").fill("SAIR");
    await page.getByLabel("Your reply").press("Enter");
    await page.locator("#entries .own").getByText("SAIR").waitFor();
    await phone.customer.send("sms", { type: "text", text: "Volte!" }, number, "blocked");
    await page.getByRole("button", { name: "SMS was not sent: the number is suppressed" }).waitFor();
    await page.screenshot({ path: picture("phone-answered") });
  });

  it("opens only web addresses, and sends no referrer", async () => {
    const number = freshNumber();
    await phone.customer.send(
      "rcs",
      { type: "text", text: "Veja", suggestions: [link("Loja", `${phone.baseUrl}/healthz`)] },
      number,
    );
    const page = await phone.visit(number);
    const anchor = page.getByRole("link", { name: "Loja" });
    expect(await anchor.getAttribute("rel")).toBe("noopener noreferrer");
    const tapped = posted(page, "taps");
    const [opened] = await Promise.all([page.context().waitForEvent("page"), anchor.click()]);
    await accepted(await tapped);
    expect(await opened.evaluate(() => [window.opener, document.referrer])).toEqual([null, ""]);
    const addresses = ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "x", "https://a.b/c"];
    // A string, so that the browser imports the page's module, not the compiler of this file.
    const followed: unknown = await page.evaluate(
      `import("/sandbox/assets/format.mjs").then(({ webAddress }) => ${JSON.stringify(addresses)}.map(webAddress))`,
    );
    expect(followed).toEqual([null, null, null, null, "https://a.b/c"]);
  });

  it("shows markup in untrusted texts as plain text", async () => {
    const number = freshNumber();
    const evil = `<img src=x onerror="document.title='broken'"><script>document.title='broken'</script>`;
    await phone.customer.send("sms", { type: "text", text: evil }, number);
    await phone.customer.send(
      "rcs",
      {
        type: "carousel",
        card_width: "small",
        cards: [1, 2].map((one) => ({
          title: evil + one,
          description: evil,
          suggestions: [reply("<b>Sim</b>")],
        })),
      },
      number,
    );
    const page = await phone.visit(number);
    await page.getByText(`${evil}2`).waitFor();
    await page.getByLabel("Your reply").fill(evil);
    await page.getByLabel("Your reply").press("Enter");
    await page.locator("#entries .own").getByText(evil).waitFor();
    expect(await page.locator("#entries img, #entries script, #entries b").count()).toBe(0);
    expect(await page.title()).toBe("Recado sandbox phone");
  });

  it("shows webhook deliveries", async () => {
    const number = freshNumber();
    const page = await phone.visit(number);
    await page.getByText("The account has no webhook endpoint.").waitFor();
    const { id } = await phone.customer.post<{ id: string }>("/v3/webhooks", {
      url: `${phone.baseUrl}/healthz`,
    });
    await phone.customer.send("sms", { type: "text", text: "Oi" }, number);
    // The endpoint rejects POST, so each delivery is retried later.
    await page.waitForTimeout(500);
    await page.reload();
    await page.getByLabel("API key").fill(phone.key);
    await page.getByRole("button", { name: "Open" }).click();
    const delivery = page.locator(".delivery").first();
    await delivery.getByText("pending").waitFor();
    await delivery.locator("summary").click();
    await delivery.getByText(/status 404/).waitFor();
    await page.screenshot({ path: picture("phone-webhooks") });
    // An open page would request the deliveries of the deleted endpoint.
    await page.close();
    await fetch(`${phone.baseUrl}/v3/webhooks/${id}`, {
      method: "DELETE",
      headers: { "X-API-Key": phone.key },
    });
  });

  it("stays well below the account's default rate limit", async () => {
    const number = freshNumber();
    const page = await phone.visit(number);
    await page.getByText("Nothing has been sent to this number.").waitFor();
    let requests = 0;
    page.on("request", () => (requests += 1));
    await page.waitForTimeout(5_000);
    expect(requests).toBeGreaterThan(4);
    // The default limit of 600 a minute is 50 in this time.
    expect(requests).toBeLessThan(20);
  });

  it("keeps the key in memory only", async () => {
    const page = await phone.visit(freshNumber());
    const stored = await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie]);
    expect(stored).toEqual([0, 0, ""]);
    expect(await page.content()).not.toContain(phone.key);
    await page.getByRole("button", { name: "Forget key" }).click();
    await page.getByRole("button", { name: "Open" }).waitFor();
    expect(await page.getByLabel("API key").inputValue()).toBe("");
    await page.getByLabel("API key").fill(`st_${"0".repeat(64)}`);
    phone.problems.length = 0;
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByText("The API key is unknown, revoked or expired").waitFor();
    // The browser reports the response 401 as a console error, which is expected here.
    phone.problems.length = 0;
  });
});

describe("keyboard use of the sandbox phone", () => {
  it("reaches the key, a reply and a suggestion by keyboard", async () => {
    const number = freshNumber();
    await phone.customer.send(
      "rcs",
      { type: "text", text: "Tudo bem?", suggestions: [reply("Sim"), reply("Não")] },
      number,
    );
    const page = await phone.visit(null);
    await page.reload();
    await page.keyboard.insertText(phone.key);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "No number chosen" }).waitFor();
    await page.keyboard.insertText(number);
    await page.keyboard.press("Enter");
    await page.locator("#entries").getByText("Tudo bem?").waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
    const outlined = () =>
      page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle === "solid");
    await page.keyboard.press("Tab");
    expect([await focused(), await outlined()]).toEqual(["Reply: Sim", true]);
    await page.keyboard.press("Tab");
    const tapped = posted(page, "taps");
    await page.keyboard.press("Enter");
    expect(await accepted(await tapped)).toMatchObject({ suggestion: 1 });
    await page.locator("#entries .own").getByText("Não").waitFor();
    expect(await focused()).toBe("Reply: Não");
    await page.keyboard.press("Tab");
    expect(await focused()).toMatch(/^Details of this RCS message/);
    // Past “Mark as read” and the choice of the route, to the reply.
    for (let steps = 0; steps < 3; steps++) await page.keyboard.press("Tab");
    await page.keyboard.insertText("Até logo");
    await page.keyboard.press("Enter");
    await page.locator("#entries .own").getByText("Até logo").waitFor();
  });

  it("switches tabs with arrow keys on a small screen", async () => {
    const page = await phone.visit(freshNumber(), { viewport: { width: 320, height: 640 } });
    const shown = () => page.getByRole("tabpanel").evaluateAll((panels) => panels.map(({ id }) => id));
    expect(await shown()).toEqual(["phone"]);
    await page.getByRole("tab", { name: "Phone" }).focus();
    await page.keyboard.press("ArrowRight");
    expect(await shown()).toEqual(["details"]);
    await page.keyboard.press("ArrowRight");
    expect(await shown()).toEqual(["numbers"]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBe(0);
    // As at 400 % zoom, or with an on-screen keyboard.
    await page.setViewportSize({ width: 320, height: 256 });
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
    await page.getByRole("tab", { name: "Phone" }).click();
    await page.getByRole("button", { name: "Send" }).click();
  });
});
