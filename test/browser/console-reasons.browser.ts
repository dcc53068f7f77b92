import type { Page } from "playwright-core";
import { LOOKS, looksRight, signedInto } from "./console";
import { freshNumber, stage } from "./stage";

const service = stage();
const signIn = signedInto(service);

/** Words of the service's own texts, which are English. */
const ENGLISH = /\b(must|needs?|is not|no value|bytes as|request|already|connection)\b/i;

const speaksPortuguese = async (page: Page) =>
  expect(await page.locator("main").innerText()).not.toMatch(ENGLISH);

/** The browser notes each refusal. */
const asExpected = () => void service.problems.splice(0);

const template = (name: string, text: string) =>
  service.customer.post<{ id: string }>("/v3/templates", {
    ...{ name, channel: "sms", content: { type: "text", text } },
  });

describe("what the service refuses, in the console in Portuguese", () => {
  it("is told beside the field of a template, with the field's own rule", async () => {
    const page = await signIn({}, "/console/templates/new");
    await page.getByLabel("Nome", { exact: true }).fill("Longo demais");
    await page.getByLabel("Texto", { exact: true }).fill("ã".repeat(3_000));
    await page.getByRole("button", { name: "Salvar" }).click();
    await page
      .locator(".field .refusal")
      .getByText("É mais longo do que o canal ou a operadora aceita.")
      .waitFor();
    await page.getByText("Não deu certo: Texto: É mais longo").waitFor();
    await speaksPortuguese(page);
    asExpected();
  });

  it("is told of a webhook: its address, how many there may be, and why nobody answered", async () => {
    const page = await signIn({}, "/console/settings/webhooks");
    await page.getByText("Novo webhook").click();
    const url = page.getByLabel("Endereço (URL)");
    await url.fill("ftp://loja.example");
    await page.getByRole("button", { name: "Criar webhook" }).click();
    await page.locator(".field .refusal").getByText("Precisa começar com https://").waitFor();
    await speaksPortuguese(page);
    const made = await Promise.all(
      Array.from({ length: 10 }, () =>
        service.customer.post<{ id: string }>("/v3/webhooks", { url: "http://127.0.0.1:9/nobody" }),
      ),
    );
    await url.fill("https://loja.example/recado");
    await page.getByRole("button", { name: "Criar webhook" }).click();
    await page.getByText("A conta já tem todos os webhooks que pode ter. Exclua um antes.").waitFor();
    await speaksPortuguese(page);
    asExpected();

    await page.goto(`${service.baseUrl}/console/settings/webhooks/${made[0]?.id}`);
    await page.getByRole("button", { name: "Enviar evento de teste" }).click();
    await page.locator("tbody tr").getByText("A conexão foi recusada.").first().waitFor();
    await speaksPortuguese(page);
  });

  it("is told of people who get nothing: before a send, and of the message itself", async () => {
    const { id } = await template("Com apelido", "Oi {{ apelido }}, seu {{ pedido }} chegou.");
    const number = freshNumber();
    const page = await signIn({}, `/console/send?template=${id}&to=${encodeURIComponent(number)}`);
    await page.getByText("Falta um valor. (Falta valor para: apelido, pedido)").first().waitFor();
    await speaksPortuguese(page);
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
    await speaksPortuguese(page);
  });

  it.each(LOOKS)("fits beside its field at $viewport.width px, $colorScheme", async (look) => {
    const page = await signIn(look, "/console/templates/new");
    await page.getByLabel("Nome", { exact: true }).fill("Longo demais");
    await page.getByLabel("Texto", { exact: true }).fill("ã".repeat(3_000));
    await page.getByRole("button", { name: "Salvar" }).click();
    await page.locator(".field .refusal").waitFor();
    asExpected();
    await looksRight(page, "reasons-field", look);
  });
});
