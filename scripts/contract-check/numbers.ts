import { randomInt } from "node:crypto";
import { AREA } from "../../src/messaging/phone-text";

const IS_AREA_CODE = new RegExp(`^(${AREA})$`);
const AREA_CODES = Array.from({ length: 100 }, (_, code) => String(code)).filter((code) =>
  IS_AREA_CODE.test(code),
);

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
