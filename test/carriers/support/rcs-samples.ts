import type { Content, Suggestion } from "../../../src/messaging/content-types";

export const suggestions = {
  reply: { type: "reply", text: "Quero", postback_data: "quero" },
  open_url: { type: "open_url", text: "Ver", postback_data: "ver", url: "https://loja.example/oferta" },
  dial: { type: "dial", text: "Ligar", postback_data: "ligar", phone: "+5511987654321" },
  view_location: {
    type: "view_location",
    text: "Mapa",
    postback_data: "mapa",
    latitude: -23.55726,
    longitude: 0.0000001,
    label: "Loja",
  },
  share_location: { type: "share_location", text: "Onde estou", postback_data: "onde" },
  create_calendar_event: {
    type: "create_calendar_event",
    text: "Agendar",
    postback_data: "agendar",
    title: "Visita",
    start_at: "2026-02-01T14:00:00-03:00",
    end_at: "2026-02-01T15:00:00-03:00",
  },
} as const satisfies { [T in Suggestion["type"]]: Extract<Suggestion, { type: T }> };

const everySuggestion: Suggestion[] = Object.values(suggestions);

/** Contents that together use every field of RCS. */
export const rcsSamples = {
  "a text": { type: "text", text: "Olá" },
  "a text with every suggestion": { type: "text", text: "Olá", suggestions: everySuggestion },
  "a vertical card with all it can have": {
    type: "card",
    orientation: "vertical",
    card: {
      title: "Oferta",
      description: "Só hoje",
      media: { file_id: "f1", height: "tall" },
      suggestions: everySuggestion.slice(0, 4),
    },
    suggestions: everySuggestion,
  },
  "a horizontal card": {
    type: "card",
    orientation: "horizontal",
    card: { title: "Oferta", media: { file_id: "f1", height: "medium" } },
  },
  "a card of a title": { type: "card", orientation: "vertical", card: { title: "Oferta" } },
  "a carousel with all it can have": {
    type: "carousel",
    card_width: "small",
    cards: [
      { title: "Um", description: "Primeiro", media: { file_id: "f1", height: "short" } },
      { media: { file_id: "f2", height: "medium" }, suggestions: everySuggestion.slice(2, 6) },
    ],
    suggestions: everySuggestion.slice(0, 2),
  },
  "a carousel of titles": {
    type: "carousel",
    card_width: "medium",
    cards: [{ title: "Um" }, { title: "Dois" }],
  },
} as const satisfies Record<string, Content>;
