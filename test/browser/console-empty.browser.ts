import { chooseLanguage, expectEventually, VIEWS, checkView, signedInto } from "./console";
import { freshNumber, stage } from "./stage";

const service = stage();
const signIn = signedInto(service);

/** Each list with its text for an empty account, and the link that it offers. */
const LISTS = [
  ["messages", "Nada foi enviado ainda.", "Enviar mensagens", "/console/send"],
  ["contacts", "Ainda não há contatos.", "Criar o primeiro contato", "/console/contacts/new"],
  ["lists", "Você ainda não criou nenhuma lista.", "Criar a primeira lista", "/console/lists/new"],
  ["templates", "Ainda não há modelos.", "Criar o primeiro modelo", "/console/templates/new"],
  ["campaigns", "Ainda não há campanhas.", "Criar a primeira campanha", "/console/campaigns/new"],
  ["replies", "Ainda não há respostas.", "Enviar mensagens", "/console/send"],
] as const;

describe("a new account in the console", () => {
  it.each(LISTS)(
    "explains the empty list of %s and links to the next step",
    async (list, words, link, path) => {
      const page = await signIn({}, `/console/${list}`);
      await page.locator(".empty").getByText(words).waitFor();
      await page.locator(".empty").getByRole("link", { name: link }).click();
      await page.waitForURL(`**${path}`);
    },
  );

  it.each(LISTS)("clears filters of %s that match nothing", async (list, words) => {
    const page = await signIn({}, `/console/${list}?search=zzz`);
    await page.locator(".empty").getByText("aos filtros.").waitFor();
    await page.locator(".empty").getByRole("button", { name: "Limpar filtros" }).click();
    await page.waitForURL(`**/console/${list}`);
    await page.locator(".empty").getByText(words).waitFor();
  });

  it("explains webhooks in Portuguese and in English", async () => {
    const page = await signIn({}, "/console/settings/webhooks");
    await page.locator(".empty").getByText("Ainda não há webhooks.").waitFor();
    await chooseLanguage(page, "English");
    await page.locator(".empty").getByText("There are no webhooks yet.").waitFor();
  });

  it.each(["messages", "templates"].flatMap((list) => VIEWS.map((view) => ({ list, view }))))(
    "shows $list without overflow or axe violations at $view.viewport.width px, $view.colorScheme",
    async ({ list, view }) => {
      const page = await signIn(view, `/console/${list}`);
      await page.locator(".empty").waitFor();
      await checkView(page, `empty-${list}`, view);
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
    await expectEventually(() => gaps.allInnerTexts().then((texts) => texts.join()), "apelido");
    await expectEventually(() => page.locator(".aside .bubble").innerText(), "Oi apelido, chegou a Recife!");

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
    await expectEventually(() => page.locator(".bubble .gap").innerText(), "apelido");
    await checkView(
      page,
      "gap",
      VIEWS[2] ?? { viewport: { width: 1280, height: 900 }, colorScheme: "light" },
    );
  });
});
