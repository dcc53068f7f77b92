import type { Texts } from "../en";

export const testSend: Texts["testSend"] = {
  open: "Enviar teste",
  title: "Enviar mensagem de teste",
  number: "Seu número",
  numberHint: "Este navegador lembra o número.",
  valuesHint: "Uma variável em branco usa o valor do contato com este número.",
  fill: "Preencher com os dados de um contato",
  byHand: "Preencher à mão",
  noNumber: "Informe um número para ver o custo.",
  cost: (price) => `Custa ${price}`,
  followUps: "As mensagens de acompanhamento deste modelo também valem para o teste.",
  send: "Enviar teste",
  sent: (number) => `Teste enviado para ${number}.`,
  held: (number, when) => `O teste para ${number} será enviado a partir de ${when}.`,
  notSent: "O teste não pôde ser enviado.",
  view: "Ver mensagem",
  openPhone: "Abrir telefone de teste",
};
