import type { Page, Request } from "playwright-core";
import { violationsOn } from "./axe";
import { expectEventually, signedInto } from "./console";
import { EVERY_SUGGESTION, link, reply, sendEverything } from "./sender";
import { freshNumber, stage, written } from "./stage";

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
    const entries = page.locator(".phone-entries");
    await entries.getByText("Olá João, seu código é 4321.").waitFor();
    await entries.getByText("1 segmento", { exact: true }).waitFor();
    const rcs = entries.locator(".phone-entry", { hasText: "Seu pedido nº 1" });
    expect(await rcs.locator(".suggestions li").count()).toBe(EVERY_SUGGESTION.length);
    await entries.getByText("Sua compra saiu para entrega").first().waitFor();
    expect(await entries.locator(".carousel > .bubble").count()).toBe(3);
    await page.waitForFunction(
      () =>
        [...document.querySelectorAll<HTMLImageElement>(".phone-entries img")].filter(
          (one) => one.naturalWidth === 480,
        ).length === 5,
    );
    const sound = page.locator("audio");
    const plays = sound.evaluate(async (audio: HTMLAudioElement) => {
      await audio.play();
      return audio.duration;
    });
    expect(await plays).toBeCloseTo(1, 1);
    const steps = page.locator(".phone-history .status");
    await steps.nth(2).waitFor();
    expect(await page.getByLabel("Acompanhar a mais recente").isChecked()).toBe(true);
    expect(await steps.allTextContents()).toEqual(["Pendente", "Enviada", "Entregue"]);
  });

  it("shows and announces a message that arrives while the page is open", async () => {
    const number = freshNumber();
    const page = await phone.visit(number);
    await page.getByText("Nada foi enviado a este número.").waitFor();
    await phone.customer.send("sms", { type: "text", text: "Chegou agora" }, number);
    await page.locator(".phone-entries").getByText("Chegou agora").waitFor();
    await expectEventually(
      () => page.locator(".phone-news").textContent(),
      "Nova mensagem por SMS de 27000: Chegou agora",
    );
    await page.locator(".phone-number[aria-current]", { hasText: written(number) }).waitFor();
    const other = freshNumber();
    await phone.customer.send("sms", { type: "text", text: "Para outra pessoa" }, other);
    await page.getByRole("link", { name: written(other) }).waitFor();
    await phone.customer.send("sms", { type: "text", text: "Mais uma" }, other);
    await page.getByRole("link", { name: `Nova mensagem. ${written(other)}` }).click();
    await page.locator(".phone-entries").getByText("Mais uma").waitFor();
  });

  it("continues after a truncated response", async () => {
    const number = freshNumber();
    const page = await phone.visit(number);
    await page.getByText("Nada foi enviado a este número.").waitFor();
    const cutOff = { status: 200, contentType: "application/json", body: '{"data":[' };
    await page.route("**/v3/messages?recipient=*", (route) => route.fulfill(cutOff), { times: 1 });
    const away = page.getByText("O serviço não responde.");
    await away.waitFor();
    await phone.customer.send("sms", { type: "text", text: "Mesmo assim" }, number);
    await page.locator(".phone-entries").getByText("Mesmo assim").waitFor();
    expect(await away.count()).toBe(0);
  });

  it("lists undelivered messages without their text", async () => {
    const number = `${freshNumber().slice(0, -4)}0001`;
    await phone.customer.send("sms", { type: "text", text: "Nunca visto" }, number, "undelivered");
    const page = await phone.visit(number);
    await page
      .getByRole("button", {
        name: /SMS: não entregue\s*O celular estava desligado ou fora da área de cobertura/,
      })
      .click();
    expect(await page.locator(".phone-entries").textContent()).not.toContain("Nunca visto");
    await page.locator(".phone-details").getByText("undeliverable").waitFor();
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
    await page.locator(".phone-entries .own").getByText("Depois").waitFor();

    const dialled = posted(page, "taps");
    await page.getByRole("button", { name: "Ligar para a loja" }).click();
    expect(await accepted(await dialled)).toEqual({ message_id: id, suggestion: 1 });
    await page.getByText("O celular ligaria agora para +55 11 3000-0000.").waitFor();
    await page.locator(".phone-entries .event").getByText("Tocou em “Ligar para a loja”").waitFor();

    const read = posted(page, "reads");
    await page.getByRole("button", { name: "Marcar como lida" }).click();
    expect(await accepted(await read)).toEqual({ message_id: id });
    await page.locator(".phone-history").getByText("Lida", { exact: true }).waitFor();

    const replied = posted(page, "replies");
    await page.getByLabel("Sua resposta").fill("Obrigado, até já!");
    await page.getByRole("button", { name: "Enviar resposta" }).click();
    expect(await accepted(await replied)).toMatchObject({
      channel: "rcs",
      from: number,
      text: "Obrigado, até já!",
    });
    await page.locator(".phone-entries .own").getByText("Obrigado, até já!").waitFor();
    expect(await page.getByLabel("Sua resposta").inputValue()).toBe("");
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

    await page.getByLabel("Sua resposta").fill("SAIR");
    await page.getByLabel("Sua resposta").press("Enter");
    await page.locator(".phone-entries .own").getByText("SAIR").waitFor();
    await phone.customer.send("sms", { type: "text", text: "Volte!" }, number, "blocked");
    await page.getByRole("button", { name: "SMS: não enviada, bloqueada" }).waitFor();
  });

  it("unsubscribes from an RCS conversation and subscribes again, by keyboard", async () => {
    const number = freshNumber();
    await phone.customer.send("rcs", { type: "text", text: "Novidades" }, number);
    const page = await phone.visit(number, { bypassCSP: true });
    const events = page.locator(".phone-entries .event");
    const choose = async (name: string, type: string, shown: string) => {
      await page.getByLabel("Responder por").focus();
      await page.keyboard.press("Tab");
      const chosen = posted(page, "subscriptions");
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(name);
      await page.keyboard.press("Enter");
      expect(await accepted(await chosen)).toEqual({ type, from: number, to: "recado-sandbox" });
      await events.getByText(shown).waitFor();
    };
    await page.locator(".phone-entries").getByText("Novidades").waitFor();
    await choose("Descadastrar", "unsubscribe", "Pediu para não receber mais mensagens no aplicativo");
    expect(await violationsOn(page)).toEqual([]);
    await phone.customer.send("rcs", { type: "text", text: "Oferta" }, number, "blocked");
    await choose("Receber de novo", "subscribe", "Pediu mensagens no aplicativo");
    await phone.customer.send("rcs", { type: "text", text: "De volta" }, number);
    await page.locator(".phone-entries").getByText("De volta").waitFor();
    await page.getByLabel("Responder por").selectOption({ label: "SMS para o remetente padrão" });
    expect(await page.getByRole("button", { name: "Descadastrar" }).count()).toBe(0);
  });

  it("opens only web addresses, and sends no referrer", async () => {
    const number = freshNumber();
    await phone.customer.send(
      "rcs",
      { type: "text", text: "Veja", suggestions: [link("Loja", `${phone.baseUrl}/healthz`)] },
      number,
    );
    const page = await phone.visit(number);
    const anchor = page.locator(".phone-entries").getByRole("link", { name: "Loja" });
    expect(await anchor.getAttribute("rel")).toBe("noopener noreferrer");
    const tapped = posted(page, "taps");
    const [opened] = await Promise.all([page.context().waitForEvent("page"), anchor.click()]);
    await accepted(await tapped);
    await opened.waitForLoadState();
    expect(await opened.evaluate(() => [window.opener, document.referrer])).toEqual([null, ""]);
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
    await page.getByLabel("Sua resposta").fill(evil);
    await page.getByLabel("Sua resposta").press("Enter");
    await page.locator(".phone-entries .own").getByText(evil).waitFor();
    const file_id = await phone.customer.picture([80, 140, 230]);
    // An address that the page does not open makes the file unavailable.
    await page.route(`**/v3/files/${file_id}/download-url`, (route) =>
      route.fulfill({ json: { url: "javascript:1", expires_at: "2099-01-01T00:00:00Z" } }),
    );
    const media = { file_id, height: "short", alt_text: `${evil}3` };
    const card = { title: "Foto", media };
    await phone.customer.send("rcs", { type: "card", orientation: "vertical", card }, number);
    await page.locator(".media", { hasText: "O arquivo" }).getByText(`${evil}3`).waitFor();
    expect(await page.locator(".phone-entries :is(img, script, b)").count()).toBe(0);
    // The title begins with the number of unread replies, if there are any.
    expect((await page.title()).replace(/^\(\d+\) /, "")).toBe(
      `Telefone de teste ${written(number)} · Recado`,
    );
  });

  it("shows webhook deliveries", async () => {
    const number = freshNumber();
    const page = await phone.visit(number);
    await page.getByText("Nada foi enviado a este número.").waitFor();
    const { id } = await phone.customer.post<{ id: string }>("/v3/webhooks", {
      url: `${phone.baseUrl}/healthz`,
    });
    await phone.customer.send("sms", { type: "text", text: "Oi" }, number);
    // The endpoint rejects POST, so each delivery is retried later.
    const delivery = page.locator(".phone-details .rows > li").first();
    await delivery.getByText("Nova tentativa agendada").waitFor();
    await delivery.getByText("Tentativas", { exact: true }).click();
    await delivery.getByText(/404/).first().waitFor();
    // An open page would request the deliveries of the deleted endpoint.
    await page.close();
    await phone.customer.delete(`/v3/webhooks/${id}`);
  });

  it("stays well below the account's default rate limit", async () => {
    const number = freshNumber();
    const page = await phone.visit(number);
    await page.getByText("Nada foi enviado a este número.").waitFor();
    let requests = 0;
    page.on("request", () => (requests += 1));
    const begun = performance.now();
    // Replies and events are polled every two seconds, and the recent numbers every five seconds.
    await page.waitForTimeout(5_000);
    const seconds = (performance.now() - begun) / 1_000; // more than 5 on a busy machine
    expect(requests / seconds).toBeLessThan(4); // the default limit of 600 a minute is 10 a second
    await expectEventually(() => Promise.resolve(requests > 4), true);
  });

  it("is open from its number's address", async () => {
    const number = freshNumber();
    await phone.customer.send("sms", { type: "text", text: "Pelo endereço" }, number);
    const page = await signedInto(phone)({}, `/console/phone?number=${encodeURIComponent(number)}`);
    await page.locator(".phone-entries").getByText("Pelo endereço").waitFor();
  });

  it("rejects an invalid number", async () => {
    const page = await phone.visit(null);
    await page.getByLabel("De quem é o telefone?").fill("123");
    await page.keyboard.press("Enter");
    await page.getByText("Digite um número de telefone, com DDD.").waitFor();
  });

  it("shows only the messages to a key without the scopes of a reply", async () => {
    const number = freshNumber();
    await phone.customer.send(
      "rcs",
      { type: "text", text: "Só leitura", suggestions: [reply("Sim")] },
      number,
    );
    const page = await signedInto(phone)({}, `/console/phone?number=${encodeURIComponent(number)}`, {
      name: "leitura",
      scopes: ["messages:read"],
    });
    await page.locator(".phone-entries").getByText("Só leitura").waitFor();
    await page.getByText("Esta chave não tem permissão para responder").waitFor();
    expect(await page.locator(".phone-entries").getByRole("button").count()).toBe(1);
  });
});

