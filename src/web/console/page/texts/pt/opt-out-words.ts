import type { OptOutWordsTexts } from "../en/opt-out-words";

export const optOutWords: OptOutWordsTexts = {
  intro:
    "Quem responde só com uma destas palavras se descadastra, volta a receber ou recebe ajuda. Maiúsculas, acentos e pontuação não importam.",
  readOnly: "Sua chave pode ler estas palavras, mas não pode alterá-las.",
  words: "Palavras",
  replies: "Respostas automáticas",
  perLine: "Uma palavra por linha.",
  optOut: "Palavras para sair",
  optOutHint:
    "A pessoa entra na lista de descadastro (“Recado”) e não recebe mensagens nos canais que ela bloqueia.",
  optIn: "Palavras para voltar",
  optInHint: "A pessoa sai da lista de descadastro (“Recado”).",
  help: "Palavras de ajuda",
  confirmation: "Confirmação do descadastro",
  helpAnswer: "Resposta ao pedido de ajuda",
  replyHint:
    "Deixe em branco para não responder. Cada número recebe no máximo uma de cada em 24 horas, cobrada como uma mensagem.",
  noOptOut: "Sem estas palavras, só valem os descadastros que a operadora detecta.",
  faultOf: (word, fault) => `“${word}”: ${fault}`,
  defaults: "Usar as palavras padrão",
  saved: "Palavras de descadastro salvas.",
};
