import type { Texts } from "../en";

export const overview: Texts["overview"] = {
  title: "Visão geral",
  period: "Período",
  days: (count) => (count === 1 ? "Hoje" : `Últimos ${count} dias`),
  messages: "Mensagens",
  delivered: "Taxa de entrega",
  deliveredHint: "Entregues ou lidas, das que chegaram a um fim",
  cost: "Custo",
  byDay: "Mensagens por dia e resultado",
  table: "Como tabela",
  day: "Dia (UTC)",
  nothing: "Nenhuma mensagem neste período.",
  running: "Campanhas em andamento",
  noneRunning: "Nenhuma campanha em andamento.",
  progress: (done, of) => `${done} de ${of}`,
  failing: "Webhooks com falha",
  noneFailing: "Todos os webhooks recebem seus eventos.",
  disabled: "desligado",
  senders: "Remetentes",
  speed: (perSecond) => `${perSecond} por segundo`,
};