describe("keyboard use of the sandbox phone", () => {
  it("reaches a reply and a suggestion by keyboard", async () => {
    const number = freshNumber();
    await phone.customer.send(
      "rcs",
      { type: "text", text: "Tudo bem?", suggestions: [reply("Sim"), reply("Não")] },
      number,
    );
    const page = await phone.visit(null);
    await page.getByRole("heading", { name: "Nenhum número escolhido" }).waitFor();
    await page.keyboard.insertText(number);
    await page.keyboard.press("Enter");
    await page.locator(".phone-entries").getByText("Tudo bem?").waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
    const outlined = () =>
      page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle === "solid");
    await page.keyboard.press("Tab");
    expect([await focused(), await outlined()]).toEqual(["Responde: Sim", true]);
    await page.keyboard.press("Tab");
    const tapped = posted(page, "taps");
    await page.keyboard.press("Enter");
    expect(await accepted(await tapped)).toMatchObject({ suggestion: 1 });
    await page.locator(".phone-entries .own").getByText("Não").waitFor();
    expect(await focused()).toBe("Responde: Não");
    await page.keyboard.press("Tab");
    expect(await focused()).toMatch(/^Detalhes desta mensagem por RCS/);
    // Past “Mark as read”, the choice of the route and “Unsubscribe”, to the reply.
    for (let steps = 0; steps < 4; steps++) await page.keyboard.press("Tab");
    await page.keyboard.insertText("Até logo");
    await page.keyboard.press("Enter");
    await page.locator(".phone-entries .own").getByText("Até logo").waitFor();
  });

  it("switches tabs with arrow keys on a small screen", async () => {
    const page = await phone.visit(freshNumber(), { viewport: { width: 320, height: 640 } });
    const shown = () => page.getByRole("tabpanel").evaluateAll((panels) => panels.map(({ id }) => id));
    expect(await shown()).toEqual(["phone-phone"]);
    await page.getByRole("tab", { name: "Telefone" }).focus();
    await page.keyboard.press("ArrowRight");
    expect(await shown()).toEqual(["phone-details"]);
    await page.keyboard.press("ArrowRight");
    expect(await shown()).toEqual(["phone-numbers"]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBe(0);
    // As at 400 % zoom, or with an on-screen keyboard.
    await page.setViewportSize({ width: 320, height: 256 });
    await page.getByRole("tab", { name: "Telefone" }).click();
    await page.getByRole("button", { name: "Enviar resposta" }).click();
  });
});
