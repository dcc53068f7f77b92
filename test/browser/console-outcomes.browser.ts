import type { Page } from "playwright-core";
import { type Receiver, receiver } from "../support/receiver";
import { expectEventually, CHECKED, checkViews, factOf, signedInto } from "./console";
import type { Made } from "./sender";
import { freshNumber, stage, takeScreenshot } from "./stage";

const service = stage();
const signIn = signedInto(service);

const schedule = ({ id }: Made) =>
  service.customer.put(`/v3/campaigns/${id}/schedule`, {
    scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
  });

const status = (page: Page, words: string) =>
  page.locator("h1 .status").getByText(words, { exact: true }).waitFor();
const card = (page: Page, title: string) =>
  page.locator("section.card").filter({ has: page.getByRole("heading", { name: title }) });

describe("campaign outcomes in the console", () => {
  let plain: Made;
  let faulty: Made;
  let people: Made;

  beforeAll(async () => {
    plain = await service.customer.template("Aviso", "Oi, pão quentinho às 17h. Padaria Sol");
    faulty = await service.customer.template("Aviso com nome", "Oi {{ apelido }}, pão quentinho às 17h.");
    people = await service.customer.list("Clientes", ["+5511911110001", "+5511911110002", "+5511911110003"]);
  });

  it("shows a campaign whose messages all failed in red without a delivery rate, in the list and on its page", async () => {
    const made = await service.customer.campaign("Tudo falhou", faulty, people);
    await service.customer.launch(made);
    const page = await signIn({}, `/console/campaigns/${made.id}`);
    await status(page, "Concluída com falhas");
    expect(await page.locator("h1 .tone-bad").count()).toBe(1);
    const figure = (name: string) => factOf(page, name);
    await expectEventually(() => figure("Entregues").innerText(), "—");
    await expectEventually(() => figure("Não enviadas").innerText(), "3");
    await page.getByText("3 com erro antes do envio", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Todas as campanhas" }).click();
    const row = page.locator("tbody tr").filter({ hasText: "Tudo falhou" });
    await row.getByText("Concluída com falhas").waitFor();
    await row.getByText("Não enviadas: 3").waitFor();
    await row.getByRole("img", { name: "Andamento: Tudo falhou: Erro 3" }).waitFor();
    await page.getByRole("link", { name: "Visão geral" }).click();
    const attention = card(page, "Precisa de atenção").locator("li").filter({ hasText: "Tudo falhou" });
    await attention.getByText("Concluída com falhas").waitFor();
    await card(page, "Campanhas recentes").getByRole("link", { name: "Tudo falhou" }).waitFor();
    await page.getByText("Todos os remetentes funcionando").click();
    await page
      .getByText(/^sandbox, [\d.]+ por segundo$/)
      .first()
      .waitFor();
    await expectEventually(() => figure("Não enviadas").innerText(), "3");
  });

  it("shows a campaign's follow-ups, which count in its cost, beside its messages", async () => {
    const first = await service.customer.template("Com acompanhamento", "Pão às 17h", {
      follow_ups: [{ on: ["delivered"], after_seconds: 0, template_id: plain.id }],
    });
    const made = await service.customer.campaign(
      "Acompanhada",
      first,
      await service.customer.list("Acompanhadas", [freshNumber(), freshNumber()]),
    );
    await service.customer.launch(made);
    const page = await signIn({}, `/console/campaigns/${made.id}`);
    const figure = (name: string) => page.locator("dl.figures > div", { hasText: name });
    await figure("Mensagens").getByText("+ 2 de acompanhamento", { exact: true }).waitFor();
    await figure("Custo").getByText("Inclui as mensagens de acompanhamento.").waitFor();
  });

  it("keeps the messages by purpose while the service does not return them", async () => {
    await service.customer.post("/v3/messages", {
      channel: "sms",
      purpose: "marketing",
      content: { type: "text", text: "Pão" },
      recipients: [{ to: freshNumber() }],
    });
    const byPurpose = "**/v3/usage?group_by=purpose*";
    const page = await signIn({}, "/console");
    const purposes = page.locator("section", {
      has: page.getByRole("heading", { name: "Mensagens por finalidade" }),
    });
    await purposes.getByRole("link", { name: "Marketing" }).waitFor();
    await page.locator(".figure", { hasText: "Custo" }).getByText("Teste: nada é cobrado").waitFor();
    await page.setViewportSize({ width: 390, height: 900 });
    const cost = purposes.locator("tbody tr").first().locator("td").last();
    await cost.scrollIntoViewIfNeeded();
    const box = await cost.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    await takeScreenshot(page, "purposes-390", { fullPage: true });
    // The page does not repeat the request by itself after a 404.
    await page.route(byPurpose, (route) => route.fulfill({ status: 404 }));
    await page.getByRole("group", { name: "Período" }).getByRole("button", { name: "30 dias" }).click();
    await purposes.getByRole("alert").waitFor();
    await purposes.getByRole("heading", { name: "Mensagens por finalidade" }).waitFor();
    await purposes.getByRole("link", { name: "Marketing" }).waitFor();
    await page.unroute(byPurpose);
    await purposes.getByRole("button", { name: "Tentar de novo" }).click();
    await purposes.getByRole("alert").waitFor({ state: "detached" });
    service.problems.splice(0); // the browser logs the error response
  });

  it("shows a campaign with an empty list as unsuccessful, and asks before launching or scheduling it", async () => {
    const made = await service.customer.campaign(
      "Lista vazia",
      plain,
      await service.customer.list("Ninguém", []),
    );
    const page = await signIn({}, `/console/campaigns/${made.id}`);
    await page.getByRole("alert").getByText("Ninguém vai receber esta campanha.").waitFor();
    const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 16);
    await page.getByRole("button", { name: "Agendar" }).click();
    await page.getByText("Informe dia e hora.").waitFor();
    await page.getByLabel("Lançar em").fill(tomorrow);
    await page.getByRole("button", { name: "Agendar" }).click();
    await page.getByRole("dialog").getByText("ninguém vai receber. Agendar mesmo assim?").waitFor();
    await page.getByRole("button", { name: "Agendar mesmo assim" }).click();
    await status(page, "Agendada");
    await page.getByRole("alert").getByText("mas ninguém vai receber").waitFor();
    const overview = await signIn({}, "/console");
    await card(overview, "Precisa de atenção").getByText("mas ninguém vai receber").waitFor();
    await overview.close();
    await service.customer.delete(`/v3/campaigns/${made.id}/schedule`);
    await status(page, "Rascunho");
    await page.getByRole("button", { name: "Lançar agora" }).click();
    await page.getByRole("dialog").getByText("ninguém vai receber. Lançar mesmo assim?").waitFor();
    await page.getByRole("button", { name: "Lançar mesmo assim" }).click();
    await status(page, "Concluída, lista vazia");
    expect(await page.locator("h1 .tone-good").count()).toBe(0);
  });

  it("names the campaigns that use a list before it is deleted, and hides their launch afterwards", async () => {
    const used = await service.customer.list("Clientes de Natal", ["+5511911110007"]);
    const draft = await service.customer.campaign("Natal, rascunho", plain, used);
    const planned = await service.customer.campaign("Natal, agendada", plain, used);
    await schedule(planned);
    const page = await signIn({}, `/console/lists/${used.id}`);
    await page.getByRole("button", { name: "Excluir" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Estas campanhas usam a lista e não poderão ser lançadas:").waitFor();
    await dialog.getByRole("link", { name: "Natal, rascunho" }).waitFor();
    const entry = dialog.locator("li").filter({ hasText: "Natal, agendada" });
    await entry.getByText("Agendada", { exact: true }).waitFor();
    await dialog.getByRole("button", { name: "Excluir" }).click();
    await page.waitForURL(/\/console\/lists$/);
    await page.goto(`${service.baseUrl}/console/campaigns/${draft.id}`);
    await page.getByRole("alert").getByText("a campanha não pode ser lançada nem agendada").waitFor();
    expect(
      await page
        .locator("main")
        .getByRole("button", { name: /Lançar|Agendar/ })
        .count(),
    ).toBe(0);
    expect(await page.getByLabel("Lançar em").count()).toBe(0);
    await page.goto(`${service.baseUrl}/console/campaigns/${planned.id}`);
    await page.getByRole("alert").getByText("o lançamento agendado vai falhar").waitFor();
    expect(
      await page
        .locator("main")
        .getByRole("button", { name: /Lançar|Alterar o horário/ })
        .count(),
    ).toBe(0);
    await page.getByRole("button", { name: "Cancelar o agendamento" }).waitFor();
    await page.goto(`${service.baseUrl}/console`);
    await card(page, "Precisa de atenção").getByText("mas a lista foi excluída").waitFor();
    await page.close();
    await service.customer.delete(`/v3/campaigns/${planned.id}`);
    service.problems.splice(0); // the browser logs the 404 of the list
  });

  it("shows the progress of creating messages, and no delivery rate yet", async () => {
    const made = await service.customer.campaign("Grande", plain, people);
    const page = await signIn({}, "/console/campaigns");
    await page.route(`**/v3/campaigns/${made.id}`, async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { progress: object };
      const progress = { ...body.progress, total: 3_200, pending: 3_190, delivered: 10 };
      const changes = {
        status: "running",
        started_at: "2026-11-20T12:00:00Z",
        expected_total: 4_589,
        progress,
      };
      await route.fulfill({ response, json: { ...body, ...changes } });
    });
    await page.getByRole("link", { name: "Grande" }).click();
    await status(page, "Preparando");
    await page.getByText("Preparando… 3.200 de 4.589 contatos").first().waitFor();
    await page.getByText("Cedo demais: 10 de 4.589 têm resultado final").waitFor();
  });

  it.each(["campaigns", "overview"])(
    "shows %s with failures without axe violations in all sizes and themes",
    async (name) => {
      const page = await signIn(CHECKED, name === "overview" ? "/console" : "/console/campaigns");
      await page.getByText("Concluída com falhas").first().waitFor();
      await checkViews(page, `outcomes-${name}`);
    },
  );
});

describe("the health of webhooks in the console", () => {
  let shop: Receiver;

  beforeAll(async () => {
    shop = await receiver(500);
  });
  afterAll(() => shop.close());

  it("shows a failing endpoint in red, and in green once it succeeds", async () => {
    const page = await signIn();
    const part = card(page, "Webhooks");
    const attention = card(page, "Precisa de atenção");
    await page.getByRole("heading", { name: "Remetentes" }).waitFor();
    await expectEventually(() => part.count(), 0);
    const { id } = await service.customer.post<Made>("/v3/webhooks", { url: shop.url });
    await page.goto(`${service.baseUrl}/console`);
    await part.getByText("Nenhuma tentativa ainda").waitFor();
    await service.customer.send("sms", { type: "text", text: "Oi" }, freshNumber());
    const failing = /^Falhando há \d+ (s|min), 0 de \d+ entregues, última resposta 500$/;
    const shows = async () => {
      const state = page.locator("main .status.tone-bad").filter({ hasText: failing });
      await state.first().waitFor();
    };
    await attention.locator(".tone-bad").filter({ hasText: failing }).waitFor();
    await attention
      .getByText("O sistema que recebe falhou ou demorou a responder: veja os logs dele.")
      .waitFor();
    await page.goto(`${service.baseUrl}/console/settings/webhooks`);
    await shows();
    await page.getByRole("link", { name: shop.url }).click();
    await shows();
    const retrying = page.locator("tbody .tone-warn").getByText(/^Nova tentativa agendada \(\d+ feitas?\)$/);
    await retrying.first().waitFor();
    await page.getByText("O sistema que recebe falhou ou demorou a responder").waitFor();
    await page.getByRole("button", { name: "Reenviar…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Reenviar", exact: true }).click();
    await page
      .getByText(/^Nenhuma entrega abandonada neste período; \d+ aguardam? a próxima tentativa$/)
      .waitFor();
    await page.locator("dd.refusal").getByText("500", { exact: true }).waitFor();
    expect(await page.getByText("Entregas das últimas 24 horas").count()).toBe(1);
    for (const [name, path] of [
      ["webhooks", "/settings/webhooks"],
      ["webhook", `/settings/webhooks/${id}`],
    ] as const) {
      const seen = await signIn(CHECKED, `/console${path}`);
      await seen.locator("main .tone-bad").filter({ hasText: failing }).first().waitFor();
      await checkViews(seen, `failing-${name}`);
      await seen.close();
    }

    shop.respondsWith(204);
    // The next retry may be ten minutes away.
    await service.customer.send("sms", { type: "text", text: "De novo" }, freshNumber());
    await page.locator("main .status.tone-good").getByText("Recebendo").waitFor();
    await page
      .locator("dl > div", { hasText: "Taxa de sucesso" })
      .getByText(/^\d+(,\d)?%$/)
      .waitFor();
    await page.goto(`${service.baseUrl}/console`);
    await part.locator(".tone-good").getByText("Recebendo").waitFor();
  });
});
