import { contacts } from "./contacts";
import { templates } from "./templates";
import { limits } from "../../../../../../generated/server/values";
import { MAX_DEPTH, MIN_NO_DELIVERY_SECONDS } from "../../../../../messaging/follow-up-rules";
import { MAX_PER_RECIPIENT } from "../../../../../messaging/sending-rules/limits";
import type { Texts } from "../en";

const { Card, SuggestionText, Variables, FollowUpRuleInput: rule } = limits;
const number = new Intl.NumberFormat("pt-BR");
const upTo = (max: number) => `Pode ter até ${number.format(max)} caracteres.`;
const from1To = (max: number) => `Precisa ter de 1 a ${number.format(max)} caracteres.`;
const PHONE = contacts.phoneInvalid;
const FILE = "Precisa ser um arquivo já enviado, de um tipo aceito.";
const CHOICE = "Precisa ser uma das opções.";
const TAG = "Use até 64 letras sem acento, números, “_”, “.”, “:” e “-”, e cada etiqueta uma só vez.";
const ID = "Não existe.";
const WORDS = `Até ${limits.OptOutWordList.maxItems} palavras de até ${limits.OptOutWord.maxLength} caracteres, cada uma com uma letra ou um dígito e sem repetição. Maiúsculas, acentos e pontuação não contam.`;
const REPLY = "Precisa caber em 10 segmentos de SMS e não ter variáveis.";
const MOST = `Use números inteiros: de 1 a ${number.format(MAX_PER_RECIPIENT.messages)} mensagens em 1 a ${MAX_PER_RECIPIENT.days} dias.`;
const NARROWER = "Escolha menos itens ou um período mais curto.";
const SEARCH = `Precisa ter de ${limits.MessageSearch.minLength} a ${limits.MessageSearch.maxLength} caracteres, e não só acentos. Se a busca demorou demais, escolha também um período.`;
const WINDOW = "O início não pode ser depois do fim. Se demorou demais, escolha um período mais curto.";

