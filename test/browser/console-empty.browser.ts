import { comesTo, LOOKS, looksRight, signedInto } from "./console";
import { freshNumber, stage } from "./stage";

const service = stage();
const signIn = signedInto(service);

/** Each list with the words of an account that has nothing in it, and where they lead. */
const LISTS = [
  ["messages", "Nada foi enviado ainda.", "Enviar mensagens", "/console/send"],
  ["contacts", "Ainda não há contatos.", "Criar o primeiro contato", "/console/contacts/new"],
  ["lists", "Você ainda não criou uma lista.", "Criar a primeira lista", "/console/lists/new"],
  ["templates", "Ainda não há modelos.", "Criar o primeiro modelo", "/console/templates/new"],
  ["campaigns", "Ainda não há campanhas.", "Criar a primeira campanha", "/console/campaigns/new"],
  ["replies", "Ainda não há respostas.", "Enviar mensagens", "/console/send"],
] as const;

describe("a new account in the console", () => {
  it.each(LISTS)("%s: says what the list is for, and leads on", async (list, words, wayOn, path) => {
    const page = await signIn({}, `/console/${list}`);
    await page.locator(".empty").getByText(words).waitFor();
    await page.locator(".empty").getByRole("link", { name: wayOn }).click();
    await page.waitForURL(`**${path}`);
  });

  it.each(LISTS)("%s: clears filters that match nothing at a press", async (list, words) => {
    const page = await signIn({}, `/console/${list}?search=zzz`);
    await page.locator(".empty").getByText("aos filtros.").waitFor();
    await page.locator(".empty").getByRole("button", { name: "Limpar filtros" }).click();
    await page.waitForURL(`**/console/${list}`);
    await page.locator(".empty").getByText(words).waitFor();
  });

  it("says what webhooks are for, and in English as well", async () => {
    const page = await signIn({}, "/console/settings/webhooks");
    await page.locator(".empty").getByText("Ainda não há webhooks.").waitFor();
    await page.getByLabel("Idioma").selectOption("English");
    await page.locator(".empty").getByText("There are no webhooks yet.").waitFor();
  });

  it.each(["messages", "templates"].flatMap((list) => LOOKS.map((look) => ({ list, look }))))(
    "$list fits and is accessible at $look.viewport.width px, $look.colorScheme",
    async ({ list, look }) => {
      const page = await signIn(look, `/console/${list}`);
      await page.locator(".empty").waitFor();
      await looksRight(page, `empty-${list}`, look);
    },
  );
});

describe("a message that lacks a value", () => {
  it("shows its text with the gap marked, before it is sent and after", async () => {
    const number = freshNumber();
    const page = await signIn({ bypassCSP: true }, "/console/send");
    await page.getByLabel("Números", { exact: true }).fill(`telefone;cidade\n${number};Recife`);
    await page.getByLabel("Texto", { exact: true }).fill("Oi {{ apelido }}, chegou a {{ cidade }}!");
    const gaps = page.locator(".aside .bubble .gap");
    await gaps.waitFor();
    await comesTo(() => gaps.allInnerTexts().then((texts) => texts.join()), "apelido");
    await comesTo(() => page.locator(".aside .bubble").innerText(), "Oi apelido, chegou a Recife!");

    const template = {
      name: "Entrega",
      channel: "sms",
      content: { type: "text", text: "Oi {{ apelido }}!" },
    };
    const { id: template_id } = await service.customer.post<{ id: string }>("/v3/templates", template);
    const { data } = await service.customer.post<{ data: { message_id: string }[] }>("/v3/messages", {
      ...{ template_id, recipients: [{ to: number }] },
    });
    await page.goto(`${service.baseUrl}/console/messages/${data[0]?.message_id}`);
    await comesTo(() => page.locator(".bubble .gap").innerText(), "apelido");
    await looksRight(
      page,
      "gap",
      LOOKS[2] ?? { viewport: { width: 1280, height: 900 }, colorScheme: "light" },
    );
  });
});
