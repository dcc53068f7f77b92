import type { Page } from "playwright-core";
import { CHECKED, checkViews, signedInto } from "./console";
import { freshNumber, stage } from "./stage";

const service = stage();
const signIn = signedInto(service);

/** Words of the service's English messages. */
const ENGLISH = /\b(must|needs?|is not|no value|bytes as|request|already|connection)\b/i;

const expectPortuguese = async (page: Page) =>
  expect(await page.locator("main").innerText()).not.toMatch(ENGLISH);

const clearProblems = () => void service.problems.splice(0);

const template = (name: string, text: string) =>
  service.customer.post<{ id: string }>("/v3/templates", {
    name,
    channel: "sms",
    content: { type: "text", text },
  });

describe("error messages of the console in Portuguese", () => {
  it("shows the rule of a template's field beside the field", async () => {
    const page = await signIn({}, "/console/templates/new");
    await page.getByLabel("Nome", { exact: true }).fill("Longo demais");
    await page.getByLabel("Texto", { exact: true }).fill("ã".repeat(3_000));
    await page.getByRole("button", { name: "Criar modelo" }).click();
    await page.locator(".field .refusal").getByText("Cabem no máximo 10 segmentos de SMS.").waitFor();
    await page.getByText("Um campo é inválido.").waitFor();
    await page.locator(".sms-size .refusal").waitFor();
    await expectPortuguese(page);
    clearProblems();
  });

  it("explains an invalid webhook address, the limit of webhooks, and a failed delivery", async () => {
    const page = await signIn({}, "/console/settings/webhooks");
    await page.getByText("Novo webhook").click();
    const url = page.getByLabel("Endereço (URL)");
    await url.fill("ftp://loja.example");
    await page.getByRole("button", { name: "Criar webhook" }).click();
    await page.locator(".field .refusal").getByText("Precisa começar com https://").waitFor();
    await expectPortuguese(page);
    const made = await Promise.all(
      Array.from({ length: 10 }, () =>
        service.customer.post<{ id: string }>("/v3/webhooks", { url: "http://127.0.0.1:9/nobody" }),
      ),
    );
    await url.fill("https://loja.example/recado");
    await page.getByRole("button", { name: "Criar webhook" }).click();
    await page.getByText("A conta atingiu o limite de webhooks. Exclua um antes.").waitFor();
    await expectPortuguese(page);
    clearProblems();

    await page.goto(`${service.baseUrl}/console/settings/webhooks/${made[0]?.id}`);
    await page.getByRole("button", { name: "Enviar evento de teste" }).click();
    await page.locator("tbody tr").getByText("A conexão foi recusada.").first().waitFor();
    await page.locator(".status").getByText("sem resposta: A conexão foi recusada.").waitFor();
    await expectPortuguese(page);
  });

  it("explains why a person receives no message, before the send and on the message's page", async () => {
    const { id } = await template("Com apelido", "Oi {{ apelido }}, seu {{ pedido }} chegou.");
    const number = freshNumber();
    const page = await signIn({}, `/console/send?template=${id}&to=${encodeURIComponent(number)}`);
    await page.getByText("Falta um valor (Falta valor para: apelido, pedido)").first().waitFor();
    await expectPortuguese(page);
    const { data } = await service.customer.post<{ data: { message_id: string }[] }>("/v3/messages", {
      template_id: id,
      recipients: [{ to: number }],
    });
    await page.goto(`${service.baseUrl}/console/messages/${data[0]?.message_id}`);
    await page
      .getByText("O modelo tem uma variável para a qual esta pessoa não tem valor.")
      .first()
      .waitFor();
    await page.getByText("Falta valor para: apelido, pedido").first().waitFor();
    await expectPortuguese(page);
  });

  it("fits beside its field without axe violations in all sizes and themes", async () => {
    const page = await signIn(CHECKED, "/console/templates/new");
    await page.getByLabel("Nome", { exact: true }).fill("Longo demais");
    await page.getByLabel("Texto", { exact: true }).fill("ã".repeat(3_000));
    await page.getByRole("button", { name: "Criar modelo" }).click();
    await page.locator(".field .refusal[role=alert]").waitFor();
    clearProblems();
    await checkViews(page, "reasons-field");
  });
});
