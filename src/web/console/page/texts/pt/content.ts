import type { Texts } from "../en";

export const content: Texts["content"] = {
  phone: "Prévia no telefone",
  names: "Variáveis",
  own: { name: "nome", phone: "telefone" },
  counts: "Quem tem cada variável",
  countsOf: "Contar contatos de",
  allContacts: "Toda a conta",
  contactsWithout: (count, all, isOne) => `falta em ${count} de ${all} ${isOne ? "contato" : "contatos"}`,
  shareWithout: (share, all) => `falta em cerca de ${share}, com base em uma amostra de ${all} contatos`,
  shareWith: (share, all) => `cerca de ${share}, com base em uma amostra de ${all} contatos`,
  placeholders: "Digite {{ para inserir uma variável.",
  invalidPlaceholder: (written, proposed) =>
    `${written} não é uma variável: o nome tem no máximo 64 letras sem acento, números, “_”, “.” e “-”.${proposed === null ? "" : ` Escreva ${proposed}.`}`,
  sms: (count, isOne, units) => `${count} ${isOne ? "segmento" : "segmentos"} de SMS, ${units} caracteres.`,
  smsWithoutValues: (count, isOne, units) =>
    `Ao menos ${count} ${isOne ? "segmento" : "segmentos"} de SMS: ${units} caracteres sem os valores das variáveis.`,
  odd: "Fora do alfabeto do SMS:",
  oddCost: "Com eles, cabem 70 caracteres por SMS em vez de 160.",
  gsm7: "Só caracteres do alfabeto do SMS",
  gsm7Hint: "Os outros são trocados no envio: “ação…” vira “acao...”.",
  wouldBe: (sent, written, isWithoutValues = false) =>
    `Só com caracteres do alfabeto do SMS: ${sent} em vez de ${written} segmentos${isWithoutValues ? ", sem os valores das variáveis" : ""}.`,
  instead: (sent, written, isWithoutValues = false) =>
    `${sent} em vez de ${written} segmentos${isWithoutValues ? ", sem os valores das variáveis" : ""}.`,
  noCounterpart: (characters) => `O alfabeto do SMS não tem equivalente para: ${characters}`,
  does: {
    reply: "Responde",
    open_url: "Abre um site",
    dial: "Liga",
    view_location: "Mostra uma localização",
    share_location: "Envia a localização",
    create_calendar_event: "Adiciona à agenda",
  },
  fileUnavailable: "O arquivo não pode ser mostrado.",
  fileHidden: "Esta chave não tem permissão para ler arquivos.",
  gaps: "As variáveis destacadas não têm valor.",
  currentTemplate: "O modelo aparece na versão atual.",
  currentValues:
    "Os valores das outras variáveis não ficam salvos. Quando conhecidos, aparecem os valores atuais do contato.",
  unavailable: "O texto não está disponível.",
  findTemplate: "Buscar modelo",
  findHint: "Pelo menos três letras do nome",
  noTemplates: "Nenhum modelo encontrado.",
  noTemplatesYet: "Ainda não há modelos.",
  choose: "Escolha…",
  chooseOther: "O modelo escolhido não existe mais. Escolha outro.",
};
