import type { Texts } from "../en";

export const talk: Texts["talk"] = {
  title: "Conversa",
  sent: (channel) => `Enviada por ${channel}`,
  received: (channel) => `Recebida por ${channel}`,
  answers: "mensagem respondida",
  ofMessage: "ver a mensagem",
  erased: "O conteúdo foi apagado.",
  location: (place) => `Localização ${place}`,
  file: (type) => `Arquivo (${type})`,
  postback: (data) => `Devolvido: ${data}`,
  events: {
    action: "Tocou em",
    typing: "Está escrevendo…",
    subscribe: "Pediu mensagens no aplicativo",
    unsubscribe: "Pediu para não receber mais mensagens no aplicativo",
  },
  earlier: "Mostrar anteriores",
  mostShown: (most) => `Aqui aparecem no máximo as últimas ${most} de cada tipo.`,
  nothing: "Ainda não há mensagens para este número nem dele.",
};
