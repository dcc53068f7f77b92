import { CITIES, numberOf } from "../seed";

/** A row of the file. */
export interface Row {
  phone: string;
  name: string;
  attributes: { city: string; plan: string };
}

export const rowAt = (index: number): Row => ({
  phone: numberOf(11, index),
  name: `Contact ${index}`,
  attributes: { city: CITIES[index % CITIES.length] ?? "", plan: "basic" },
});

/** As people have it: a header, and a line for each contact. */
export function csvOf(rows: number): Buffer {
  const lines = ["phone,name,city,plan"];
  for (let index = 0; index < rows; index += 1) {
    const { phone, name, attributes } = rowAt(index);
    lines.push(`${phone},${name},${attributes.city},${attributes.plan}`);
  }
  return Buffer.from(`${lines.join("\n")}\n`);
}
