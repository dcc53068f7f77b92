import type { Texts } from "../en";

export const state: Texts["state"] = {
  loading: "Carregando…",
  away: "O serviço não responde. Tentando de novo…",
  notDone: "O serviço não respondeu. O que você preencheu continua aqui: tente de novo.",
  forbidden: "Esta chave não tem permissão para ler isto.",
  forbiddenTitle: "Sem permissão",
  lacksScope: (scope) =>
    `Esta chave não tem a permissão “${scope}”. Peça uma chave com ela a quem administra as chaves da conta.`,
  rateLimited: (span) => `Limite de requisições atingido; nova tentativa em ${span}.`,
  failed: (message) => `Não deu certo: ${message}`,
  seeFields: (isOne) =>
    isOne
      ? "Um campo é inválido. Veja o aviso ao lado dele."
      : "Alguns campos são inválidos. Veja o aviso ao lado de cada um.",
  again: "Tentar de novo",
  undo: "Desfazer",
  cancel: "Cancelar",
  restored: "Suas alterações não salvas foram recuperadas.",
  discard: "Descartar",
  conflict: (when) => `Outra alteração foi salva${when === null ? "" : ` em ${when}`}. A sua continua aqui.`,
  conflictOwn: (value) => `Sua versão: ${value}`,
  conflictOther: (value) => `Outra versão: ${value}`,
  loadOther: "Carregar a outra versão",
  saveMine: "Substituir pela minha versão",
  previous: "Anterior",
  next: "Próxima",
  pageEmpty: "Esta página agora está vazia.",
  firstPage: "Mostrar a primeira página",
  partMissing:
    "Esta parte do console não pôde ser carregada. A página será recarregada quando o serviço responder.",
  reload: "Recarregar a página",
};

export const common: Texts["common"] = {
  name: "Nome",
  save: "Salvar",
  edit: "Editar",
  delete: "Excluir",
  remove: "Remover",
  duplicate: "Duplicar",
  saved: "Salvo.",
  findByName: "Buscar por nome",
  none: "Nenhuma",
  outcome: "Resultado",
  timeZone: (zone) => `Fuso horário: ${zone}`,
  pastTime: "Este horário já passou.",
};

export const notFound: Texts["notFound"] = {
  page: "Página não encontrada",
  hint: "O endereço pode estar errado ou o item foi excluído.",
  toOverview: "Ir para a visão geral",
};

export const lessThan: Texts["lessThan"] = (amount) => `menos de ${amount}`;

export const prices: Texts["prices"] = {
  some: "Pode incluir preços provisórios",
  provisional: "Preço provisório",
  placeholder: "Este preço é provisório: a equipe de operação ainda não definiu o preço deste canal.",
};

export const elapsed: Texts["elapsed"] = { ago: (span) => `há ${span}`, now: "agora" };

export const filters: Texts["filters"] = {
  any: "Qualquer",
  apply: "Filtrar",
  clear: "Limpar filtros",
  remove: (label) => `Remover filtro: ${label}`,
  tooShort: "Digite ao menos 3 letras ou números.",
  all: "Filtros",
  more: "Mais filtros",
  fewer: "Menos filtros",
};

export const options: Texts["options"] = { more: "Mais opções" };

export const validity: Texts["validity"] = {
  name: "Válida por",
  hint: "A mensagem que não for enviada ou entregue nesse prazo expira.",
  none: "Até o limite do serviço e da operadora",
  ofTemplate: "Como no modelo",
};

export const rates: Texts["rates"] = {
  delivered: "Entregues",
  deliveredHint: "Sobre as mensagens com resultado final; bloqueadas, canceladas e com erro não contam.",
  deliveredOfFinal: (arrived, ended, isOne) =>
    `${arrived} de ${ended} ${isOne ? "mensagem" : "mensagens"} com resultado final; bloqueadas, canceladas e com erro não contam.`,
  early: (ended, all, isOne) => `Cedo demais: ${ended} de ${all} ${isOne ? "tem" : "têm"} resultado final`,
  notSentName: "Não enviadas",
  notSent: (count) => `Não enviadas: ${count}`,
  failedBefore: (errors) => `${errors} com erro antes do envio`,
  blocked: (count, isOne) => `${count} ${isOne ? "bloqueada" : "bloqueadas"}`,
};

export const channel: Texts["channel"] = { sms: "SMS", rcs: "RCS", voice: "Voz" };

export const purpose: Texts["purpose"] = {
  otp: "Código de uso único",
  transactional: "Transacional",
  marketing: "Marketing",
};

export const status: Texts["status"] = {
  pending: "Pendente",
  blocked: "Bloqueada",
  error: "Erro",
  sent: "Enviada",
  delivered: "Entregue",
  read: "Lida",
  undelivered: "Não entregue",
  failed: "Falhou",
  expired: "Expirada",
  canceled: "Cancelada",
};
