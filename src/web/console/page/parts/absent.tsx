import { isRecadoError } from "../../../../client";
import type { Answer } from "../service/use-answer";
import { useTexts } from "../texts/language";
import { Heading } from "./heading";

/** Whether the service has nothing under the id in the page's address: the id is unknown, or cannot be one. */
export const isAbsent = ({ failure }: Pick<Answer<unknown>, "failure">): boolean =>
  isRecadoError(failure) && [400, 404].includes(failure.status);

interface Props {
  title: string;
  href: string;
  /** The words of the link to `href`. */
  wayOn: string;
}

/** The page of an address that names nothing. */
export function Absent({ title, href, wayOn }: Props) {
  const { t } = useTexts();
  return (
    <>
      <Heading name={title} />
      <p>{t.absent.hint}</p>
      <p>
        <a class="button" href={href}>
          {wayOn}
        </a>
      </p>
    </>
  );
}
