import { expectEventually, HOSTILE, signedInto, zoneAtNoon, testViews } from "./console";
import type { Made } from "./sender";
import { freshNumber, stage } from "./stage";

const service = stage();
const signIn = signedInto(service);

interface Page<T> {
  data: T[];
}

/** Returns a Brazilian number as the console shows it. */
const shown = (phone: string) => phone.replace(/^\+55(\d{2})(\d{5})(\d{4})$/, "+55 $1 $2-$3");

describe("consents in the console", () => {
  const ana = freshNumber();
  const hostile = freshNumber();
  let anaId = "";

  beforeAll(async () => {
    const { customer } = service;
    anaId = (await customer.post<Made>("/v3/contacts", { phone: ana, name: "Ana Souza" })).id;
    await customer.post("/v3/consents", {
      phone: hostile,
      status: "granted",
      purposes: ["marketing"],
      channels: ["sms"],
      evidence: { text: HOSTILE, url: "https://padariasol.com.br/clube" },
    });
  });

  it("records a consent, marks what is missing, and lists the record", async () => {
    const page = await signIn({}, "/console/consents");
    await page.getByRole("link", { name: "Registrar consentimento" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Registrar consentimento" });
    await dialog.getByLabel("Número").fill("123");
    const boxes = dialog.getByRole("group", { name: "Canais" });
    for (const name of ["SMS", "RCS", "Voz"]) await boxes.getByLabel(name).uncheck();
    await dialog.getByLabel("Quando").fill(`${new Date().getUTCFullYear() + 1}-01-01T00:00`);
    await dialog.getByRole("button", { name: "Registrar", exact: true }).click();
    await boxes.getByText("Escolha pelo menos uma opção.").waitFor();
    await dialog.getByText("Este horário está no futuro.").waitFor();
    await boxes.getByLabel("SMS").check();
    await dialog.getByLabel("Quando").fill("2026-01-10T09:30");
    await dialog.getByLabel("Texto ou observação").fill("Quero receber ofertas por SMS.");
    await dialog.getByLabel("Endereço IP").fill("casa");
    await dialog.getByRole("button", { name: "Registrar", exact: true }).click();
    await dialog.locator(".field .refusal").first().waitFor();
    service.problems.splice(0); // the browser logs the error response
    await dialog.getByLabel("Número").fill(shown(ana));
    await dialog.getByLabel("Endereço IP").fill("203.0.113.7");
    await dialog.getByRole("button", { name: "Registrar", exact: true }).click();
    await page.getByText("Consentimento registrado.").waitFor();
    await dialog.waitFor({ state: "detached" });
    const row = page.locator("tbody tr", { hasText: shown(ana) });
    await row.getByText("Concedido").waitFor();
    await row.getByText("Todas as finalidades · SMS").waitFor();
    await row.getByText("Console", { exact: true }).waitFor();
    const { data } = await service.customer.get<Page<object>>(
      `/v3/consents?phone=${encodeURIComponent(ana)}`,
    );
    expect(data).toMatchObject([
      {
        status: "granted",
        channels: ["sms"],
        source: "console",
        evidence: { text: "Quero receber ofertas por SMS.", url: null, ip: "203.0.113.7" },
      },
    ]);

    await row.getByRole("button", { name: shown(ana) }).click();
    const panel = page.getByRole("dialog", { name: "Consentimento" });
    await panel.getByText("203.0.113.7").waitFor();
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    const opener = row.getByRole("button", { name: shown(ana) });
    expect(await opener.evaluate((own) => own === document.activeElement)).toBe(true);
    await opener.click();
    await panel.getByRole("link", { name: "Ana Souza" }).click();
    await page.getByRole("heading", { name: "Ana Souza" }).waitFor();
  });

  it("filters consents by number, status, purpose, channel and period, in the page's address", async () => {
    const { customer } = service;
    const phone = freshNumber();
    await customer.post("/v3/consents", { phone, status: "granted", channels: ["sms"] });
    await customer.post("/v3/consents", { phone, status: "revoked", purposes: ["marketing"] });
    const page = await signIn({ timezoneId: zoneAtNoon() }, "/console/consents");
    await page.getByText("Número", { exact: true }).first().click();
    await page.getByLabel("Número", { exact: true }).fill(shown(phone));
    await page.getByRole("button", { name: "Filtrar" }).click();
    const count = (expected: number) => expectEventually(() => page.locator("tbody tr").count(), expected);
    await page.getByText("2 consentimentos").waitFor();
    await count(2);
    await page.getByText("Os registros de um contato excluído não têm número").waitFor();
    await page.getByRole("combobox", { name: "Consentimento" }).selectOption("Revogado");
    await page.getByText("1 consentimento", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Remover filtro: Consentimento" }).click();
    await page.getByRole("combobox", { name: "Canal" }).selectOption("RCS");
    await page.getByText("1 consentimento", { exact: true }).waitFor();
    await page.getByRole("combobox", { name: "Finalidade" }).selectOption("Código de uso único");
    await page.getByText("Nenhum consentimento corresponde aos filtros.").waitFor();
    expect(new URL(page.url()).searchParams.get("channel")).toBe("rcs");
    await page.getByRole("button", { name: "Remover filtro: Canal" }).click();
    await page.getByRole("combobox", { name: "Registrado" }).selectOption("Hoje");
    await page.getByText("1 consentimento", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Limpar filtros" }).click();
    await page.getByRole("button", { name: shown(hostile) }).waitFor();
  });

  it("shows a contact's consents on its page, and the one that an opt-out list adds", async () => {
    const page = await signIn({}, `/console/contacts/${anaId}`);
    const section = page.getByRole("region", { name: "Consentimento" });
    await section.waitFor();
    await page.getByText("Adicionar a uma lista").click();
    await page.getByRole("button", { name: "Recado", exact: true }).click();
    const question = page.getByRole("dialog", { name: "Adicionar Ana Souza à lista Recado?" });
    await question.getByText("A entrada é registrada como descadastro").waitFor();
    await Promise.all([
      page
        .getByText("Adicionado à lista Recado.")
        .waitFor()
        .then(async () => expect(await page.getByRole("button", { name: "Desfazer" }).count()).toBe(0)),
      question.getByRole("button", { name: "Adicionar", exact: true }).click(),
    ]);
    await section.getByText("Revogado").waitFor();
    const lists = page.locator("section.card", { hasText: "Por causa de: Recado." });
    await lists.getByText("Consentimentos revogados podem bloquear mensagens.").waitFor();
    await section.getByRole("link", { name: /^Todos os consentimentos deste número/ }).click();
    await page.waitForURL(`**/console/consents?contact=${anaId}`);
    await page.locator(".filter strong").getByText("Ana Souza").waitFor();
    await page.goBack();
    // The link below moves when the parts above it appear, so the click waits for them.
    await section.getByText("Revogado").waitFor();
    await lists.waitFor();
    await section.getByRole("link", { name: "Registrar consentimento" }).click();
    await page.waitForURL(`**/console/consents?contact=${anaId}&new=1`);
    const dialog = page.getByRole("dialog", { name: "Registrar consentimento" });
    expect(await dialog.getByLabel("Número").inputValue()).toBe(ana);
  });

  it("shows both times of a consent that was recorded late, and filters by the recording", async () => {
    const { customer } = service;
    const phone = freshNumber();
    const { id } = await customer.post<Made>("/v3/contacts", { phone });
    await customer.post("/v3/consents", { phone, status: "granted", occurred_at: "2026-01-10T12:00:00Z" });
    const page = await signIn({ timezoneId: zoneAtNoon() }, "/console/consents");
    await page.getByRole("combobox", { name: "Registrado" }).selectOption("Hoje");
    const row = page.locator("tbody tr", { hasText: shown(phone) });
    await row.getByText(/^Registrado: (agora|há \d)/).waitFor();
    await row.locator("time[datetime^='2026-01-10']").waitFor();
    await page.goto(`${service.baseUrl}/console/contacts/${id}`);
    const section = page.getByRole("region", { name: "Consentimento" });
    await section.getByText(/^Registrado: (agora|há \d)/).waitFor();
  });

  it("shows the records of a deleted contact on the page of a new contact with its number", async () => {
    const { customer } = service;
    const phone = freshNumber();
    const person = { phone, name: "Rita Prado" };
    const earlier = await customer.post<Made>("/v3/contacts", person);
    await customer.post("/v3/consents", { phone, status: "granted", purposes: ["otp"] });
    await customer.post("/v3/consents", { phone, status: "revoked", purposes: ["marketing"] });
    await customer.delete(`/v3/contacts/${earlier.id}`);
    const { id } = await customer.post<Made>("/v3/contacts", person);
    await customer.post("/v3/messages", {
      channel: "sms",
      purpose: "marketing",
      content: { type: "text", text: "Pão" },
      recipients: [{ to: phone }],
    });

    const page = await signIn({}, `/console/contacts/${id}`);
    const section = page.getByRole("region", { name: "Consentimento" });
    await section.getByText("Concedido, encerrado").waitFor();
    await section.getByText("Revogado", { exact: true }).waitFor();
    const lists = page.locator("section.card", { hasText: "Nenhuma lista bloqueia este contato." });
    const warning = lists.getByRole("link", {
      name: "Consentimentos revogados podem bloquear mensagens.",
    });
    expect(await warning.getAttribute("href")).toBe(`/console/consents?contact=${id}`);
    expect(await lists.locator(".text-success").count()).toBe(0);

    await section.getByRole("link", { name: "Todos os consentimentos deste número (2)" }).click();
    await page.getByText("2 consentimentos").waitFor();
    const panel = page.getByRole("dialog", { name: "Consentimento" });
    await page.locator("tbody tr", { hasText: "Concedido, encerrado" }).getByRole("button").click();
    await panel.getByText("Isso encerrou o consentimento.").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("tbody tr", { hasText: "Revogado" }).getByRole("button").click();
    await panel.getByText("Isso não encerrou a revogação.").waitFor();
    await page.keyboard.press("Escape");

    await page.goto(`${service.baseUrl}/console/consents?phone=${encodeURIComponent(phone)}`);
    await page.getByText("Os registros de um contato excluído não têm número").waitFor();

    await page.goto(`${service.baseUrl}/console/messages?status=blocked`);
    await page.locator("tbody tr").first().getByRole("link").first().click();
    const link = page.getByRole("link", { name: "Ver os consentimentos deste número" });
    await expectEventually(() => link.getAttribute("href"), `/console/consents?contact=${id}`);
  });

  it("shows no form to a key that may only read, and markup as plain text", async () => {
    const page = await signIn({}, "/console/consents", { name: "Só olha", scopes: ["consents:read"] });
    await page.getByRole("button", { name: shown(hostile) }).click();
    const panel = page.getByRole("dialog", { name: "Consentimento" });
    await panel.getByText(HOSTILE).waitFor();
    await panel.getByRole("link", { name: "https://padariasol.com.br/clube" }).waitFor();
    expect(await page.getByRole("link", { name: "Registrar consentimento" }).count()).toBe(0);
    expect(await page.title()).toMatch(/ · Recado$/);
  });

  testViews(signIn, {
    consents: ["/console/consents", (page) => page.locator("tbody tr").first().waitFor()],
    consent: [
      "/console/consents",
      async (page) => {
        await page.getByRole("button", { name: shown(hostile) }).click();
        await page.getByRole("dialog", { name: "Consentimento" }).waitFor();
      },
    ],
    "new-consent": [
      "/console/consents?new=1",
      async (page) => {
        await page.locator("tbody tr").first().waitFor();
        await page.getByLabel("Texto ou observação").waitFor();
      },
    ],
  });
});
