import type { Texts } from "../en";

const codes: Texts["refusals"]["codes"] = {
  validation_failed: "O serviço não entendeu o pedido.",
  unauthorized: "A sessão terminou: entre de novo.",
  forbidden: "Esta chave não pode fazer isto.",
  not_found: "O que você procura não existe mais.",
  method_not_allowed: "O serviço não oferece isto.",
  conflict: "Entra em conflito com algo que já existe.",
  invalid_state: "Não é possível na situação atual. Veja como está agora.",
  import_in_progress: "Há uma importação em andamento na lista. Aguarde o fim dela.",
  precondition_failed: "Outra pessoa mudou isto enquanto isso. Recarregue e tente de novo.",
  payload_too_large: "É demais para um só pedido: envie em partes.",
  unsupported_media_type: "Este tipo de arquivo não é aceito aqui.",
  unprocessable_entity: "Assim não é possível.",
  rate_limited: "Houve pedidos demais de uma vez. Espere um pouco.",
  internal_error: "Algo deu errado no serviço.",
  service_unavailable: "O serviço não pode fazer isto neste momento.",
  unexpected_response: "A resposta não veio do serviço: outro sistema respondeu no lugar dele.",
};

const of: Texts["refusals"]["of"] = {
  deleteTemplate:
    "Está em uso: por uma campanha que não terminou ou por uma mensagem de acompanhamento de outro modelo. Remova-o de lá antes.",
  deleteFile: "Um modelo usa o arquivo.",
  confirmFile: "O arquivo não chegou inteiro ou a tempo. Envie-o de novo.",
  getFileDownloadUrl: "O arquivo ainda não foi enviado.",
  deleteContactList: "Esta lista reúne quem pediu para não receber mensagens, e não pode ser excluída.",
  createImport: "Já há uma importação em andamento na lista, ou o arquivo não foi enviado.",
  cancelImport: "A importação já terminou.",
  sendMessages: "O mesmo envio está em andamento. Espere um pouco e veja as mensagens.",
  createWebhook: "A conta já tem todos os webhooks que pode ter. Exclua um antes.",
  testWebhook: "O webhook está desativado. Ative-o antes.",
  retryWebhookDelivery: "O webhook está desativado. Ative-o antes.",
  launchCampaign:
    "Não pode ser lançada como está: já está em andamento ou concluída, ou a lista foi excluída.",
  stopCampaign: "Ela não está mais em andamento.",
  scheduleCampaign: "Não pode ser agendada como está: já está em andamento ou concluída.",
  cancelSchedule: "Ela não está mais agendada.",
  deleteCampaign: "Uma campanha que já foi lançada não pode ser excluída.",
};

const post: Texts["refusals"]["post"] = (fault) => {
  switch (fault.code) {
    case "not_public":
      return "O endereço não leva a um lugar público por https.";
    case "unknown_host":
      return "O nome do servidor não existe.";
    case "no_address":
      return "O nome do servidor não tem endereço.";
    case "unresolved":
      return "O nome do servidor não pôde ser resolvido.";
    case "refused":
      return "A conexão foi recusada.";
    case "unreachable":
      return "O servidor não pode ser alcançado.";
    case "closed":
      return "A conexão foi fechada antes de vir uma resposta.";
    case "unknown":
      return "A requisição falhou.";
    case "no_answer":
      return `Sem resposta em ${fault.seconds} segundos.`;
    case "tls_failed":
      return `A conexão segura (TLS) falhou (${fault.detail}).`;
    case "failed":
      return `A requisição falhou (${fault.detail}).`;
  }
};

export const refusals: Texts["refusals"] = {
  codes,
  of,
  wait: (seconds) => `Houve pedidos demais de uma vez. Tente de novo em ${seconds}.`,
  requestId: (id) => `Diga a quem opera a instalação o número do pedido: ${id}`,
  post,
  missing: (names) => `Falta valor para: ${names}`,
  tooLong: (size, unit, most) =>
    `${size} ${{ segments: "segmentos de SMS", characters: "caracteres", bytes: "bytes" }[unit]}; cabem no máximo ${most}`,
};
