import type { SendingRulesTexts } from "../en/sending-rules";

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

const spans = {
  seconds: (count: number) => counted(count, "segundo", "segundos"),
  minutes: (count: number) => counted(count, "minuto", "minutos"),
  hours: (count: number) => counted(count, "hora", "horas"),
  days: (count: number) => counted(count, "dia", "dias"),
};

export const sendingRules: SendingRulesTexts = {
  intro:
    "Cada finalidade tem uma regra: quando as mensagens são enviadas e quantas cada número recebe. Uma regra mais restrita vale também para as mensagens em espera; uma mais ampla não as antecipa.",
  changed: "Alterada",
  readOnly: "Sua chave pode ler esta regra, mas não pode alterá-la.",
  back: "Todas as regras de envio",
  notFound: "Não há regra para esta finalidade",
  title: (purpose) => `Regra de envio: ${purpose}`,
  inShort: "Em resumo",
  summary: {
    none: "Sem restrição",
    everyDay: "todos os dias",
    window: (when, from, to) => `${when} ${from}–${to}`,
    zone: (zone) => `no fuso horário ${zone}`,
    holidays: "exceto feriados",
    closed: (count) => `exceto em ${counted(count, "outra data", "outras datas")}`,
    limit: (messages, count) => `no máximo ${messages} por número em ${spans.days(count)}`,
    interval: (span) => `intervalo mínimo de ${span}`,
    consent: "só com consentimento",
    block: "bloqueadas em outros horários",
  },
  days: { mon: "Seg", tue: "Ter", wed: "Qua", thu: "Qui", fri: "Sex", sat: "Sáb", sun: "Dom" },
  dayNames: {
    ...{ mon: "Segunda-feira", tue: "Terça-feira", wed: "Quarta-feira", thu: "Quinta-feira" },
    ...{ fri: "Sexta-feira", sat: "Sábado", sun: "Domingo" },
  },
  spans,
  when: "Quando enviar",
  limits: "Limites e consentimento",
  windows: "Janelas de envio",
  windowsHint:
    "As mensagens são enviadas só nestas janelas. Sem janelas, são enviadas a qualquer hora. Em “Até”, 00:00 é o fim do dia.",
  window: (position) => `Janela ${position}`,
  weekdays: "Dias",
  from: "Das",
  to: "Até",
  addWindow: "Adicionar janela",
  removeWindow: (position) => `Remover a janela ${position}`,
  place: "Fuso horário",
  places: { recipient: "O de cada destinatário", zone: "Sempre este" },
  placeHint:
    "No Brasil, vale o DDD. Em outros lugares, vale o país, se tiver um só horário; senão, o fuso horário da conta.",
  zoneName: "Nome do fuso horário",
  holidays: "Não enviar nos feriados nacionais do Brasil e na Sexta-feira Santa",
  closedDates: "Outras datas sem envio",
  date: "Data",
  addDate: "Adicionar data",
  removeDate: (date) => `Remover ${date}`,
  limit: "Máximo de mensagens por número",
  limitHint: "Deixe os dois em branco para não limitar. As mensagens além do limite são bloqueadas.",
  messages: "Mensagens",
  perDays: "Em quantos dias",
  interval: "Tempo mínimo entre duas mensagens para um número",
  intervalHint: "Deixe em branco para não limitar. Uma mensagem antes desse tempo é bloqueada.",
  intervalValue: "Tempo",
  intervalUnit: "Unidade",
  units: { seconds: "segundos", minutes: "minutos", hours: "horas", days: "dias" },
  consent: "Enviar só para números que deram consentimento",
  outside: "Fora das janelas",
  outsides: { wait: "Esperar a próxima janela", block: "Bloquear a mensagem" },
  preset: "Usar os limites das operadoras no Brasil",
  save: "Salvar",
  saved: "Regra de envio salva.",
  remove: "Remover todas as restrições",
  removeSure:
    "As mensagens desta finalidade passam a ser enviadas a qualquer hora. As mensagens em espera mantêm o horário.",
  removed: "As restrições foram removidas.",
};
