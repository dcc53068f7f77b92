import { useMemo } from "preact/hooks";
import { type Entry, readRecipients } from "./recipients";

export const useRecipients = (text: string): Entry => useMemo(() => readRecipients(text), [text]);
