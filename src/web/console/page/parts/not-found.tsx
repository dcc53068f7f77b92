import { isRecadoError } from "../../../../client";
import type { QueryResult } from "../service/use-query";
import { useTexts } from "../texts/language";
import { Heading } from "./heading";

/** Returns whether the id in the page's address is unknown or malformed. */
export const isNotFound = ({ failure }: Pick<QueryResult<unknown>, "failure">): boolean =>
  isRecadoError(failure) && [400, 404].includes(failure.status);

interface Props {
  title: string;
  href: string;
  /** Text of the link to `href`. */
  linkText: string;
}

/** Page for an address without a resource. */
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
