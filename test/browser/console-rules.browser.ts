import type { Page } from "playwright-core";
import {
  CHECKED,
  checkViews,
  chooseLanguage,
  expectEventually,
  signedInto,
  testViews,
  field,
} from "./console";
import { stage } from "./stage";

const service = stage();
const signIn = signedInto(service);

const PATH = "/console/settings/sending-rules";

interface Rule {
  windows: { days: string[]; from: string; to: string }[];
  updated_at: string | null;
}

const read = (purpose: string) => service.customer.get<Rule>(`/v3/sending-rules/${purpose}`);

const save = async (page: Page) => {
  const saved = page.waitForResponse((response) => response.request().method() === "PUT" && response.ok());
  await page.getByRole("button", { name: "Salvar", exact: true }).click();
  await saved;
  // The notice of an earlier save may still be there.
  await page.getByText("Regra de envio salva.").last().waitFor();
};

describe("sending rules in the console", () => {
  afterEach(() => service.customer.put("/v3/sending-rules/marketing", { require_consent: false }));

  it("fills in the limits of carriers in Brazil, saves them, and removes all restrictions", async () => {
    const page = await signIn({}, PATH);
    const card = page.getByRole("region", { name: "Marketing" });
    await card.getByText("Sem restrição").waitFor();
    await card.getByRole("link", { name: "Editar: Marketing" }).click();
    await page.getByRole("heading", { name: "Regra de envio: Marketing" }).waitFor();
    const remove = page.getByRole("button", { name: "Remover todas as restrições" });
    expect(await remove.isDisabled()).toBe(true);
    expect(await remove.getAttribute("class")).not.toContain("text-error");
    await page.getByRole("button", { name: "Usar os limites das operadoras no Brasil" }).click();
    const line =
      "Seg–Sex 08:00–18:00, Sáb 09:00–13:00, no horário de quem recebe, exceto feriados, no máximo 7 por número em 7 dias";
    await page.getByText(line).waitFor();
    await save(page);
    expect(await read("marketing")).toMatchObject({
      windows: [
        { days: ["mon", "tue", "wed", "thu", "fri"], from: "08:00", to: "18:00" },
        { days: ["sat"], from: "09:00", to: "13:00" },
      ],
      time_zone: "recipient",
      holidays: "br",
      outside: "wait",
      max_per_recipient: { messages: 7, days: 7 },
    });
    await page.getByRole("link", { name: "Todas as regras de envio" }).click();
    await card.getByText(line).waitFor();
    await chooseLanguage(page, "English");
    await page
      .getByText(
        "Mon–Fri 08:00–18:00, Sat 09:00–13:00, in the recipient’s time zone, not on holidays, at most 7 per number in 7 days",
      )
      .waitFor();
    await chooseLanguage(page, "Português");
    await card.getByRole("link", { name: "Marketing", exact: true }).click();
    await remove.click();
    await page.getByRole("dialog").getByRole("button", { name: "Remover todas as restrições" }).click();
    await page.getByText("As restrições foram removidas.").waitFor();
    await page.getByText("Sem restrição").waitFor();
    expect(await read("marketing")).toMatchObject({ windows: [], updated_at: null });
  });

  it("edits windows, dates, limits and the time zone, and keeps unsaved changes over a reload", async () => {
    const page = await signIn({}, `${PATH}/transactional`);
    await page.getByRole("button", { name: "Adicionar janela" }).click();
    const window = page.getByRole("group", { name: "Janela 1" });
    await window.getByRole("button", { name: "Seg" }).click();
    await window.getByRole("button", { name: "Dom" }).click();
    await window.getByLabel("Das").fill("20:00");
    await window.getByLabel("Até").fill("00:00");
    await page.getByLabel("Sempre este").check();
    await page.getByLabel("Nome do fuso horário").fill("America/Manaus");
    await page.getByLabel("Data", { exact: true }).fill("2026-12-24");
    await page.getByRole("button", { name: "Adicionar data" }).click();
    await page.getByLabel("Data", { exact: true }).fill("2026-12-31"); // a save adds it too
    await page.getByLabel("Mensagens", { exact: true }).fill("2");
    await page.getByLabel("Em quantos dias").fill("30");
    await page.getByLabel("Tempo", { exact: true }).fill("90");
    await page.getByLabel("Unidade").selectOption("minutos");
    await page.getByLabel("Enviar só para números que deram consentimento").check();
    await page.getByLabel("Bloquear a mensagem").check();
    await page.reload();
    await page.getByText("Suas alterações não salvas foram recuperadas.").waitFor();
    await save(page);
    expect(await read("transactional")).toMatchObject({
      windows: [{ days: ["tue", "wed", "thu", "fri", "sun"], from: "20:00", to: "24:00" }],
      time_zone: "America/Manaus",
      holidays: null,
      closed_dates: ["2026-12-24", "2026-12-31"],
      max_per_recipient: { messages: 2, days: 30 },
      min_interval_seconds: 5_400,
      require_consent: true,
      outside: "block",
    });
    await page.getByRole("button", { name: /^Remover 24 de dez/ }).click();
    await page.getByRole("button", { name: /^Remover 31 de dez/ }).click();
    await window.getByRole("button", { name: "Remover a janela 1" }).click();
    await save(page);
    expect(await read("transactional")).toMatchObject({ windows: [], closed_dates: [] });
  });

  it("marks the fields that the service refuses", async () => {
    const page = await signIn({}, `${PATH}/otp`);
    await page.getByRole("button", { name: "Adicionar janela" }).click();
    const window = page.getByRole("group", { name: "Janela 1" });
    await window.getByLabel("Até").fill("07:00");
    await page.getByLabel("Sempre este").check();
    await page.getByLabel("Nome do fuso horário").fill("Brasil/Capital");
    await page.getByRole("button", { name: "Salvar", exact: true }).click();
    await window.getByText("Precisa ser depois do início.").waitFor();
    await page.getByText("Precisa ser um nome como America/Sao_Paulo.").waitFor();
    await window.getByLabel("Até").fill("09:00");
    await page.getByLabel("O de cada destinatário").check();
    await page.getByLabel("Mensagens", { exact: true }).fill("1001");
    await page.getByLabel("Em quantos dias").fill("1");
    await page.getByRole("button", { name: "Salvar", exact: true }).click();
    await page.getByText("Use números inteiros: de 1 a 1.000 mensagens").waitFor();
    await page.getByLabel("Mensagens", { exact: true }).fill("1000");
    for (const day of ["Seg", "Ter", "Qua", "Qui", "Sex"]) {
      await window.getByRole("button", { name: day }).click();
    }
    await page.getByRole("button", { name: "Salvar", exact: true }).click();
    await window.getByText("Escolha pelo menos um.").waitFor();
    service.problems.splice(0); // the browser logs the error responses
    expect(await read("otp")).toMatchObject({ windows: [], updated_at: null });
  });

  it("shows a rule that a colleague has changed, and keeps either version", async () => {
    const page = await signIn({}, `${PATH}/marketing`);
    await page.getByLabel("Não enviar nos feriados nacionais").check();
    const put = (body: Record<string, unknown>) => service.customer.put("/v3/sending-rules/marketing", body);
    await put({ require_consent: true });
    await page.getByRole("button", { name: "Salvar", exact: true }).click();
    const alert = page.getByRole("alert").filter({ hasText: "Outra alteração foi salva" });
    await alert.getByText("Outra versão: só com consentimento").waitFor();
    await alert.getByRole("button", { name: "Carregar a outra versão" }).click();
    await page.getByText("Só com consentimento", { exact: false }).first().waitFor();
    expect(await page.getByLabel("Não enviar nos feriados nacionais").isChecked()).toBe(false);
    await page.getByLabel("Não enviar nos feriados nacionais").check();
    await put({ outside: "block" });
    await page.getByRole("button", { name: "Salvar", exact: true }).click();
    await alert.getByRole("button", { name: "Substituir pela minha versão" }).click();
    await page.getByText("Regra de envio salva.").waitFor();
    service.problems.splice(0); // the browser logs the 412
    expect(await read("marketing")).toMatchObject({ holidays: "br", require_consent: true, outside: "wait" });
  });

  it("marks the chosen days by colour", async () => {
    const page = await signIn({}, `${PATH}/otp`);
    await page.getByRole("button", { name: "Adicionar janela" }).click();
    const colour = (day: string) =>
      page
        .getByRole("group", { name: "Janela 1" })
        .getByRole("button", { name: day })
        .evaluate((button) => getComputedStyle(button).backgroundColor);
    expect(await colour("Seg")).toBe(await colour("Sex"));
    expect(await colour("Seg")).not.toBe(await colour("Dom"));
  });

  it("says before and after a launch that messages wait for the hours of the rule", async () => {
    const { customer } = service;
    const made = (path: string, body: Record<string, unknown>) => customer.post<{ id: string }>(path, body);
    const day = (ahead: number) =>
      new Date(Date.now() + ahead * 86_400_000).toUTCString().slice(0, 3).toLowerCase();
    const rule = { time_zone: "UTC", windows: [{ days: [day(2)], from: "10:00", to: "12:00" }] };
    await customer.put("/v3/sending-rules/marketing", rule);
    const template = await made("/v3/templates", {
      name: "Fornada",
      channel: "sms",
      purpose: "marketing",
      content: { type: "text", text: "Pão quente" },
    });
    const list = await made("/v3/contact-lists", { name: "Clientes", type: "default" });
    await customer.post(`/v3/contact-lists/${list.id}/contacts`, { phone: "+5511912340001" });
    const campaign = await made("/v3/campaigns", {
      name: "Fornada de sábado",
      template_id: template.id,
      list_id: list.id,
    });
    const page = await signIn({ timezoneId: "UTC" }, `/console/campaigns/${campaign.id}`);
    const waiting = page.locator("dl.figures > div", { hasText: "Aguardam o horário" });
    await waiting.getByText("1", { exact: true }).waitFor();
    await waiting.getByText(/^O envio começa em /).waitFor();
    await expectEventually(() => page.getByText("Duração mínima").count(), 0);

    // The dialog checks again, so it does not show a rule that has changed since.
    const dialog = page.getByRole("dialog");
    const held = dialog.getByText(/1 mensagem aguarda o horário permitido\. Ela é enviada a partir de /);
    await customer.put("/v3/sending-rules/marketing", { require_consent: false });
    await page.getByRole("button", { name: "Lançar agora" }).click();
    await waiting.waitFor({ state: "detached" });
    expect(await held.count()).toBe(0);
    await dialog.getByRole("button", { name: "Cancelar" }).click();
    await customer.put("/v3/sending-rules/marketing", rule);
    await page.getByRole("button", { name: "Lançar agora" }).click();
    await held.waitFor();
    await dialog.getByRole("button", { name: "Lançar agora" }).click();
    await page.locator("h1 .status").getByText("Aguardando o horário", { exact: true }).waitFor();
    await page.getByText(/^Primeiro horário de envio: .*\d\d:00.UTC$/).waitFor();
    await page.getByRole("link", { name: "Ver as mensagens" }).click();
    await page.getByText(/^Envio a partir de /).waitFor();
    await page.locator("tbody tr").first().getByRole("link").click();
    await page.locator(".timeline").getByText("Envio a partir de").waitFor();
  });

  it("says that the rule holds the messages of a scheduled campaign, unless they leave at the launch", async () => {
    const { customer } = service;
    const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000);
    const days = [day(3).toUTCString().slice(0, 3).toLowerCase()];
    await customer.put("/v3/sending-rules/marketing", {
      time_zone: "UTC",
      windows: [{ days, from: "10:00", to: "12:00" }],
    });
    const template = await customer.template("Domingo", "Pão quente", { purpose: "marketing" });
    const list = await customer.list("Clientes de domingo", ["+5511912340011"]);
    const { id } = await customer.campaign("Fornada de domingo", template, list);
    const schedule = (ahead: number) =>
      customer.put(`/v3/campaigns/${id}/schedule`, {
        scheduled_at: `${day(ahead).toISOString().slice(0, 10)}T11:00:00Z`,
      });
    await schedule(2);
    const page = await signIn({ ...CHECKED, timezoneId: "UTC" }, `/console/campaigns/${id}`);
    const figure = page.locator("dl.figures > div", { hasText: "Aguardam o horário" });
    await figure.getByText(/^O envio começa em .*10:00.UTC, pela regra de envio\.$/).waitFor();
    const line = page.getByText(
      /^Pela regra de envio, 1 mensagem aguarda o horário .* a partir de .*10:00.UTC\.$/,
    );
    await page.locator(".warning").and(line).waitFor();
    await checkViews(page, "campaign-held");
    await schedule(3);
    await figure.waitFor({ state: "detached" });
    expect(await line.count()).toBe(0);
    // One message takes less than a minute.
    expect(await page.getByText("Duração mínima").count()).toBe(0);
  });

  it("says when a scheduled send leaves that the hours of the rule delay", async () => {
    const now = Date.now();
    const day = (ahead: number) => new Date(now + ahead * 86_400_000);
    const days = [day(3).toUTCString().slice(0, 3).toLowerCase()];
    await service.customer.put("/v3/sending-rules/marketing", {
      time_zone: "UTC",
      windows: [{ days, from: "10:00", to: "12:00" }],
    });
    const template = await service.customer.template("Agendado fora da janela", "Pão quente", {
      purpose: "marketing",
    });
    const address = `/console/send?template=${template.id}&to=%2B5511912340010`;
    const page = await signIn({ timezoneId: "UTC" }, address);
    const ready = page.getByRole("region", { name: "Antes de enviar" });
    const dialog = page.getByRole("dialog");
    const confirmTime = async (days: number) => {
      await page.getByLabel("Data e hora").fill(`${day(days).toISOString().slice(0, 10)}T11:00`);
      await ready.getByRole("button", { name: "Agendar" }).click();
      return dialog.getByText(/^Primeiro horário de envio: /).innerText();
    };
    await page.getByRole("button", { name: "Data e hora" }).click();
    expect(await confirmTime(1)).toMatch(/10:00.UTC$/);
    await dialog.getByRole("button", { name: "Cancelar" }).click();
    const delayed = ready.getByText(/^Pela regra de envio, 1 mensagem espera, a primeira até .*10:00.UTC\.$/);
    await delayed.waitFor();
    expect(await confirmTime(3)).toMatch(/11:00.UTC$/);
    expect(await delayed.count()).toBe(0);
  });

  it("says before and after a test send that the message waits for the hours of the rule", async () => {
    const day = new Date(Date.now() + 2 * 86_400_000).toUTCString().slice(0, 3).toLowerCase();
    await service.customer.put("/v3/sending-rules/marketing", {
      time_zone: "UTC",
      windows: [{ days: [day], from: "10:00", to: "12:00" }],
    });
    const template = await service.customer.template("Teste fora da janela", "Pão quente", {
      purpose: "marketing",
    });
    const page = await signIn({}, `/console/templates/${template.id}`);
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "Enviar teste" }).click();
    await dialog.getByLabel("Seu número").fill("(11) 91234-0009");
    await dialog.getByText(/Custa R\$.* · Envio a partir de /).waitFor();
    await dialog.getByRole("button", { name: "Enviar teste" }).click();
    await page.getByText(/^O teste para \+55 11 91234-0009 será enviado a partir de .+\.$/).waitFor();
    expect(await page.getByText(/Teste enviado/).count()).toBe(0);
  });

  it("says why a test message cannot be sent", async () => {
    await service.customer.put("/v3/sending-rules/marketing", { require_consent: true });
    const template = await service.customer.template("Teste sem consentimento", "Pão quente", {
      purpose: "marketing",
    });
    const page = await signIn({}, `/console/templates/${template.id}`);
    await page.getByRole("button", { name: "Enviar teste" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Seu número").fill("(11) 91234-0010");
    await dialog.getByText("Sem consentimento", { exact: true }).waitFor();
  });

  it("says why a message was blocked, with a link to the rule", async () => {
    const { customer } = service;
    await customer.put("/v3/sending-rules/marketing", { require_consent: true });
    await customer.post("/v3/messages", {
      channel: "sms",
      purpose: "marketing",
      content: { type: "text", text: "Sem aviso" },
      recipients: [{ to: "+5511912340002" }],
    });
    const page = await signIn({}, "/console/messages?status=blocked");
    const row = page.locator("tbody tr").first();
    await row.getByText("Sem consentimento", { exact: true }).waitFor();
    await row.getByRole("link").click();
    const reason = page.locator(".banner", { hasText: "Por que foi bloqueada" });
    await reason.getByRole("link", { name: "Ver os consentimentos deste número" }).waitFor();
    await reason.getByRole("link", { name: "Ver a regra de envio" }).click();
    await page.getByRole("heading", { name: "Regra de envio: Marketing" }).waitFor();
  });

  it("counts a campaign's blocked messages by reason, and lists the messages of one reason", async () => {
    const { customer } = service;
    const template = await customer.template("Sem aceite", "Oferta", { purpose: "marketing" });
    const people = ["+5511912341001", "+5511912341002", "+5511912341003"];
    const list = await customer.list("Sem aceite", people);
    await customer.post("/v3/consents", { phone: "+5511912341003", status: "revoked" });
    await customer.put("/v3/sending-rules/marketing", { require_consent: true });
    const made = await customer.campaign("Sem aceite", template, list);
    await customer.launch(made);
    const page = await signIn({}, `/console/campaigns/${made.id}`);
    const rows = page
      .getByRole("region", { name: "Mensagens não entregues, por motivo" })
      .locator("tbody tr");
    await expectEventually(
      async () => (await rows.allInnerTexts()).map((row) => row.replace(/\s+/g, " ").trim()).join("|"),
      "Sem consentimento Bloqueada 2|Número bloqueado ou descadastrado Bloqueada 1",
    );
    await rows.getByRole("link", { name: "Sem consentimento" }).click();
    await page.waitForURL(
      `${service.baseUrl}/console/messages?campaign=${made.id}&status=blocked&block=no_consent`,
    );
    await page.getByText("2 de 2 mensagens").waitFor();
    const reason = page.getByLabel("Motivo do bloqueio", { exact: true });
    expect(await reason.inputValue()).toBe("no_consent");
    await reason.selectOption("Número bloqueado ou descadastrado");
    await page.getByText("1 de 1 mensagem").waitFor();
    expect(new URL(page.url()).searchParams.get("block")).toBe("suppressed");
    await page.locator("tbody").getByText("+55 11 91234-1003").first().waitFor();
    await page.getByRole("button", { name: "Remover filtro: Motivo do bloqueio" }).click();
    await page.getByText("3 de 3 mensagens").waitFor();
    expect(new URL(page.url()).searchParams.get("block")).toBeNull();
    await chooseLanguage(page, "English");
    await page.getByRole("button", { name: "More filters" }).click();
    await page.getByLabel("Block reason", { exact: true }).selectOption("No consent");
    await page.getByText("2 of 2 messages").waitFor();
    await chooseLanguage(page, "Português");
  });

  it("links a blocked message to its contact only for a key that may read contacts", async () => {
    const { customer } = service;
    const phone = "+5511912340003";
    const list = await customer.post<{ id: string }>("/v3/contact-lists", {
      name: "Não perturbe",
      type: "blacklist",
      channels: ["sms"],
    });
    await customer.post(`/v3/contact-lists/${list.id}/contacts`, { phone });
    const { data } = await customer.post<{ data: { message_id: string }[] }>("/v3/messages", {
      channel: "sms",
      content: { type: "text", text: "Oi" },
      recipients: [{ to: phone }],
    });
    const path = `/console/messages/${data[0]?.message_id}`;
    const page = await signIn({}, path, { name: "Só mensagens", scopes: ["messages:read"] });
    await page.locator(".banner").getByText("Número bloqueado ou descadastrado", { exact: true }).waitFor();
    await page.locator(".facts-list").getByText("+55 11 91234-0003").waitFor();
    const links = (on: Page) => on.locator('main a[href^="/console/contacts/"]').count();
    expect(await links(page)).toBe(0);
    const full = await signIn({}, path);
    await full.getByRole("link", { name: "Ver o contato e suas listas" }).waitFor();
    expect(await links(full)).toBe(2);
  });

  it("shows the rules to a key that may only read them", async () => {
    const page = await signIn({}, PATH, { name: "Só olha", scopes: ["rules:read"] });
    await page.getByRole("link", { name: "Código de uso único" }).click();
    await page.getByText("mas não pode alterá-la.").waitFor();
    expect(await page.getByLabel("Bloquear a mensagem").isDisabled()).toBe(true);
    await expectEventually(() => page.getByRole("button", { name: "Salvar", exact: true }).count(), 0);
  });

  testViews(signIn, {
    "sending-rules": [PATH, (page) => page.getByRole("region", { name: "Marketing" }).waitFor()],
    "sending-rule": [
      `${PATH}/marketing`,
      async (page) => {
        await page.getByRole("button", { name: "Usar os limites das operadoras no Brasil" }).click();
        await page.getByLabel("Sempre este").check();
        await field(page, "Data").fill("2026-12-24");
        await page.getByRole("button", { name: "Adicionar data" }).click();
        await page.getByRole("group", { name: "Janela 2" }).waitFor();
      },
    ],
  });
});
