import { isRecadoError } from "../../../../client";
import type { QueryResult } from "../service/use-query";
import { useTexts } from "../texts/language";
import { Heading } from "./heading";

/** Returns whether the service rejected the id in the page's address as unknown or malformed. */
export const isNotFound = ({ failure }: Pick<QueryResult<unknown>, "failure">): boolean =>
  isRecadoError(failure) && [400, 404].includes(failure.status);

interface Props {
  title: string;
  href: string;
  linkText: string;
}

export function NotFound({ title, href, linkText }: Props) {
  const { t } = useTexts();
  return (
    <>
      <Heading name={title} />
      <p>{t.notFound.hint}</p>
      <p>
        <a class="btn" href={href}>
          {linkText}
        </a>
      </p>
    </>
  );
}
