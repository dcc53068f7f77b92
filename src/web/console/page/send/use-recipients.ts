import { useMemo } from "preact/hooks";
import { type Entry, readRecipients } from "./recipients";

/** Returns the recipients in the typed text. */
export const useRecipients = (text: string): Entry => useMemo(() => readRecipients(text), [text]);
