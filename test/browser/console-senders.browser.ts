import type { Page } from "playwright-core";
import { chooseLanguage, expectEventually, factOf, field, signedInto, sure, testViews } from "./console";
import type { Made } from "./sender";
import { freshNumber, stage, written } from "./stage";

const service = stage();
const signIn = signedInto(service);

interface Message extends Made {
  to: string;
  sender: string;
  sender_id: string;
}

const sender = (page: Page) => field(page, "Remetente");

describe("senders in the console", () => {
  let template: Made;
  let list: Made;
  let second: Made;
  const message = async (to: string): Promise<Message | undefined> =>
    (await service.customer.get<{ data: Message[] }>("/v3/messages?limit=1000")).data.find(
      (one) => one.to === to,
    );
  const add = (address: string) => {
    const options = ["--account", "default", "--channel", "sms", "--carrier", "sandbox"];
    return service.operator<Made>("senders", "add", ...options, "--address", address);
  };

  beforeAll(async () => {
    template = await service.customer.template("Aviso", "Aviso");
    list = await service.customer.list("Clientes", [freshNumber()]);
  });

  it("hides the choice while the channel has one sender", async () => {
    const page = await signIn({}, "/console/send");
    await page.getByText("pela conexão sandbox", { exact: false }).waitFor();
    expect(await sender(page).count()).toBe(0);
    await page.goto(`${service.baseUrl}/console/campaigns/new?template=${template.id}`);
    await page.getByText("O modelo é de SMS", { exact: false }).waitFor();
    expect(await sender(page).count()).toBe(0);
  });

  it("sends from the chosen sender, shows it on the message, and filters by it", async () => {
    second = await add("28000");
    const [usual, chosen] = [freshNumber(), freshNumber()];
    const page = await signIn({}, "/console/send");
    const write = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
    for (const [number, option] of [
      [usual, null],
      [chosen, "28000 (sandbox)"],
    ] as const) {
      await page.goto(`${service.baseUrl}/console/send`);
      await write("Números", number);
      await write("Texto", "De onde?");
      await sender(page).waitFor();
      await expectEventually(() => sender(page).inputValue(), "");
      expect(await sender(page).locator("option").first().innerText()).toMatch(/^Padrão \(.+\)$/);
      if (option !== null) {
        await sender(page).selectOption({ label: option });
        await page.getByText("Enviada de 28000, pela conexão sandbox.").waitFor();
      }
      const ready = page.getByRole("region", { name: "Antes de enviar" });
      await ready.getByRole("button", { name: "Enviar" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Enviar" }).click();
      await page.getByRole("heading", { name: "1 mensagem aceita" }).waitFor();
    }
    const [first, other] = [await message(usual), await message(chosen)];
    expect(first?.sender).not.toBe("28000");
    expect(other).toMatchObject({ sender: "28000", sender_id: second.id });

    await page.goto(`${service.baseUrl}/console/messages/${other?.id}`);
    await factOf(page, "Remetente").waitFor();
    expect(await factOf(page, "Remetente").innerText()).toBe("28000");

    await page.goto(`${service.baseUrl}/console/messages`);
    await page.getByText("2 de 2 mensagens").waitFor();
    await page.getByRole("button", { name: "Mais filtros" }).click();
    await page.getByLabel("Remetente", { exact: true }).selectOption({ label: "28000 (SMS)" });
    await page.getByText("1 de 1 mensagem").waitFor();
    expect(new URL(page.url()).searchParams.get("sender")).toBe(second.id);
    await expectEventually(() => page.locator("tbody .title").innerText(), written(chosen));
  });

  it("resets the chosen sender when the channel changes", async () => {
    const page = await signIn({}, "/console/send");
    await sender(page).selectOption({ label: "28000 (sandbox)" });
    await page.getByLabel("Canal").selectOption("rcs");
    await sender(page).waitFor({ state: "detached" });
    await page.getByLabel("Canal").selectOption("sms");
    await sender(page).waitFor();
    expect(await sender(page).inputValue()).toBe("");
  });

  it("sends a campaign from the chosen sender and shows it", async () => {
    const page = await signIn({}, "/console/campaigns/new");
    await page.getByLabel("Nome").fill("De outro número");
    expect(await sender(page).count()).toBe(0);
    await page.getByLabel("Modelo").selectOption(template.id);
    await sender(page).selectOption({ label: "28000 (sandbox)" });
    await page.getByLabel("Lista").selectOption(list.id);
    await page.getByRole("button", { name: "Criar campanha" }).click();
    await page.getByRole("heading", { name: "De outro número Rascunho" }).waitFor();
    await expectEventually(() => factOf(page, "Remetente").innerText(), "28000");
    await sure(page, "Lançar agora");
    await page.locator("h1 .status").getByText("Concluída").waitFor();
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const sent = await service.customer.get<{ data: Message[] }>(`/v3/messages?campaign_id=${id}`);
    expect(sent.data).toMatchObject([{ sender: "28000", sender_id: second.id }]);
  });

  it("shows the default sender of a campaign in both languages", async () => {
    const { id } = await service.customer.campaign("Sem escolha", template, list);
    const page = await signIn({}, `/console/campaigns/${id}`);
    await page.getByText(/^Padrão \(/).waitFor();
    await chooseLanguage(page, "English");
    await page.getByText(/^Default \(/).waitFor();
    await page.goto(`${service.baseUrl}/console/send`);
    await page.getByLabel("Sender", { exact: true }).waitFor();
    expect(await page.getByLabel("Sender", { exact: true }).locator("option").first().innerText()).toMatch(
      /^Default \(.+\)$/,
    );
  });

  it("reports that the sender of a campaign was removed, and offers neither launch nor schedule", async () => {
    const third = await add("29000");
    const chosen = { sender_id: third.id };
    const { id } = await service.customer.campaign("Sem remetente", template, list, chosen);
    await service.operator("senders", "remove", third.id);
    const page = await signIn({}, `/console/campaigns/${id}`);
    await page.getByText("O remetente desta campanha foi removido.", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Excluir", exact: true }).waitFor();
    expect(await page.getByRole("button", { name: "Lançar agora" }).count()).toBe(0);
    expect(await page.getByLabel("Lançar em").count()).toBe(0);
  });

  it("checks the other scheduled campaigns when the sender of one was removed, and counts the unchecked ones", async () => {
    const { customer } = service;
    const empty = await customer.list("Vazia");
    const fourth = await add("29001");
    const inAnHour = { scheduled_at: new Date(Date.now() + 3_600_000).toISOString() };
    for (const { id } of [
      await customer.campaign("Agendada sem remetente", template, list, { sender_id: fourth.id }),
      await customer.campaign("Agendada sem contatos", template, empty),
    ]) {
      await customer.put(`/v3/campaigns/${id}/schedule`, inAnHour);
    }
    await service.operator("senders", "remove", fourth.id);
    const page = await signIn();
    const item = (name: string) => page.locator("section.banner li", { hasText: name });
    await item("Agendada sem remetente").getByText("mas o remetente foi removido").waitFor();
    await item("Agendada sem contatos").getByText("mas ninguém vai receber").waitFor();
    await page.route(`**/v3/contact-lists/${empty.id}/contacts*`, (route) => route.fulfill({ status: 500 }));
    await page.reload();
    await item("Agendada sem remetente").waitFor();
    await page.getByRole("link", { name: "Não foi possível conferir 1 campanha agendada." }).waitFor();
    await page.close();
    service.problems.splice(0); // the browser logs the error responses

    const limited = await signIn({}, "/console", { name: "Leitura", scopes: ["campaigns:read"] });
    await limited
      .getByRole("link", { name: "Esta chave não tem permissão para conferir 2 campanhas agendadas." })
      .waitFor();
    expect(await limited.getByText("Nada precisa da sua atenção.").count()).toBe(0);
  });

  testViews(signIn, { "send-sender": ["/console/send", (page) => sender(page).waitFor()] });
});
