import type { Texts } from "../en";

export const replies: Texts["replies"] = {
  title: "Respostas",
  search: "Número ou palavras",
  ofCampaign: (id) => `Somente respostas à campanha ${id}.`,
  empty: "Ninguém escreveu.",
  count: (count) => `${count} entre as respostas vistas`,
  back: "Todas as respostas",
  contact: "O contato",
  answer: "Sua resposta",
  send: "Enviar",
};
