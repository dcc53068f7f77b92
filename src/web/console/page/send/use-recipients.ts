import { useMemo } from "preact/hooks";
import { type Entry, readRecipients } from "./recipients";

/** Returns the people that the typed text names. */
export const useRecipients = (text: string): Entry => useMemo(() => readRecipients(text), [text]);
