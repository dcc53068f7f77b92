import type { PostFault } from "../../../../../messaging/post-error";
import type { Texts } from "../en";
import { type Sentences, sentenceOf } from "../sentences";

const codes: Texts["refusals"]["codes"] = {
  validation_failed: "A requisição não é válida.",
  unauthorized: "A sessão terminou. Entre de novo.",
  forbidden: "Esta chave não tem permissão para fazer isto.",
  not_found: "O que você procura não existe mais.",
  method_not_allowed: "O serviço não permite isto.",
  conflict: "Há conflito com um item que já existe.",
  invalid_state: "A situação atual não permite isto. Recarregue a página.",
  import_in_progress: "Há uma importação em andamento na lista. Aguarde ela terminar.",
  precondition_failed: "Houve alterações depois que você abriu a página. Recarregue e tente de novo.",
  payload_too_large: "A requisição é grande demais. Envie em partes.",
  unsupported_media_type: "Este tipo de arquivo não é aceito aqui.",
  unprocessable_entity: "Esta combinação não é possível.",
  rate_limited: "Muitas requisições. Aguarde um momento.",
  internal_error: "Algo deu errado no serviço.",
  service_unavailable: "O serviço não pode fazer isto no momento.",
  unexpected_response: "A resposta veio de outro sistema, e não do serviço.",
};

const of: Texts["refusals"]["of"] = {
  deleteTemplate:
    "Está em uso: por uma campanha que não terminou ou por uma mensagem de acompanhamento de outro modelo. Remova-o de lá antes.",
  deleteFile: "Um modelo ou uma mensagem agendada usa o arquivo.",
  confirmFile: "O arquivo não chegou inteiro ou a tempo. Envie-o de novo.",
  getFileDownloadUrl: "O arquivo ainda não foi enviado.",
  deleteContactList: "Esta é a lista de descadastro. Ela não pode ser excluída.",
  createImport: "Já há uma importação em andamento na lista, ou o arquivo não foi enviado.",
  cancelImport: "A importação já terminou.",
  sendMessages: "O mesmo envio está em andamento. Aguarde um momento e confira as mensagens.",
  updateMessage: "O envio à operadora já começou, ou a mensagem foi cancelada.",
  cancelMessage: "O envio à operadora já começou.",
  createWebhook: "A conta atingiu o limite de webhooks. Exclua um antes.",
  rotateWebhookSecret: "O segredo foi trocado vezes demais em 24 horas. Troque-o mais tarde.",
  testWebhook: "O webhook está desativado. Ative-o antes.",
  retryWebhookDelivery: "O webhook está desativado. Ative-o antes.",
  replayWebhook: "O webhook está desativado. Ative-o antes.",
  updateCampaign: "Está em andamento ou concluída, e as etiquetas não podem mais ser alteradas.",
  launchCampaign:
    "Não pode ser lançada agora: está em andamento ou concluída, a lista foi excluída ou o remetente foi removido.",
  stopCampaign: "Ela não está mais em andamento.",
  scheduleCampaign: "Não pode ser agendada agora: está em andamento ou concluída.",
  cancelSchedule: "Ela não está mais agendada.",
  deleteCampaign: "Uma campanha que já foi lançada não pode ser excluída.",
};

const POST_FAULTS: Sentences<PostFault> = {
  not_public: () => "A URL não leva a um endereço público por https.",
  unknown_host: () => "O nome do servidor não existe.",
  no_address: () => "O nome do servidor não tem endereço.",
  unresolved: () => "O nome do servidor não pôde ser resolvido.",
  refused: () => "A conexão foi recusada.",
  unreachable: () => "Não foi possível acessar o servidor.",
  closed: () => "A conexão foi fechada antes da resposta.",
  unknown: () => "A requisição falhou.",
  no_response: ({ seconds }) => `Sem resposta em ${seconds} segundos.`,
  tls_failed: ({ detail }) => `A conexão segura (TLS) falhou (${detail}).`,
  failed: ({ detail }) => `A requisição falhou (${detail}).`,
};

export const refusals: Texts["refusals"] = {
  codes,
  of,
  wait: (seconds) => `Muitas requisições. Tente de novo em ${seconds}.`,
  requestId: (id) => `Informe à equipe de operação o ID da requisição: ${id}`,
  post: (fault) => sentenceOf(POST_FAULTS, fault),
  missing: (names) => `Falta valor para: ${names}`,
  sandbox: {
    away: "O ambiente de testes simula uma operadora fora do ar.",
    unreachable: "O celular estava desligado ou fora da área de cobertura.",
    refused: "O ambiente de testes recusa este número.",
  },
  unsupported: (carrier, part) => `A operadora ${carrier} não consegue enviar este conteúdo (${part}).`,
  atMost: (max, unit) =>
    `Cabem no máximo ${max} ${{ segments: "segmentos de SMS", characters: "caracteres", bytes: "bytes" }[unit]}`,
  tooLong: (size, unit, max) =>
    `${size} ${{ segments: "segmentos de SMS", characters: "caracteres", bytes: "bytes" }[unit]}; cabem no máximo ${max}`,
};
