/** Numbers of Brazil: country, area, and a subscriber number of 8 or 9 digits. */
const BRAZIL = /^\+55(\d{2})(\d{4,5})(\d{4})$/;
/** Numbers of North America: country, area, exchange and line. */
const NORTH_AMERICA = /^\+1(\d{3})(\d{3})(\d{4})$/;

/**
 * Formats a number of Brazil or North America, such as `+55 11 98765-4321`. Returns other numbers unchanged.
 */
export const phoneText = (number: string): string =>
  number.replace(BRAZIL, "+55 $1 $2-$3").replace(NORTH_AMERICA, "+1 $1 $2-$3");

/** Returns whether a text has only characters of phone numbers. */
export const isPhoneLike = (text: string): boolean => /^[\d\s()+.-]+$/.test(text);
