import type { Texts } from "../en";

export const send: Texts["send"] = {
  title: "Enviar mensagens",
  recipients: "Destinatários",
  numbers: "Números",
  numbersHint:
    "Um por linha. Para personalizar, cole uma tabela com os nomes das colunas na primeira linha: telefone;nome;pedido",
  file: "Escolha ou solte aqui uma tabela",
  fileHint: "CSV ou Excel; as colunas preenchem as variáveis.",
  fileTooLarge: (max) =>
    `O arquivo tem mais de ${max}. Para mais pessoas, importe uma lista e crie uma campanha.`,
  people: (count, isOne) => `${count} ${isOne ? "pessoa" : "pessoas"}.`,
  columns: (names) => `Colunas: ${names}.`,
  faults: (count, isOne) => `${count} ${isOne ? "linha pede" : "linhas pedem"} atenção`,
  malformed: (line, value) =>
    value === ""
      ? `Linha ${line}: falta o número.`
      : `Linha ${line}: “${value}” não é um telefone. Foi ignorada.`,
  duplicate: (line, value, first) =>
    `Linha ${line}: ${value} já está na linha ${first}. Recebe uma só mensagem.`,
  heading: (value) => `O cabeçalho “${value}” aparece mais de uma vez. Só a primeira dessas colunas é usada.`,
  otherNumbers: (column, used) =>
    `A coluna “${column}” também tem números. As mensagens vão para os números da coluna “${used}”.`,
  illegible: (line) =>
    `Linha ${line}: há caracteres que não puderam ser lidos. Foi ignorada: corrija cada \ufffd.`,
  illegibleHeadings:
    "Os cabeçalhos têm caracteres que não puderam ser lidos, então nenhuma linha é usada: corrija cada \ufffd.",
  long: (line, name) => `Linha ${line}: o valor de ${name} é longo demais e foi ignorado.`,
  kinds: { text: "Texto livre", template: "Modelo salvo" },
  text: "Texto",
  sender: (address, carrier) => `Será enviada de ${address}, pela conexão ${carrier}.`,
  defaultSender: (address) => (address === null ? "Padrão" : `Padrão (${address})`),
  noSender: "Nenhum remetente está configurado para este canal.",
  preview: "O que cada pessoa recebe",
  nothingYet: "Informe os números e a mensagem para ver uma prévia.",
  tooMany: (max) => `No máximo ${max} pessoas de uma vez. Para mais, crie uma campanha.`,
  personOf: (one, all) => `${one} de ${all}`,
  segments: (count, isOne) => `${count} ${isOne ? "segmento" : "segmentos"}`,
  ready: "Antes de enviar",
  incomplete:
    "Quantas mensagens, o custo e quem fica de fora aparecem aqui quando houver números e mensagem.",
  waiting: (count, isOne, when) =>
    `Pela regra de envio, ${count} ${isOne ? "mensagem espera" : "mensagens esperam"}, a primeira até ${when}.`,
  excludedTitle: "Quem não recebe, e por quê",
  line: (line) => `linha ${line}`,
  confirm: (count, isOne) => `Enviar ${count} ${isOne ? "mensagem" : "mensagens"} agora?`,
  confirmCost: (cost) => `Custa ${cost}. Esta ação não pode ser desfeita.`,
  confirmExcluded: (count, isOne) =>
    `${count} ${isOne ? "pessoa fica" : "pessoas ficam"} de fora, pelos motivos acima.`,
  lost: "Não se sabe se as mensagens foram enviadas. Envie de novo: ninguém recebe duas vezes.",
  unknown: "Não se sabe se um envio anterior foi feito. Confira as mensagens antes de enviar de novo:",
  sent: (count, isOne) => `${count} ${isOne ? "mensagem aceita" : "mensagens aceitas"}`,
  outcome: "Resultado de cada mensagem",
  another: "Enviar outra mensagem",
  time: {
    kinds: { now: "Agora", at: "Data e hora", local: "Hora local de cada um" },
    zone: (zone) => `No seu fuso horário, ${zone}.`,
    local: "Nesse horário no fuso de cada destinatário, definido pelo DDD ou pelo país.",
    confirm: (count, isOne) => `Agendar ${count} ${isOne ? "mensagem" : "mensagens"}?`,
    confirmCost: (cost) => `Custa ${cost} quando for enviado. Até lá, é possível cancelar.`,
  },
  reasons: {
    suppressed: "Número bloqueado ou descadastrado",
    frequency: "Limite de mensagens por número",
    no_consent: "Sem consentimento",
    outside_window: "Fora do horário permitido",
    no_sender: "Não há remetente para o canal",
    media_unavailable: "Falta um arquivo",
    missing_variable: "Falta um valor",
    empty_content: "O texto ficou vazio",
    content_too_long: "Longa demais",
    not_encodable: "Caracteres fora do alfabeto do SMS",
    landline: "Telefone fixo não recebe esta mensagem",
    carrier_rejected: "Recusada pela operadora",
    carrier_unreachable: "Não foi possível contatar a operadora",
    undeliverable: "Não pôde ser entregue",
    expired: "Não enviada ou entregue a tempo",
  },
};
