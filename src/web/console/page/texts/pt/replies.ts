import type { Texts } from "../en";

export const replies: Texts["replies"] = {
  title: "Respostas",
  search: "Número ou palavras",
  ofCampaign: (id) => `Somente respostas à campanha ${id}.`,
  empty: "Ninguém escreveu.",
  count: (count) => `${count} recentes`,
  back: "Todas as respostas",
  notFound: "Isto não é um número de telefone",
  contact: "Ver o contato",
  answer: "Sua resposta",
  send: "Enviar",
};
