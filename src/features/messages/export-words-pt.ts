import type { BlockReason } from "../../messaging/block-reason";
import type { Purpose } from "../../messaging/purpose";
import type { MessageErrorCode, MessageStatus } from "./message";

// The words of the CSV in Portuguese, as in the console. A test compares them.

export const STATUSES: Readonly<Record<MessageStatus, string>> = {
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

export const PURPOSES: Readonly<Record<Purpose, string>> = {
  otp: "Código de uso único",
  transactional: "Transacional",
  marketing: "Marketing",
};

export const BLOCK_REASONS: Readonly<Record<BlockReason, string>> = {
  suppressed: "Número bloqueado ou descadastrado",
  frequency: "Limite de mensagens por número",
  no_consent: "Sem consentimento",
  outside_window: "Fora do horário permitido",
};

export const ERROR_MESSAGES: Readonly<Record<MessageErrorCode, string>> = {
  no_sender: "A conta não tem remetente para este canal, ou o remetente foi removido.",
  media_unavailable: "Falta um arquivo do modelo, ou ele nunca foi enviado.",
  missing_variable: "O modelo tem uma variável para a qual esta pessoa não tem valor.",
  empty_content: "Com as variáveis preenchidas, não sobrou nada para enviar.",
  content_too_long: "Com as variáveis preenchidas, o texto ficou maior do que o canal aceita.",
  not_encodable:
    "Com as variáveis preenchidas, o texto tem caracteres que nada no alfabeto do SMS substitui, como emojis.",
  landline: "O número é de telefone fixo, que não recebe SMS nem RCS.",
  carrier_rejected: "A operadora recusou a mensagem ou não consegue enviar o conteúdo dela.",
  carrier_unreachable: "Não foi possível falar com a operadora, mesmo após várias tentativas.",
  undeliverable: "A operadora não conseguiu entregar a mensagem.",
  expired: "A mensagem não foi enviada ou entregue a tempo.",
};
