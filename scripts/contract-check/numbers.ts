import { randomInt } from "node:crypto";

/** Area codes of Brazil (Anatel, resolution 749/2022). */
const AREA_CODES = [
  ...[11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 24, 27, 28, 31, 32, 33, 34, 35, 37, 38],
  ...[41, 42, 43, 44, 45, 46, 47, 48, 49, 51, 53, 54, 55, 61, 62, 63, 64, 65, 66, 67, 68, 69],
  ...[71, 73, 74, 75, 77, 79, 81, 82, 83, 84, 85, 86, 87, 88, 89],
  ...[91, 92, 93, 94, 95, 96, 97, 98, 99],
];

export type NumberMaker = (lastDigits: string) => string;

/**
 * Returns a random Brazilian mobile number in E.164. A fixed number could belong to a contact that an earlier
 * run deleted, and the API does not show deleted contacts. Each ending has 670,000 numbers, so two runs
 * rarely choose the same number.
 */
export const randomNumber: NumberMaker = (lastDigits) => {
  const area = AREA_CODES[randomInt(AREA_CODES.length)];
  const middle = String(randomInt(10_000)).padStart(4, "0");
  return `+55${area}9${middle}${lastDigits}`;
};
