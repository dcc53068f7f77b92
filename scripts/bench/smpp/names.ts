/** The connection of the benchmark. */
export const SMSC = "smsc";
export const ACCOUNT = { system_id: "bench", password: "bench" };
export const textOf = (index: number) =>
  `Pedido ${index} saiu para entrega e chega hoje. Responda SAIR para sair.`;
