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
  name: ["Nome", { else: from1To(120), conflict: "Este nome já está em uso ou não pode ser alterado." }],
  phone: ["Número", { else: PHONE, conflict: "Outro contato tem este número." }],
  description: ["Descrição", upTo(limits.CreateWebhookRequest.description.maxLength)],
  attributes: ["Variáveis", `Pode haver até ${limits.ContactAttributes.maxProperties}.`],
  "attributes.*": [
    "Variável",
    `Um nome tem de 1 a ${limits.ContactAttributes.names.maxLength} letras sem acento, dígitos, “_”, “.” ou “-”; um valor, até ${number.format(limits.ContactAttributes.values.maxLength)} caracteres.`,
  ],
  columns: [
    "Colunas",
    `Pode haver até ${number.format(limits.CreateImportRequest.columns.maxItems)}, das quais ${limits.ContactAttributes.maxProperties} variáveis.`,
  ],
  "columns[]": ["Coluna", CHOICE],
  "columns[].heading": ["Nome da coluna", upTo(limits.ImportColumnInput.heading.maxLength)],
  "columns[].use": ["Uso da coluna", "Só uma coluna pode ter o número, e só uma o nome."],
  "columns[].attribute": [
    "Variável da coluna",
    `O nome tem de 1 a ${Variables.names.maxLength} letras sem acento, dígitos, “_”, “.” ou “-”, e aparece uma vez.`,
  ],
  channels: ["Canais", "Só uma lista de bloqueio tem canais."],
  purposes: ["Finalidades", "Só uma lista de bloqueio tem finalidades."],
  purpose: ["Finalidade", { else: CHOICE, unprocessable_entity: "O modelo já tem a própria finalidade." }],
  channel: ["Canal", CHOICE],
  type: ["Tipo", CHOICE],
  status: ["Situação", CHOICE],
  id: ["Contato", ID],
  list_id: [
    "Lista",
    { else: ID, unprocessable_entity: "Não é possível enviar mensagens a uma lista de bloqueio." },
  ],
  template_id: [
    "Modelo",
    {
      else: ID,
      unprocessable_entity: "A operadora do remetente não consegue enviar o conteúdo do modelo.",
    },
  ],
  campaign_id: ["Campanha", ID],
  sender_id: [
    "Remetente",
    {
      else: ID,
      unprocessable_entity: "Escolha um remetente deste canal. Em uma lista, escolha um período mais curto.",
    },
  ],
  tags: ["Etiquetas", "Pode haver até 10."],
  "tags[]": ["Etiqueta", TAG],
  tag: ["Etiqueta", { else: TAG, unprocessable_entity: NARROWER }],
  sort: ["Ordem", { else: CHOICE, unprocessable_entity: "Busque, ou escolha outra ordem." }],
  error_code: ["Motivo", { else: CHOICE, unprocessable_entity: NARROWER }],
  attribute: [
    "Variável",
    {
      else: "Precisa ter um nome, “=” e um valor.",
      unprocessable_entity: "Busque também por um nome ou número.",
    },
  ],
  block_reason: ["Motivo do bloqueio", { else: CHOICE, unprocessable_entity: NARROWER }],
  send_at: ["Horário", "Deve estar no futuro, com no máximo 90 dias de antecedência."],
  send_at_local: ["Horário", "Deve estar no futuro, com no máximo 90 dias de antecedência."],
  validity_seconds: ["Válida por", "De 60 segundos a 3 dias."],
  batch_id: ["Envio", ID],
  scheduled_at: ["Horário", "Precisa estar no futuro."],
  content: ["Conteúdo", `É grande demais ou tem mais de ${Variables.maxProperties} variáveis.`],
  "content.type": ["Formato", "O canal não aceita este formato."],
  "content.text": [
    "Texto",
    {
      else: from1To(limits.TextContent.text.maxLength),
      unprocessable_entity:
        "É mais longo do que o canal ou a operadora aceita, ou tem um caractere sem equivalente no alfabeto do SMS.",
    },
  ],
  "content.file_id": ["Gravação", FILE],
  "content.encoding": ["Caracteres", "Só um SMS pode se limitar ao alfabeto do SMS."],
  "content.orientation": ["Posição da imagem", "A operadora do remetente não aceita esta opção."],
  "content.card_width": ["Largura dos cartões", CHOICE],
  "content.card": ["Cartão", "Precisa de um título, um texto ou uma imagem."],
  "content.cards": [
    "Cartões",
    `Precisa haver de ${limits.CarouselContent.cards.minItems} a ${limits.CarouselContent.cards.maxItems}.`,
  ],
  "content.cards[]": ["Cartão", "Precisa de um título, um texto ou uma imagem."],
  "content.suggestions": [
    "Botões",
    `Pode haver até ${limits.MessageSuggestions.maxItems}, e nenhum em um SMS.`,
  ],
  "card.title": ["Título", from1To(Card.title.maxLength)],
  "card.description": ["Texto do cartão", from1To(Card.description.maxLength)],
  "cards[].title": ["Título", from1To(Card.title.maxLength)],
  "cards[].description": ["Texto do cartão", from1To(Card.description.maxLength)],
  media: ["Imagem ou vídeo", FILE],
  "media.file_id": ["Imagem ou vídeo", FILE],
  "media.alt_text": [
    "Descrição da imagem",
    `Precisa ter de 1 a ${limits.CardMedia.alt_text.maxLength} caracteres e nenhuma variável.`,
  ],
  "media.height": ["Altura da imagem", "Em um carrossel, precisa ser baixa ou média."],
  suggestions: ["Botões", `Um cartão pode ter até ${Card.suggestions.maxItems}.`],
  "suggestions[]": ["Botão", "A operadora do remetente não aceita este botão."],
  "suggestions[].type": ["O que o botão faz", CHOICE],
  "suggestions[].text": ["Texto do botão", from1To(SuggestionText.maxLength)],
  "suggestions[].url": [
    "Endereço do site",
    `Precisa começar com http:// ou https:// e ter até ${number.format(limits.OpenUrlSuggestion.url.maxLength)} caracteres.`,
  ],
  "suggestions[].phone": [
    "Número do botão",
    "Informe o número com DDD, ou o de um serviço, como 0800 123 4567. Números curtos, como 190, não são possíveis.",
  ],
  "suggestions[].latitude": ["Latitude", "Precisa ser de −90 a 90."],
  "suggestions[].longitude": ["Longitude", "Precisa ser de −180 a 180."],
  "suggestions[].label": ["Nome do local", from1To(limits.ViewLocationSuggestion.label.maxLength)],
  "suggestions[].title": ["Título do evento", from1To(limits.CreateCalendarEventSuggestion.title.maxLength)],
  "suggestions[].description": [
    "Descrição do evento",
    {
      else: from1To(limits.CreateCalendarEventSuggestion.description.maxLength),
      unprocessable_entity: "A operadora do remetente não aceita descrição.",
    },
  ],
  "suggestions[].start_at": ["Início", "Informe dia e hora."],
  "suggestions[].end_at": ["Fim", "Precisa ser depois do início."],
  "suggestions[].postback_data": ["Dados que seu sistema recebe", from1To(limits.PostbackData.maxLength)],
  follow_ups: [
    "Mensagens de acompanhamento",
    `Pode haver até ${limits.CreateTemplateRequest.follow_ups.maxItems}.`,
  ],
  "follow_ups[]": ["Mensagem de acompanhamento", "Preencha todos os campos."],
  "follow_ups[].on": [templates.when, "Escolha pelo menos um."],
  "follow_ups[].after_seconds": [
    templates.after,
    `Pode ser de até ${rule.after_seconds.maximum / 3600} horas. Para a falta de entrega, precisa ser de pelo menos ${MIN_NO_DELIVERY_SECONDS} segundos.`,
  ],
  "follow_ups[].template_id": [
    templates.then,
    `Precisa existir e não pode levar de volta a um modelo anterior. No máximo ${MAX_DEPTH} mensagens de acompanhamento em sequência.`,
  ],
  recipients: [
    "Pessoas",
    {
      else: `Precisa haver de 1 a ${number.format(limits.SendMessagesRequest.recipients.maxItems)}.`,
      payload_too_large: "São pessoas demais para um conteúdo deste tamanho: envie em partes.",
    },
  ],
  "recipients[].to": ["Número", PHONE],
  "recipients[].variables": ["Variáveis", `Pode haver até ${Variables.maxProperties}.`],
  "recipients[].variables.*": [
    "Variável",
    `Um nome tem de 1 a ${Variables.names.maxLength} letras sem acento, dígitos, “_”, “.” ou “-”; um valor, até ${number.format(Variables.values.maxLength)} caracteres.`,
  ],
  "recipients[].client_reference": ["Sua referência", from1To(limits.ClientReference.maxLength)],
  "Idempotency-Key": ["Envio repetido", "Já foi feito com outro conteúdo."],
  shortcut: [
    "Atalho",
    {
      else: `Precisa ter de 1 a ${limits.CannedResponseShortcut.maxLength} letras minúsculas sem acento, números, “_” ou “-”.`,
      conflict: "Este atalho já está em uso.",
    },
  ],
  text: [
    "Texto",
    {
      else: from1To(limits.CannedResponseText.maxLength),
      unprocessable_entity: `Pode ter até ${Variables.maxProperties} variáveis diferentes.`,
    },
  ],
  opt_out: ["Palavras para sair", WORDS],
  opt_in: ["Palavras para voltar", WORDS],
  help: ["Palavras de ajuda", WORDS],
  confirmation: ["Confirmação do descadastro", REPLY],
  help_answer: ["Resposta ao pedido de ajuda", REPLY],
  preset: ["Regra pronta", CHOICE],
  windows: ["Janelas de envio", `Pode haver até ${limits.SendingWindows.maxItems}.`],
  "windows[].days": ["Dias", "Escolha pelo menos um."],
  "windows[].from": ["Início da janela", "Informe um horário."],
  "windows[].to": ["Fim da janela", "Precisa ser depois do início."],
  time_zone: ["Fuso horário", "Precisa ser um nome como America/Sao_Paulo."],
  holidays: ["Feriados", CHOICE],
  closed_dates: ["Datas fechadas", `Pode haver até ${limits.ClosedDates.maxItems}, cada uma só uma vez.`],
  max_per_recipient: ["Máximo de mensagens por número", MOST],
  "max_per_recipient.messages": ["Mensagens", MOST],
  "max_per_recipient.days": ["Dias", MOST],
  min_interval_seconds: [
    "Tempo mínimo entre duas mensagens para um número",
    `Precisa ser de 1 segundo a ${limits.RecipientInterval.maximum / 86_400} dias.`,
  ],
  require_consent: ["Consentimento", CHOICE],
  outside: ["Fora das janelas", CHOICE],
  evidence: ["Comprovação", "Preencha pelo menos um campo."],
  "evidence.text": ["Texto ou observação", from1To(limits.ConsentEvidenceInput.text.maxLength)],
  "evidence.url": ["Página (URL)", "Deve começar com https:// ou http://."],
  "evidence.ip": ["Endereço IP", "Deve ser um endereço IPv4 ou IPv6."],
  occurred_at: ["Quando", "Não pode estar no futuro."],
  source: ["Origem", CHOICE],
  read_up_to: ["Lida até", "Precisa ser uma mensagem desta conversa."],
  unread: ["Não lida", CHOICE],
  opted_out: ["Pediu descadastro", CHOICE],
  usage: ["Uso do arquivo", CHOICE],
  filename: ["Nome do arquivo", from1To(limits.CreateUploadUrlRequest.filename.maxLength)],
  content_type: ["Tipo de arquivo", "Não é aceito aqui."],
  size_bytes: [
    "Tamanho do arquivo",
    ({ size }) => (size === null ? "É grande demais." : `É grande demais: no máximo ${size}.`),
  ],
  file_id: ["Arquivo", { else: FILE, conflict: "Ainda não foi enviado." }],
  url: [
    "Endereço (URL)",
    `Precisa começar com https://, levar a um endereço público e ter até ${number.format(limits.WebhookUrl.maxLength)} caracteres.`,
  ],
  event_types: ["Eventos", "Escolha pelo menos um."],
  event_type: ["Evento", "O webhook não recebe este evento."],
  scopes: ["Permissões", "Escolha pelo menos uma."],
  expires_at: [
    "Vale até",
    {
      else: "Precisa estar no futuro.",
      forbidden: ({ instant }) =>
        `Uma chave não pode criar outra que expire depois dela${instant === null ? "" : `: no máximo em ${instant}`}.`,
    },
  ],
  search: ["Busca", SEARCH],
  from: ["De", WINDOW],
  to: ["Até", WINDOW],
  created_from: ["De", WINDOW],
  created_to: ["Até", WINDOW],
  received_from: ["De", WINDOW],
  received_to: ["Até", WINDOW],
  since: ["De", WINDOW],
  until: ["Até", WINDOW],
  include_delivered: ["Reenviar também os eventos que foram entregues", CHOICE],
  dialect: ["Formato do arquivo", CHOICE],
  of: ["Exportação", "Demora demais. Escolha um período mais curto."],
  recipient: ["Para", PHONE],
  sender: ["De", PHONE],
  paired_message_id: ["Mensagem", ID],
  kind: ["Tipo", CHOICE],
  group_by: ["Agrupamento", CHOICE],
  limit: ["Página", NARROWER],
  offset: ["Página", NARROWER],
  body: ["Requisição", "Está incompleto ou tem caracteres que não podem ser guardados."],
  path: ["Endereço", ID],
};