export const fields: Texts["fields"] = {
  name: {
    label: "Nome",
    rule: { else: from1To(120), conflict: "Este nome já está em uso ou não pode ser alterado." },
  },
  phone: { label: "Número", rule: { else: PHONE, conflict: "Outro contato tem este número." } },
  description: { label: "Descrição", rule: upTo(limits.CreateWebhookRequest.description.maxLength) },
  attributes: { label: "Variáveis", rule: `Pode haver até ${limits.ContactAttributes.maxProperties}.` },
  "attributes.*": {
    label: "Variável",
    rule: `Um nome tem de 1 a ${limits.ContactAttributes.names.maxLength} letras sem acento, dígitos, “_”, “.” ou “-”; um valor, até ${number.format(limits.ContactAttributes.values.maxLength)} caracteres.`,
  },
  columns: {
    label: "Colunas",
    rule: `Pode haver até ${number.format(limits.CreateImportRequest.columns.maxItems)}, das quais ${limits.ContactAttributes.maxProperties} variáveis.`,
  },
  "columns[]": { label: "Coluna", rule: CHOICE },
  "columns[].heading": {
    label: "Nome da coluna",
    rule: upTo(limits.ImportColumnInput.heading.maxLength),
  },
  "columns[].use": { label: "Uso da coluna", rule: "Só uma coluna pode ter o número, e só uma o nome." },
  "columns[].attribute": {
    label: "Variável da coluna",
    rule: `O nome tem de 1 a ${Variables.names.maxLength} letras sem acento, dígitos, “_”, “.” ou “-”, e aparece uma vez.`,
  },
  channels: { label: "Canais", rule: "Só uma lista de bloqueio tem canais." },
  purposes: { label: "Finalidades", rule: "Só uma lista de bloqueio tem finalidades." },
  purpose: {
    label: "Finalidade",
    rule: { else: CHOICE, unprocessable_entity: "O modelo já tem a própria finalidade." },
  },
  channel: { label: "Canal", rule: CHOICE },
  type: { label: "Tipo", rule: CHOICE },
  status: { label: "Situação", rule: CHOICE },
  id: { label: "Contato", rule: ID },
  list_id: {
    label: "Lista",
    rule: { else: ID, unprocessable_entity: "Não é possível enviar mensagens a uma lista de bloqueio." },
  },
  template_id: {
    label: "Modelo",
    rule: {
      else: ID,
      unprocessable_entity: "A operadora do remetente não consegue enviar o conteúdo do modelo.",
    },
  },
  campaign_id: { label: "Campanha", rule: ID },
  sender_id: {
    label: "Remetente",
    rule: {
      else: ID,
      unprocessable_entity: "Escolha um remetente deste canal. Em uma lista, escolha um período mais curto.",
    },
  },
  tags: { label: "Etiquetas", rule: "Pode haver até 10." },
  "tags[]": { label: "Etiqueta", rule: TAG },
  tag: { label: "Etiqueta", rule: { else: TAG, unprocessable_entity: NARROWER } },
  sort: { label: "Ordem", rule: { else: CHOICE, unprocessable_entity: "Busque, ou escolha outra ordem." } },
  error_code: { label: "Motivo", rule: { else: CHOICE, unprocessable_entity: NARROWER } },
  attribute: {
    label: "Variável",
    rule: {
      else: "Precisa ter um nome, “=” e um valor.",
      unprocessable_entity: "Busque também por um nome ou número.",
    },
  },
  block_reason: { label: "Motivo do bloqueio", rule: { else: CHOICE, unprocessable_entity: NARROWER } },
  send_at: { label: "Horário", rule: "Deve estar no futuro, com no máximo 90 dias de antecedência." },
  send_at_local: { label: "Horário", rule: "Deve estar no futuro, com no máximo 90 dias de antecedência." },
  validity_seconds: { label: "Válida por", rule: "De 60 segundos a 3 dias." },
  batch_id: { label: "Envio", rule: ID },
  scheduled_at: { label: "Horário", rule: "Precisa estar no futuro." },
  content: {
    label: "Conteúdo",
    rule: `É grande demais ou tem mais de ${Variables.maxProperties} variáveis.`,
  },
  "content.type": { label: "Formato", rule: "O canal não aceita este formato." },
  "content.text": {
    label: "Texto",
    rule: {
      else: from1To(limits.TextContent.text.maxLength),
      unprocessable_entity:
        "É mais longo do que o canal ou a operadora aceita, ou tem um caractere sem equivalente no alfabeto do SMS.",
    },
  },
  "content.file_id": { label: "Gravação", rule: FILE },
  "content.encoding": { label: "Caracteres", rule: "Só um SMS pode se limitar ao alfabeto do SMS." },
  "content.orientation": {
    label: "Posição da imagem",
    rule: "A operadora do remetente não aceita esta opção.",
  },
  "content.card_width": { label: "Largura dos cartões", rule: CHOICE },
  "content.card": { label: "Cartão", rule: "Precisa de um título, um texto ou uma imagem." },
  "content.cards": {
    label: "Cartões",
    rule: `Precisa haver de ${limits.CarouselContent.cards.minItems} a ${limits.CarouselContent.cards.maxItems}.`,
  },
  "content.cards[]": { label: "Cartão", rule: "Precisa de um título, um texto ou uma imagem." },
  "content.suggestions": {
    label: "Botões",
    rule: `Pode haver até ${limits.MessageSuggestions.maxItems}, e nenhum em um SMS.`,
  },
  "card.title": { label: "Título", rule: from1To(Card.title.maxLength) },
  "card.description": { label: "Texto do cartão", rule: from1To(Card.description.maxLength) },
  "cards[].title": { label: "Título", rule: from1To(Card.title.maxLength) },
  "cards[].description": { label: "Texto do cartão", rule: from1To(Card.description.maxLength) },
  media: { label: "Imagem ou vídeo", rule: FILE },
  "media.file_id": { label: "Imagem ou vídeo", rule: FILE },
  "media.alt_text": {
    label: "Descrição da imagem",
    rule: `Precisa ter de 1 a ${limits.CardMedia.alt_text.maxLength} caracteres e nenhuma variável.`,
  },
  "media.height": { label: "Altura da imagem", rule: "Em um carrossel, precisa ser baixa ou média." },
  suggestions: { label: "Botões", rule: `Um cartão pode ter até ${Card.suggestions.maxItems}.` },
  "suggestions[]": { label: "Botão", rule: "A operadora do remetente não aceita este botão." },
  "suggestions[].type": { label: "O que o botão faz", rule: CHOICE },
  "suggestions[].text": { label: "Texto do botão", rule: from1To(SuggestionText.maxLength) },
  "suggestions[].url": {
    label: "Endereço do site",
    rule: `Precisa começar com http:// ou https:// e ter até ${number.format(limits.OpenUrlSuggestion.url.maxLength)} caracteres.`,
  },
  "suggestions[].phone": {
    label: "Número do botão",
    rule: "Informe o número com DDD, ou o de um serviço, como 0800 123 4567. Números curtos, como 190, não são possíveis.",
  },
  "suggestions[].latitude": { label: "Latitude", rule: "Precisa ser de −90 a 90." },
  "suggestions[].longitude": { label: "Longitude", rule: "Precisa ser de −180 a 180." },
  "suggestions[].label": {
    label: "Nome do local",
    rule: from1To(limits.ViewLocationSuggestion.label.maxLength),
  },
  "suggestions[].title": {
    label: "Título do evento",
    rule: from1To(limits.CreateCalendarEventSuggestion.title.maxLength),
  },
  "suggestions[].description": {
    label: "Descrição do evento",
    rule: {
      else: from1To(limits.CreateCalendarEventSuggestion.description.maxLength),
      unprocessable_entity: "A operadora do remetente não aceita descrição.",
    },
  },
  "suggestions[].start_at": { label: "Início", rule: "Informe dia e hora." },
  "suggestions[].end_at": { label: "Fim", rule: "Precisa ser depois do início." },
  "suggestions[].postback_data": {
    label: "Dados que seu sistema recebe",
    rule: from1To(limits.PostbackData.maxLength),
  },
  follow_ups: {
    label: "Mensagens de acompanhamento",
    rule: `Pode haver até ${limits.CreateTemplateRequest.follow_ups.maxItems}.`,
  },
  "follow_ups[]": { label: "Mensagem de acompanhamento", rule: "Preencha todos os campos." },
  "follow_ups[].on": { label: templates.when, rule: "Escolha pelo menos um." },
  "follow_ups[].after_seconds": {
    label: templates.after,
    rule: `Pode ser de até ${rule.after_seconds.maximum / 3600} horas. Para a falta de entrega, precisa ser de pelo menos ${MIN_NO_DELIVERY_SECONDS} segundos.`,
  },
  "follow_ups[].template_id": {
    label: templates.then,
    rule: `Precisa existir e não pode levar de volta a um modelo anterior. No máximo ${MAX_DEPTH} mensagens de acompanhamento em sequência.`,
  },
  recipients: {
    label: "Pessoas",
    rule: {
      else: `Precisa haver de 1 a ${number.format(limits.SendMessagesRequest.recipients.maxItems)}.`,
      payload_too_large: "São pessoas demais para um conteúdo deste tamanho: envie em partes.",
    },
  },
  "recipients[].to": { label: "Número", rule: PHONE },
  "recipients[].variables": { label: "Variáveis", rule: `Pode haver até ${Variables.maxProperties}.` },
  "recipients[].variables.*": {
    label: "Variável",
    rule: `Um nome tem de 1 a ${Variables.names.maxLength} letras sem acento, dígitos, “_”, “.” ou “-”; um valor, até ${number.format(Variables.values.maxLength)} caracteres.`,
  },
  "recipients[].client_reference": {
    label: "Sua referência",
    rule: from1To(limits.ClientReference.maxLength),
  },
  "Idempotency-Key": { label: "Envio repetido", rule: "Já foi feito com outro conteúdo." },
  shortcut: {
    label: "Atalho",
    rule: {
      else: `Precisa ter de 1 a ${limits.CannedResponseShortcut.maxLength} letras minúsculas sem acento, números, “_” ou “-”.`,
      conflict: "Este atalho já está em uso.",
    },
  },
  text: {
    label: "Texto",
    rule: {
      else: from1To(limits.CannedResponseText.maxLength),
      unprocessable_entity: `Pode ter até ${Variables.maxProperties} variáveis diferentes.`,
    },
  },
  opt_out: { label: "Palavras para sair", rule: WORDS },
  opt_in: { label: "Palavras para voltar", rule: WORDS },
  help: { label: "Palavras de ajuda", rule: WORDS },
  confirmation: { label: "Confirmação do descadastro", rule: REPLY },
  help_answer: { label: "Resposta ao pedido de ajuda", rule: REPLY },
  preset: { label: "Regra pronta", rule: CHOICE },
  windows: { label: "Janelas de envio", rule: `Pode haver até ${limits.SendingWindows.maxItems}.` },
  "windows[].days": { label: "Dias", rule: "Escolha pelo menos um." },
  "windows[].from": { label: "Início da janela", rule: "Informe um horário." },
  "windows[].to": { label: "Fim da janela", rule: "Precisa ser depois do início." },
  time_zone: { label: "Fuso horário", rule: "Precisa ser um nome como America/Sao_Paulo." },
  holidays: { label: "Feriados", rule: CHOICE },
  closed_dates: {
    label: "Datas fechadas",
    rule: `Pode haver até ${limits.ClosedDates.maxItems}, cada uma só uma vez.`,
  },
  max_per_recipient: { label: "Máximo de mensagens por número", rule: MOST },
  "max_per_recipient.messages": { label: "Mensagens", rule: MOST },
  "max_per_recipient.days": { label: "Dias", rule: MOST },
  min_interval_seconds: {
    label: "Tempo mínimo entre duas mensagens para um número",
    rule: `Precisa ser de 1 segundo a ${limits.RecipientInterval.maximum / 86_400} dias.`,
  },
  require_consent: { label: "Consentimento", rule: CHOICE },
  outside: { label: "Fora das janelas", rule: CHOICE },
  evidence: { label: "Comprovação", rule: "Preencha pelo menos um campo." },
  "evidence.text": {
    label: "Texto ou observação",
    rule: from1To(limits.ConsentEvidenceInput.text.maxLength),
  },
  "evidence.url": { label: "Página (URL)", rule: "Deve começar com https:// ou http://." },
  "evidence.ip": { label: "Endereço IP", rule: "Deve ser um endereço IPv4 ou IPv6." },
  occurred_at: { label: "Quando", rule: "Não pode estar no futuro." },
  source: { label: "Origem", rule: CHOICE },
  read_up_to: { label: "Lida até", rule: "Precisa ser uma mensagem desta conversa." },
  unread: { label: "Não lida", rule: CHOICE },
  opted_out: { label: "Pediu descadastro", rule: CHOICE },
  usage: { label: "Uso do arquivo", rule: CHOICE },
  filename: { label: "Nome do arquivo", rule: from1To(limits.CreateUploadUrlRequest.filename.maxLength) },
  content_type: { label: "Tipo de arquivo", rule: "Não é aceito aqui." },
  size_bytes: {
    label: "Tamanho do arquivo",
    rule: ({ size }) => (size === null ? "É grande demais." : `É grande demais: no máximo ${size}.`),
  },
  file_id: { label: "Arquivo", rule: { else: FILE, conflict: "Ainda não foi enviado." } },
  url: {
    label: "Endereço (URL)",
    rule: `Precisa começar com https://, levar a um endereço público e ter até ${number.format(limits.WebhookUrl.maxLength)} caracteres.`,
  },
  event_types: { label: "Eventos", rule: "Escolha pelo menos um." },
  event_type: { label: "Evento", rule: "O webhook não recebe este evento." },
  scopes: { label: "Permissões", rule: "Escolha pelo menos uma." },
  expires_at: {
    label: "Vale até",
    rule: {
      else: "Precisa estar no futuro.",
      forbidden: ({ instant }) =>
        `Uma chave não pode criar outra que expire depois dela${instant === null ? "" : `: no máximo em ${instant}`}.`,
    },
  },
  search: { label: "Busca", rule: SEARCH },
  from: { label: "De", rule: WINDOW },
  to: { label: "Até", rule: WINDOW },
  created_from: { label: "De", rule: WINDOW },
  created_to: { label: "Até", rule: WINDOW },
  received_from: { label: "De", rule: WINDOW },
  received_to: { label: "Até", rule: WINDOW },
  since: { label: "De", rule: WINDOW },
  until: { label: "Até", rule: WINDOW },
  include_delivered: { label: "Reenviar também os eventos que foram entregues", rule: CHOICE },
  dialect: { label: "Formato do arquivo", rule: CHOICE },
  of: { label: "Exportação", rule: "Demora demais. Escolha um período mais curto." },
  recipient: { label: "Para", rule: PHONE },
  sender: { label: "De", rule: PHONE },
  paired_message_id: { label: "Mensagem", rule: ID },
  kind: { label: "Tipo", rule: CHOICE },
  group_by: { label: "Agrupamento", rule: CHOICE },
  limit: { label: "Página", rule: NARROWER },
  offset: { label: "Página", rule: NARROWER },
  body: { label: "Requisição", rule: "Está incompleto ou tem caracteres que não podem ser guardados." },
  path: { label: "Endereço", rule: ID },
};
