import type { Texts } from "../en";

export const conversation: Texts["conversation"] = {
  title: "Conversa",
  sent: (channel) => `Por ${channel}`,
  received: (channel) => `Recebida por ${channel}`,
  repliedTo: "mensagem original",
  seeMessage: "ver mensagem",
  erased: "O conteúdo foi apagado.",
  numberErased: "Número apagado",
  location: (place) => `Localização ${place}`,
  file: (type) => `Arquivo (${type})`,
  aFile: "Arquivo",
  aLocation: "Localização",
  entries: "Mensagens da conversa",
  postback: (data) => `Dados enviados ao seu sistema: ${data}`,
  events: {
    action: "Tocou em",
    typing: "Está digitando…",
    subscribe: "Pediu mensagens no aplicativo",
    unsubscribe: "Pediu para não receber mais mensagens no aplicativo",
  },
  earlier: "Mostrar anteriores",
  latestShown: (max) => `Só as últimas ${max} de cada tipo são mostradas.`,
  nothing: "Ainda não há mensagens enviadas ou recebidas deste número.",
};
