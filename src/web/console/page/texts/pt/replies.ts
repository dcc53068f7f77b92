import type { Texts } from "../en";

export const replies: Texts["replies"] = {
  title: "Respostas",
  search: "Número ou texto",
  ofCampaign: (id) => `Só respostas à campanha ${id}.`,
  empty: "Nenhuma resposta corresponde aos filtros.",
  none: "Ainda não há respostas. Quando alguém responde a uma mensagem, a conversa aparece aqui.",
  count: (count) => `${count} respostas recentes`,
  back: "Todas as respostas",
  notFound: "Isto não é um número de telefone",
  contact: "Ver o contato",
  reply: "Sua resposta",
  send: "Enviar",
};
