import type { Texts } from "../en";

export const state: Texts["state"] = {
  loading: "Carregando…",
  away: "O serviço não responde. Tentando de novo…",
  notDone: "O serviço não respondeu. O que você preencheu continua aqui: tente de novo.",
  forbidden: "Esta chave não tem permissão para ler isto.",
  mayNot: "Esta chave não tem permissão para fazer isto.",
  failed: (message) => `Não deu certo: ${message}`,
  seeFields: "Alguns campos não são válidos; veja o aviso ao lado de cada um.",
  again: "Tentar de novo",
  cancel: "Cancelar",
  restored: "Estas são as mudanças que você não tinha salvado.",
  discard: "Descartar",
  conflict: (when) => `Outra pessoa salvou uma mudança enquanto isso, em ${when}. A sua continua aqui.`,
  conflictMine: (value) => `Sua versão: ${value}`,
  conflictTheirs: (value) => `Outra versão: ${value}`,
  loadTheirs: "Carregar a outra versão",
  saveMine: "Salvar a minha por cima",
  previous: "Anterior",
  next: "Próxima",
};

export const absent: Texts["not-found"] = {
  page: "Página não encontrada",
  hint: "O endereço pode estar errado, ou o que ele mostrava foi excluído.",
  toOverview: "Ir para a visão geral",
};

export const lessThan: Texts["lessThan"] = (amount) => `menos de ${amount}`;

export const filters: Texts["filters"] = { any: "Qualquer", apply: "Filtrar", clear: "Limpar filtros" };

export const rates: Texts["rates"] = {
  delivered: "Entregues",
  deliveredHint: "Entregues ou lidas, das que saíram e já têm resultado",
  early: (ended, all) => `Cedo demais: ${ended} de ${all} já têm resultado`,
  notSentName: "Não saíram",
  notSent: (count) => `Não saíram ${count}`,
  notSentHint: (errors, blocked) => `${errors} com erro, ${blocked} bloqueadas`,
};

export const channel: Texts["channel"] = { sms: "SMS", rcs: "RCS", voice: "Voz" };

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
};
