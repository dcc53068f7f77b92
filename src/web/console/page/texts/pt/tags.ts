import type { Texts } from "../en";

export const tags: Texts["tags"] = {
  name: "Etiquetas",
  one: "Etiqueta",
  hint: "Opcional. Pressione Enter depois de cada etiqueta.",
  rule: "Letras sem acento, números, “_”, “.”, “:” e “-”, até 64 caracteres. Até 10 etiquetas diferentes.",
  remove: (tag) => `Remover a etiqueta ${tag}`,
  usageHint: "Uma mensagem conta em cada uma das suas etiquetas. Os dias são em UTC.",
};
