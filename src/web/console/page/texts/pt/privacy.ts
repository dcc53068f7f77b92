import type { PrivacyTexts } from "../en/privacy";

export const privacy: PrivacyTexts = {
  intro:
    "Pedidos de pessoas sobre os dados pessoais delas. A lista não mostra números, para poder ficar como comprovante.",
  none: "Ainda não há pedidos. Uma exportação reúne em um arquivo ZIP tudo o que está guardado sobre um número. Um apagamento exclui o contato e retira o número de todo o resto.",
  documentation: "O que um pedido abrange",
  guide: "/docs/pt/guides/privacy#o-que-um-pedido-de-privacidade-abrange",
  create: "Novo pedido",
  kind: "Tipo",
  kinds: { export: "Exportação", erasure: "Apagamento" },
  kindHints: {
    export: "Reúne tudo o que está guardado sobre o número. O arquivo pode ser baixado por 24 horas.",
    erasure:
      "Exclui o contato e retira o número e os conteúdos das mensagens e de todo o resto. Descadastros continuam valendo. Esta ação não pode ser desfeita.",
  },
  confirmation: "Repita o número para confirmar o apagamento",
  differs: "Os dois números são diferentes.",
  submit: { export: "Exportar", erasure: "Apagar" },
  created: { export: "Exportação solicitada.", erasure: "Apagamento solicitado." },
  status: "Situação",
  statuses: { pending: "Na fila", running: "Em andamento", completed: "Concluído", failed: "Falhou" },
  failedHint: "Os dados eram grandes demais, ou o número foi apagado antes.",
  counts: "Registros",
  noCounts: "Nenhum",
  countNames: {
    contacts: "Contatos",
    messages: "Mensagens",
    inbound_messages: "Respostas",
    inbound_rcs_events: "Eventos de RCS",
    consents: "Consentimentos",
    webhook_deliveries: "Envios a webhooks",
    imports: "Linhas de importações",
    idempotency_keys: "Respostas guardadas da API",
    files: "Arquivos",
  },
  requested: "Pedido em",
  ended: "Fim",
  file: "Arquivo",
  download: "Baixar ZIP",
  until: (instant) => `Até ${instant}`,
};
