/** What a campaign says, by the name of its case. */
export const TEXTS = {
  text: "Seu pedido já saiu para entrega e chega até amanhã. Responda SAIR para não receber mais.",
  variables:
    "Seu pedido já saiu para {{ city }} e chega até amanhã, no plano {{ plan }}. Responda SAIR para não receber mais.",
} as const;

export type CaseName = keyof typeof TEXTS;
export const CASES = Object.keys(TEXTS) as CaseName[];
