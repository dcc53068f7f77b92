import type { Page } from "playwright-core";
import { expectEventually, holdRequests, HOSTILE, signedInto, testViews, field } from "./console";
import { png, wav } from "./media";
import { EVERY_SUGGESTION, link, type Made, reply } from "./sender";
import { freshNumber, stage, takeScreenshot, written } from "./stage";

const service = stage();
const signIn = signedInto(service);

interface Template extends Made {
  name: string;
  purpose: string;
  content: Record<string, unknown>;
  follow_ups: unknown[];
}

const make = (name: string, channel: string, content: object, more: object = {}) =>
  service.customer.post<Template>("/v3/templates", { name, channel, content, ...more });
const text = (words: string) => ({ type: "text", text: words });
const write = (page: Page, label: string, words: string) =>
  page.getByLabel(label, { exact: true }).fill(words);
const save = (page: Page) => page.getByRole("button", { name: /^(Salvar|Criar modelo)$/ }).click();
const openOptions = (page: Page) => page.getByText("Mais opções").click();
const phone = (page: Page) => page.locator(".phone-frame");
const idOf = (page: Page) => new URL(page.url()).pathname.split("/").at(-1) ?? "";
const read = (id: string) => service.customer.get<Template>(`/v3/templates/${id}`);

describe("templates in the console", () => {
  it("writes a template with variables, previews it for a contact, saves it, finds it and sends it", async () => {
    await service.customer.post("/v3/contacts", {
      phone: freshNumber(),
      name: "Beatriz",
      attributes: { bairro: "Vila Mariana" },
    });
    const page = await signIn();
    await page.getByRole("link", { name: "Modelos", exact: true }).click();
    await page.getByText("Ainda não há modelos.").waitFor();
    await page.getByRole("link", { name: "Novo modelo" }).click();
    await page.getByRole("heading", { name: "Novo modelo" }).waitFor();
    await write(page, "Nome", "Entrega de hoje");
    const words = page.getByLabel("Texto", { exact: true });
    await words.fill("Oi ");
    await words.pressSequentially("{{ ba");
    await page.getByRole("option", { name: "bairro" }).waitFor();
    await words.press("Enter");
    await words.pressSequentially(", pedido {{ pedido }} não saiu");
    await expectEventually(() => words.inputValue(), "Oi {{ bairro }}, pedido {{ pedido }} não saiu");
    await page.getByText("Fora do alfabeto do SMS: ã").waitFor();
    await phone(page).getByText("Oi {{ bairro }}, pedido {{ pedido }} não saiu").waitFor();
    await page.getByLabel("Prévia para um contato").selectOption({ index: 1 });
    await phone(page).getByText("Oi Vila Mariana, pedido pedido não saiu").waitFor();
    await expectEventually(() => phone(page).locator(".gap").innerText(), "pedido");
    await page.getByText("Este contato não tem valor para: pedido.", { exact: false }).waitFor();
    await words.fill("Oi {{ name }}, saiu!");
    await page.getByText("Este contato tem valor para todas as variáveis.").waitFor();
    await save(page);
    await page.getByRole("heading", { name: "Entrega de hoje" }).waitFor();
    expect((await read(idOf(page))).content).toEqual(text("Oi {{ name }}, saiu!"));

    expect((await read(idOf(page))).purpose).toBe("transactional");
    await words.fill("Oi {{ name }}, chegou!");
    await page.getByLabel("Finalidade").selectOption("Marketing");
    await page.getByText("Você tem alterações não salvas.").waitFor();
    await page.getByRole("link", { name: "Todos os modelos" }).click();
    await page.getByRole("link", { name: "Entrega de hoje" }).click();
    await expectEventually(() => words.inputValue(), "Oi {{ name }}, chegou!");
    // The counts load last and move the button, so an earlier click could miss it.
    await page.getByText("{{nome}}: 1 de 1 contato").waitFor();
    await save(page);
    await page.getByText("Salvo.").waitFor();
    expect(await read(idOf(page))).toMatchObject({
      purpose: "marketing",
      content: text("Oi {{ name }}, chegou!"),
    });

    await page.getByRole("link", { name: "Todos os modelos" }).click();
    await page.getByLabel("Buscar por nome").fill("ENTREGA");
    await page.waitForURL(/search=ENTREGA/);
    await page.getByRole("link", { name: "Entrega de hoje" }).click();
    await page.getByRole("link", { name: "Enviar este modelo" }).click();
    await page
      .getByLabel("Modelo", { exact: true })
      .getByRole("option", { name: "Entrega de hoje (SMS)" })
      .waitFor({ state: "attached" });
    expect(await page.getByLabel("Modelo", { exact: true }).inputValue()).not.toBe("");
  });

  it("shows an invalid placeholder while the user types, and the valid one to write", async () => {
    const page = await signIn({}, "/console/templates/new");
    const words = page.getByLabel("Texto", { exact: true });
    const fault = page.getByText("{{ código }} não é uma variável", { exact: false });
    await words.pressSequentially("Seu código: {{ código }");
    expect(await fault.count()).toBe(0);
    await words.press("}");
    await fault.waitFor();
    await page.getByText("Escreva {{ codigo }}.", { exact: false }).waitFor();
    await words.fill("Seu código: {{ codigo }}");
    await fault.waitFor({ state: "detached" });
  });

  it("finds a contact for a preview by a number as people write it", async () => {
    const number = freshNumber();
    await service.customer.post("/v3/contacts", { phone: number, name: "Procurada" });
    // The field of the search appears with more than 20 contacts.
    for (let i = 0; i < 21; i++) await service.customer.post("/v3/contacts", { phone: freshNumber() });
    const page = await signIn({}, "/console/templates/new");
    await page.getByLabel("Buscar contato").fill(written(number));
    await page.getByRole("option", { name: "Procurada" }).waitFor({ state: "attached" });
  });

  it("fills {{nome}} with contact names, and shows how many contacts have each variable", async () => {
    const { customer } = service;
    const list = await customer.post<{ id: string }>("/v3/contact-lists", { name: "Três", type: "default" });
    const numbers = [freshNumber(), freshNumber(), freshNumber()];
    for (const [index, phone] of numbers.entries()) {
      const known = index === 0 ? {} : { name: `Pessoa ${index}`, attributes: { cidade: "Recife" } };
      await customer.post(`/v3/contact-lists/${list.id}/contacts`, { phone, ...known });
    }
    const page = await signIn({}, "/console/templates/new");
    await write(page, "Nome", "Com nome");
    const words = page.getByLabel("Texto", { exact: true });
    await words.fill("Oi ");
    await words.pressSequentially("{{ no");
    await page.getByRole("option", { name: "nome" }).waitFor();
    await words.press("Enter");
    await words.pressSequentially(" de {{ cidade }}");
    await expectEventually(() => words.inputValue(), "Oi {{ nome }} de {{ cidade }}");
    await page.getByLabel("Contar contatos de").selectOption("Três");
    const counts = page.getByRole("list", { name: "Quem tem cada variável" });
    const lacking = (name: string) =>
      counts.getByRole("listitem").filter({ hasText: `{{${name}}}: falta em 1 de 3 contatos` });
    await lacking("nome").waitFor();
    await lacking("cidade").waitFor();
    await save(page);
    await page.getByRole("heading", { name: "Com nome" }).waitFor();
    const template = idOf(page);
    expect(await customer.get(`/v3/templates/${template}`)).toMatchObject({ variables: ["nome", "cidade"] });

    await page.goto(new URL(`/console/campaigns/new?template=${template}&list=${list.id}`, page.url()).href);
    await lacking("nome").waitFor();
    const campaign = await customer.campaign("Com nome", { id: template }, list);
    await customer.launch(campaign);
    const sent = async () => {
      const { data } = await customer.get<{ data: { content: { text: string } | null; to: string }[] }>(
        `/v3/messages?campaign_id=${campaign.id}`,
      );
      return data.flatMap(({ content }) => content?.text ?? []).sort();
    };
    await expectEventually(async () => (await sent()).join(), "Oi Pessoa 1 de Recife,Oi Pessoa 2 de Recife");
  });

  it("shows why it cannot count the contacts of another list, instead of the previous counts", async () => {
    await service.customer.list("Ilegível");
    const page = await signIn({}, "/console/templates/new");
    await page.getByLabel("Texto", { exact: true }).fill("Oi {{ nome }}");
    const counts = page.getByRole("list", { name: "Quem tem cada variável" });
    await counts.waitFor();
    await page.route("**/v3/contacts/variables?list_id=*", (route) => route.fulfill({ status: 404 }));
    await page.getByLabel("Contar contatos de").selectOption("Ilegível");
    await page.getByRole("alert").waitFor();
    expect(await counts.count()).toBe(0);
    await page.unroute("**/v3/contacts/variables?list_id=*");
    await page.getByRole("button", { name: "Tentar de novo" }).click();
    await counts.waitFor();
    service.problems.splice(0); // the browser logs the 404
  });

  it("shows in a template and in a campaign why it cannot count the contacts at first", async () => {
    const template = await make("Sem contagem", "sms", text("Oi {{ nome }}"));
    const list = await service.customer.list("Sem contagem");
    const page = await signIn();
    await page.route("**/v3/contacts/variables**", (route) => route.fulfill({ status: 404 }));
    for (const path of [
      `templates/${template.id}`,
      `campaigns/new?template=${template.id}&list=${list.id}`,
    ]) {
      await page.goto(`${service.baseUrl}/console/${path}`);
      await page.getByRole("alert").waitFor();
      service.problems.splice(0); // the browser logs the 404
    }
  });

  it("reports a taken name beside the field, and keeps the input", async () => {
    await make("Nome tomado", "sms", text("Oi"));
    const page = await signIn({}, "/console/templates/new");
    await write(page, "Nome", "Nome tomado");
    await write(page, "Texto", "Outra coisa");
    await save(page);
    await page.getByText("Outro modelo já tem este nome.").waitFor();
    await expectEventually(() => page.getByLabel("Texto", { exact: true }).inputValue(), "Outra coisa");
    await write(page, "Nome", "Nome livre");
    await save(page);
    await page.getByRole("heading", { name: "Nome livre" }).waitFor();
    service.problems.splice(0); // the browser logs the 409
  });

  it("creates a carousel with images and buttons", async () => {
    const page = await signIn({}, "/console/templates/new");
    await write(page, "Nome", "Vitrine");
    await page.getByLabel("Canal").selectOption("RCS");
    await page.getByLabel("Formato").selectOption("Carrossel");
    const card = (index: number) => page.locator("details.part", { hasText: `Cartão ${index}` }).first();
    await card(1)
      .getByLabel("Imagem ou vídeo")
      .setInputFiles({ name: "pão.png", mimeType: "image/png", buffer: png(480, 320, [220, 160, 90]) });
    await phone(page).getByRole("img", { name: "pão.png" }).waitFor();
    await card(1).getByLabel("Descrição para quem não vê", { exact: false }).fill("Um pão na mesa");
    await phone(page).getByRole("img", { name: "Um pão na mesa" }).waitFor();
    await card(1).getByLabel("Título").fill("Pão");
    await card(1).getByRole("button", { name: "Adicionar botão" }).click();
    await card(1).getByLabel("Texto do botão").fill("Quero");
    await card(2).locator("summary").first().click();
    await card(2).getByLabel("Descrição").fill("Saindo do forno");
    await page.getByRole("button", { name: "Adicionar botão" }).last().click();
    const button = page.locator(".parts", { hasText: "Botões abaixo da mensagem" }).locator(".part").last();
    await button.getByLabel("Texto do botão").fill("Ver tudo");
    await button.getByLabel("O que faz").selectOption("Abre um site");
    await button.getByLabel("Endereço do site").fill("https://example.com/{{ pedido }}");
    await save(page);
    await page.getByRole("heading", { name: "Vitrine" }).waitFor();
    expect((await read(idOf(page))).content).toEqual({
      type: "carousel",
      card_width: "medium",
      cards: [
        {
          title: "Pão",
          media: { file_id: expect.any(String), height: "medium", alt_text: "Um pão na mesa" },
          suggestions: [reply("Quero")],
        },
        { description: "Saindo do forno" },
      ],
      suggestions: [link("Ver tudo", "https://example.com/{{ pedido }}")],
    });
    await page.reload();
    await phone(page).getByRole("img", { name: "Um pão na mesa" }).waitFor();
    await phone(page).getByText("Saindo do forno").waitFor();
  });

  it("edits the times of a calendar button in the user's time zone, to the second if unchanged", async () => {
    const event = EVERY_SUGGESTION.find(({ type }) => type === "create_calendar_event");
    const start_at = "2026-12-01T13:00:30Z";
    const { id } = await make("Agenda", "rcs", { ...text("Até lá"), suggestions: [{ ...event, start_at }] });
    const page = await signIn({ timezoneId: "America/Sao_Paulo" }, `/console/templates/${id}`);
    const button = page.locator(".parts", { hasText: "Botões" }).locator(".part").last();
    await button.locator("summary").first().click();
    await button.getByText("No seu fuso horário, America/Sao Paulo, GMT-3.").first().waitFor();
    expect(await button.getByLabel("Começa").inputValue()).toBe("2026-12-01T10:00");
    await button.getByLabel("Termina").fill("2026-12-01T12:00");
    await save(page);
    const times = async () => {
      const [saved] = (await read(id)).content.suggestions as Record<string, string>[];
      return `${saved?.start_at}/${saved?.end_at}`;
    };
    await expectEventually(times, `${start_at}/2026-12-01T15:00:00Z`);
  });

  it("keeps what the user types while an image is being uploaded", async () => {
    const page = await signIn({}, "/console/templates/new");
    await page.getByLabel("Canal").selectOption("RCS");
    await page.getByLabel("Formato").selectOption("Cartão");
    const release = await holdRequests(page, "PUT", "**/*");
    const image = { name: "pão.png", mimeType: "image/png", buffer: png(480, 320, [220, 160, 90]) };
    await page.getByLabel("Imagem ou vídeo").setInputFiles(image);
    await page.getByText("Enviando", { exact: false }).first().waitFor();
    await write(page, "Título", "Pão");
    release();
    await phone(page).getByRole("img", { name: "pão.png" }).waitFor();
    expect(await page.getByLabel("Título").inputValue()).toBe("Pão");
  });

  it("ignores an image whose upload ends after the user has chosen another format", async () => {
    const page = await signIn({}, "/console/templates/new");
    await page.getByLabel("Canal").selectOption("RCS");
    await page.getByLabel("Formato").selectOption("Cartão");
    const release = await holdRequests(page, "PUT", "**/*");
    const image = { name: "pão.png", mimeType: "image/png", buffer: png(480, 320, [220, 160, 90]) };
    await page.getByLabel("Imagem ou vídeo").setInputFiles(image);
    await page.getByText("Enviando", { exact: false }).first().waitFor();
    await page.getByLabel("Formato").selectOption("Texto");
    await write(page, "Texto", "Sem imagem");
    const uploaded = page.waitForResponse("**/v3/files/*/confirm");
    release();
    await (await uploaded).finished();
    await write(page, "Nome", "Só texto");
    await save(page);
    await page.getByRole("heading", { name: "Só texto" }).waitFor();
    expect((await read(idOf(page))).content).toEqual(text("Sem imagem"));
  });

  it("adds an image to its card, also if the user moves the card during the upload", async () => {
    const page = await signIn({}, "/console/templates/new");
    await page.getByLabel("Canal").selectOption("RCS");
    await page.getByLabel("Formato").selectOption("Carrossel");
    const card = (title: string) => page.locator("details.part", { hasText: title }).first();
    await card("Cartão 1").getByLabel("Título").fill("Pão");
    await card("Cartão 2").locator("summary").first().click();
    await card("Cartão 2").getByLabel("Título").fill("Bolo");
    const release = await holdRequests(page, "PUT", "**/*");
    const image = { name: "pão.png", mimeType: "image/png", buffer: png(480, 320, [220, 160, 90]) };
    await card("Cartão 1").getByLabel("Imagem ou vídeo").setInputFiles(image);
    await page.getByText("Enviando", { exact: false }).first().waitFor();
    await card("Cartão 1 Pão").getByRole("button", { name: "Descer" }).click();
    release();
    await card("Cartão 2 Pão").getByRole("img", { name: "pão.png" }).waitFor();
    expect(await card("Cartão 1 Bolo").getByRole("img").count()).toBe(0);
    const earlier = card("Cartão 2 Pão").getByRole("button", { name: "Subir" });
    expect(await earlier.evaluate((own) => own === document.activeElement)).toBe(true);
  });

  it("limits an SMS to the SMS alphabet, and shows the text that is sent and the segments saved", async () => {
    const page = await signIn({}, "/console/templates/new");
    await write(page, "Nome", "Sem acentos");
    await write(page, "Texto", `Olá {{ nome }}, a padaria não abre hoje. ${"Até amanhã! ".repeat(4)}`);
    await page
      .getByText(
        "Só com caracteres do alfabeto do SMS: 1 em vez de 2 segmentos, sem os valores das variáveis.",
      )
      .waitFor();
    await openOptions(page);
    await page.getByLabel("Só caracteres do alfabeto do SMS").check();
    await phone(page).getByText("Ola {{ nome }}, a padaria nao abre hoje.", { exact: false }).waitFor();
    await write(page, "Texto", "Olá {{ nome }} 😀");
    await page.getByText("O alfabeto do SMS não tem equivalente para: 😀").waitFor();
    await write(page, "Texto", "Olá {{ nome }}");
    await save(page);
    await page.getByRole("heading", { name: "Sem acentos" }).waitFor();
    expect((await read(idOf(page))).content).toEqual({ ...text("Olá {{ nome }}"), encoding: "gsm7" });
    await page.reload();
    await expectEventually(() => page.getByLabel("Só caracteres do alfabeto do SMS").isChecked(), true);
    await page.getByLabel("Só caracteres do alfabeto do SMS").uncheck();
    await save(page);
    await page.getByText("Salvo.").waitFor();
    expect((await read(idOf(page))).content).toEqual(text("Olá {{ nome }}"));
  });

  it("counts the segments of an SMS without its placeholders, also while the menu of variables is open", async () => {
    await service.customer.post("/v3/contacts", { phone: freshNumber(), name: "Bia" });
    const page = await signIn({}, "/console/templates/new");
    await write(page, "Texto", `${"a".repeat(150)}{{ nome }}{{ telefone }}`);
    const size = page.locator(".sms-size");
    await size
      .getByText("Ao menos 1 segmento de SMS: 150 caracteres sem os valores das variáveis.")
      .waitFor();
    await page.getByLabel("Texto", { exact: true }).pressSequentially("{{ n");
    const count = page.getByRole("option", { selected: true }).locator(".hint");
    await count.getByText(/ contatos?$/).waitFor();
    const colours = await count.evaluate((own) =>
      [own, own.parentElement!].map((one) => getComputedStyle(one).color),
    );
    expect(colours[0]).toBe(colours[1]);
    const { y, height } = (await size.boundingBox())!;
    expect((await page.getByRole("listbox").boundingBox())!.y).toBeGreaterThanOrEqual(y + height);
  });

  it("keeps the save button in sight, and saves how long messages are valid", async () => {
    const made = await make("Código", "sms", text("Seu código é {{ codigo }}"), { validity_seconds: 90 });
    const page = await signIn({ viewport: { width: 1280, height: 500 } }, `/console/templates/${made.id}`);
    const saving = page.getByRole("button", { name: "Salvar", exact: true });
    await saving.waitFor();
    await expectEventually(
      () => saving.evaluate((own) => own.getBoundingClientRect().bottom <= innerHeight),
      true,
    );
    const validity = page.getByLabel("Válida por");
    await expectEventually(
      () => validity.evaluate((own: HTMLSelectElement) => own.selectedOptions[0]?.text ?? ""),
      "90 segundos",
    );
    await validity.selectOption("Até o limite do serviço e da operadora");
    await validity.selectOption("4 horas");
    await save(page);
    await page.getByText("Salvo.").waitFor();
    expect(await read(made.id)).toMatchObject({ validity_seconds: 14_400 });
    await page.goto(`${service.baseUrl}/console/send?template=${made.id}`);
    await page.getByText("Mais opções").click();
    await page.getByLabel("Válida por").getByRole("option", { name: "Como no modelo" }).waitFor({
      state: "attached",
    });
  });

  it("creates a template with a recording", async () => {
    const page = await signIn({}, "/console/templates/new");
    await write(page, "Nome", "Recado falado");
    await page.getByLabel("Canal").selectOption("Voz");
    await page
      .getByLabel("Gravação")
      .setInputFiles({ name: "aviso.wav", mimeType: "audio/wav", buffer: wav() });
    await phone(page).locator("audio").waitFor();
    await save(page);
    await page.getByRole("heading", { name: "Recado falado" }).waitFor();
    expect((await read(idOf(page))).content).toEqual({ type: "audio", file_id: expect.any(String) });
  });

  it("shows the service's error beside the field", async () => {
    const page = await signIn({}, "/console/templates/new");
    await write(page, "Nome", "Endereço errado");
    await page.getByLabel("Canal").selectOption("RCS");
    await write(page, "Texto", "Veja");
    await page.getByRole("button", { name: "Adicionar botão" }).click();
    await page.getByLabel("Texto do botão").fill("Ver");
    await page.getByLabel("O que faz").selectOption("Abre um site");
    await page.getByLabel("Endereço do site").fill("javascript:alert(1)");
    await save(page);
    await page.getByLabel("Endereço do site").and(page.locator('[aria-invalid="true"]')).waitFor();
    service.problems.splice(0); // the browser logs the error response
  });

  it("shows a follow-up's wait in whole units after the user discards another unit", async () => {
    const next = await make("Depois de uma hora", "sms", text("Chegou?"));
    const first = await make("Antes de uma hora", "sms", text("Chegou"), {
      follow_ups: [{ on: ["undelivered"], after_seconds: 3_600, template_id: next.id }],
    });
    const page = await signIn({}, `/console/templates/${first.id}`);
    const wait = page.getByLabel("Depois de");
    await expectEventually(() => wait.inputValue(), "1");
    await page.getByLabel("Unidade").selectOption("dias");
    await page.getByRole("button", { name: "Descartar alterações" }).click();
    await expectEventually(() => wait.inputValue(), "1");
    expect(await page.getByLabel("Unidade").locator("option:checked").innerText()).toBe("horas");
    await wait.fill("48");
    expect(await wait.inputValue()).toBe("48");
  });

  it("requires the template of a follow-up, and shows the service's reason only beside the field", async () => {
    const next = await make("Será excluído", "sms", text("Chegou?"));
    const page = await signIn({}, "/console/templates/new");
    await write(page, "Nome", "Com regra");
    await write(page, "Texto", "Oi");
    await page.getByRole("button", { name: "Adicionar regra" }).click();
    await save(page);
    const target = page.getByLabel("Enviar o modelo");
    expect(await target.evaluate((own: HTMLSelectElement) => own.validity.valueMissing)).toBe(true);
    await target.selectOption("Será excluído (SMS)");
    // The drawing loads the template too, before it is deleted.
    await page
      .getByRole("region", { name: "Fluxo" })
      .getByRole("link", { name: "Será excluído (SMS)" })
      .waitFor();
    await service.customer.delete(`/v3/templates/${next.id}`);
    await save(page);
    await page.locator(".field .refusal").getByText("Precisa existir", { exact: false }).waitFor();
    const bar = page.locator(".action-bar");
    expect(await bar.getByRole("alert").innerText()).toBe("Um campo é inválido. Veja o aviso ao lado dele.");
    service.problems.splice(0); // the browser logs the error response
  });

  it("adds follow-ups, draws their flow, and refuses to delete a template in use", async () => {
    const last = await make("Ligação", "sms", text("Última tentativa"));
    const next = await make("Lembrete", "sms", text("Chegou?"), {
      follow_ups: [{ on: ["failed"], after_seconds: 86_400 * 2, template_id: last.id }],
    });
    const first = await make("Começo", "rcs", text("Chegou"));
    const page = await signIn({}, `/console/templates/${first.id}`);
    await page.getByRole("button", { name: "Adicionar regra" }).click();
    await page.getByLabel("Enviar o modelo").selectOption("Lembrete (SMS)");
    await page.getByLabel("foi lida").check();
    await page.getByLabel("Depois de").fill("30");
    await page.getByLabel("Unidade").selectOption("minutos");
    await page.getByRole("button", { name: "Adicionar regra" }).click();
    const rule = (number: number) => page.getByRole("group", { name: `Regra ${number}` });
    await rule(2).getByRole("button", { name: "Subir" }).click();
    expect(await rule(2).getByLabel("Depois de").inputValue()).toBe("30");
    expect(await rule(1).getByLabel("Depois de").inputValue()).toBe("1");
    await rule(1).getByRole("button", { name: "Remover" }).click();
    expect(await page.getByLabel("Depois de").inputValue()).toBe("30");
    const flow = page.getByRole("region", { name: "Fluxo" });
    await flow
      .getByText("foi lida ou não foi entregue ou não tem entrega no prazo: depois de 30 minutos")
      .waitFor();
    await flow.getByRole("link", { name: "Ligação (SMS)" }).waitFor();
    await flow.getByText("falhou: depois de 2 dias").waitFor();
    await save(page);
    await page.getByText("Salvo.").waitFor();
    expect((await read(first.id)).follow_ups).toMatchObject([
      { on: ["read", "undelivered", "no_delivery"], after_seconds: 1_800, template_id: next.id },
    ]);

    const list = await service.customer.list("Para o modelo em uso");
    await service.customer.campaign("Fornada de uso", next, list);
    await page.goto(`${service.baseUrl}/console/templates/${next.id}`);
    await page.getByRole("button", { name: "Excluir" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("O modelo está em uso e não pode ser excluído:").waitFor();
    await dialog.getByRole("listitem").getByText("envia este modelo como acompanhamento").waitFor();
    await dialog.getByRole("link", { name: "Fornada de uso" }).waitFor();
    expect(await dialog.getByRole("button", { name: "Excluir" }).count()).toBe(0);
    await takeScreenshot(page, "template-used");
    await dialog.getByRole("link", { name: "Começo" }).click();
    await page.waitForURL(`${service.baseUrl}/console/templates/${first.id}`);
    await page.getByRole("button", { name: "Excluir" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Excluir" }).click();
    await page.waitForURL(/\/console\/templates$/);
    await page.getByRole("link", { name: "Lembrete" }).waitFor();
    await expectEventually(() => page.getByRole("link", { name: "Começo" }).count(), 0);
  });

  it("copies a template", async () => {
    const source = await make("Original", "sms", text("Igual"));
    const page = await signIn({}, `/console/templates/${source.id}`);
    await page.getByRole("link", { name: "Duplicar" }).click();
    await page.waitForURL(/\/new\?from=/);
    await save(page);
    await page.getByRole("heading", { name: "Original (cópia)" }).waitFor();
    expect((await read(idOf(page))).content).toEqual(text("Igual"));
  });

  it("shows markup in untrusted texts as plain text, and links only to web addresses", async () => {
    const hostile = await make(HOSTILE.slice(0, 100), "rcs", {
      ...text(HOSTILE),
      suggestions: [reply("<b>oi</b>"), link("Ir", "{{ url }}")],
    });
    await service.customer.post("/v3/contacts", {
      phone: freshNumber(),
      name: HOSTILE,
      attributes: { url: "javascript:document.title='taken'" },
    });
    const page = await signIn({}, "/console/templates");
    await page.getByRole("link", { name: HOSTILE.slice(0, 100) }).click();
    await page.locator(".bubble").getByText(HOSTILE).waitFor();
    await page.getByLabel("Prévia para um contato").selectOption({ index: 1 });
    await phone(page).getByText("Ir").waitFor();
    expect(idOf(page)).toBe(hostile.id);
    await expectEventually(() => phone(page).getByRole("link").count(), 0);
    expect(await page.title()).toMatch(/ · Recado$/);
    expect(await page.locator("main img, main script").count()).toBe(0);
  });

  describe("at each size and in each theme", () => {
    let rich = "";

    beforeAll(async () => {
      const picture = await service.customer.picture([80, 140, 230]);
      const sms = await make(
        "Lembrete por SMS",
        "sms",
        text("Olá {{ nome }}, chegou — pode retirar até sexta."),
      );
      const card = {
        title: "Sua compra saiu para entrega",
        description: "Previsão: amanhã, das 9h às 12h.",
        media: { file_id: picture, height: "medium" },
        suggestions: [reply("Tudo certo"), link("Rastrear", "https://example.com/r")],
      };
      const content = { type: "card", orientation: "vertical", card, suggestions: EVERY_SUGGESTION };
      const late = await make("Segunda tentativa", "sms", text("Ainda não viu?"), {
        follow_ups: [{ on: ["undelivered"], after_seconds: 7_200, template_id: sms.id }],
      });
      const follow_ups = [
        { on: ["no_delivery"], after_seconds: 3_600, template_id: sms.id },
        { on: ["failed", "expired"], template_id: late.id },
      ];
      rich = (await make("Saiu para entrega", "rcs", content, { follow_ups })).id;
    });

    testViews(signIn, {
      templates: [
        "/console/templates",
        (page) => page.getByRole("link", { name: "Saiu para entrega" }).waitFor(),
      ],
      "templates-new": ["/console/templates/new", (page) => field(page, "Texto").waitFor()],
      "templates-rich": [
        () => `/console/templates/${rich}`,
        async (page) => {
          await phone(page).getByRole("img").first().waitFor();
          await page.getByRole("link", { name: "Segunda tentativa (SMS)" }).waitFor();
          await page.getByText("Adiciona à agenda: Anotar na agenda").first().click();
          await page.getByLabel("Começa").waitFor();
        },
      ],
    });
  });
});
