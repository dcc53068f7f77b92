import { isRecadoError } from "../../../../client";
import type { QueryResult } from "../service/use-query";
import { useTexts } from "../texts/language";
import { Heading } from "./heading";

/** Whether the service has nothing under the id in the page's address: the id is unknown, or cannot be one. */
export const isNotFound = ({ failure }: Pick<QueryResult<unknown>, "failure">): boolean =>
  isRecadoError(failure) && [400, 404].includes(failure.status);

interface Props {
  title: string;
  href: string;
  /** The words of the link to `href`. */
  linkText: string;
}

/** The page of an address that names nothing. */
export function NotFound({ title, href, linkText }: Props) {
  const { t } = useTexts();
  return (
    <>
      <Heading name={title} />
      <p>{t.notFound.hint}</p>
      <p>
        <a class="button" href={href}>
          {linkText}
        </a>
      </p>
    </>
  );
}
