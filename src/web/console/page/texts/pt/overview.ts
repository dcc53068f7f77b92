import type { Texts } from "../en";

export const overview: Texts["overview"] = {
  days: (count) => (count === 1 ? "Hoje" : `${count} dias`),
  noPages: {
    uses: (uses) => `Esta chave é para sistemas que usam a API. Permissões dela: ${uses}.`,
    hint: "O console não tem página para elas. Para usar o console, entre com outra chave.",
  },
  stack: "Agrupar por",
  stacks: { outcome: "Resultado", channel: "Canal" },
  optOuts: "Na lista de descadastro",
  optOutsHint: "Total atual",
  chart: {
    day: { outcome: "Mensagens por dia e resultado", channel: "Mensagens por dia e canal" },
    hour: { outcome: "Mensagens por hora e resultado", channel: "Mensagens por hora e canal" },
  },
  hour: "Hora",
  table: "Ver como tabela",
  day: "Dia (UTC)",
  nothing: "Nenhuma mensagem neste período.",
  purposes: "Mensagens por finalidade",
  campaigns: "Campanhas recentes",
  allCampaigns: "Ver todas",
  attention: "Precisa de atenção",
  noAttention: "Nada precisa da sua atenção.",
  unchecked: {
    forbidden: (count, words) =>
      count === 1
        ? "Esta chave não tem permissão para conferir 1 campanha agendada."
        : `Esta chave não tem permissão para conferir ${words} campanhas agendadas.`,
    later: (count, words, max) =>
      `${count === 1 ? "1 campanha agendada não foi conferida" : `${words} campanhas agendadas não foram conferidas`}: a conferência inclui só as próximas ${max}.`,
    failed: (count, words) =>
      count === 1
        ? "Não foi possível conferir 1 campanha agendada."
        : `Não foi possível conferir ${words} campanhas agendadas.`,
  },
  moreAttention: (count) => `Mais ${count}`,
  noRecipients: (instant) => `Será lançada em ${instant}, mas ninguém vai receber.`,
  noRecipientsInSample: (instant) =>
    `Será lançada em ${instant}, mas ninguém em uma amostra da lista vai receber.`,
  listDeleted: (instant) => `Será lançada em ${instant}, mas a lista foi excluída.`,
  senderRemoved: (instant) => `Será lançada em ${instant}, mas o remetente foi removido.`,
  notLaunchable: (instant) => `Será lançada em ${instant}, mas as mensagens não podem ser enviadas.`,
  failures: (failed, sent, share, isOneFailed, isOneSent) =>
    `${failed} de ${sent} ${isOneSent ? "mensagem" : "mensagens"} não ${isOneFailed ? "foi entregue" : "foram entregues"} (${share}).`,
  waiting: (span) => `Há mensagens esperando há ${span}.`,
  advice: {
    failures: "Veja os motivos das falhas antes de enviar de novo.",
    noMessages: "Abra a campanha para ver o motivo.",
    empty: "Crie uma campanha para uma lista com contatos.",
    blocked: "Abra a campanha para ver por que nenhuma mensagem foi enviada.",
    noRecipients: "Adicione pessoas à lista ou cancele o agendamento.",
    listDeleted: "Cancele o agendamento e crie uma campanha com outra lista.",
    senderRemoved: "Cancele o agendamento e crie uma campanha com outro remetente.",
    unconnected: "Peça à equipe de operação para configurar a conexão com a operadora.",
    queue: "O envio é repetido automaticamente. Se a fila não andar, fale com a equipe de operação.",
  },
  points: (points) => `${points} p.p.`,
  compared: {
    day: () => "Variações em relação a ontem até esta hora.",
    days: (days) => `Variações em relação aos ${days} dias anteriores, sem contar hoje.`,
  },
  cutScale: (end) => `A escala vai até ${end}. Barras maiores estão cortadas e mostram o número.`,
  wholeScale: "A escala inclui todas as barras.",
  showWhole: "Ver a escala inteira",
  showUsual: "Cortar barras altas",
  steps: {
    title: "Primeiros passos",
    hint: "Você ainda não enviou nada. Estes passos levam poucos minutos.",
    done: "Feito",
    open: "A fazer",
    unknown: "Esta chave não tem permissão para ver se foi feito",
    send: [
      "Envie a primeira mensagem",
      "No ambiente de testes, ela chega ao telefone de teste e não custa nada.",
    ],
    contact: ["Crie um contato", "Ou crie uma lista e importe uma planilha do Excel ou um CSV."],
    template: ["Crie um modelo", "Um texto com variáveis, para campanhas e para os seus sistemas."],
    webhook: ["Conecte um webhook", "Seus sistemas são avisados de entregas e respostas."],
    key: ["Crie uma chave de API", "Uma para cada sistema ou pessoa, só com as permissões necessárias."],
  },
  sandboxCost: "Teste: nada é cobrado",
  sendersReady: "Todos os remetentes funcionando",
  speed: (perSecond) => `${perSecond} por segundo`,
};
