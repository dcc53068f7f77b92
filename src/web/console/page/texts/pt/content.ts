import type { Texts } from "../en";

export const content: Texts["content"] = {
  phone: "Como no telefone",
  names: "Nomes de variáveis",
  placeholders: "Digite {{ para inserir uma variável.",
  sms: (count, isOne, units) => `${count} ${isOne ? "segmento" : "segmentos"} de SMS, ${units} caracteres.`,
  odd: "Fora do alfabeto do SMS:",
  oddCost: "Com eles cabem 70 caracteres por SMS, em vez de 160.",
  beforeValues: "Com os valores de cada pessoa, o texto pode ficar maior.",
  does: {
    reply: "Responde",
    open_url: "Abre um site",
    dial: "Liga",
    view_location: "Mostra um lugar",
    share_location: "Envia a localização",
    create_calendar_event: "Adiciona à agenda",
  },
  fileGone: "O arquivo não pode ser mostrado.",
  fileHidden: "Esta chave não pode ler arquivos.",
  gaps: "Os valores marcados estão faltando. Um modelo aparece como está agora.",
  picture: "Imagem",
  film: "Vídeo",
  recording: "Gravação",
  findTemplate: "Procurar modelo",
  findHint: "Três letras do nome ou mais",
  noTemplates: "Nenhum modelo encontrado.",
  choose: "Escolha…",
};
