import { ArrowLeft } from "lucide";
import type { ComponentChildren } from "preact";
import { Icon } from "../../../design/icon";
import type { QueryResult } from "../service/use-query";
import { isRecadoError } from "../../../../client";
import { useTexts } from "../texts/language";
import { Heading } from "./heading";
import { State } from "./state";
import { isForbidden } from "./failure";

/** Returns whether a request failed because the id in the page's address is unknown or malformed. */
export const isNotFound = ({ failure }: Pick<QueryResult<unknown>, "failure">): boolean =>
  isRecadoError(failure) && [400, 404].includes(failure.status);

interface NotFoundProps {
  title: string;
  href: string;
  linkText: string;
}

export function NotFound({ title, href, linkText }: NotFoundProps) {
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

interface BackProps {
  href: string;
  /** Name of the list that the link leads to. */
  text: string;
}

/** Links to the list to which the page's resource belongs. The link is above the heading. */
export function Back({ href, text }: BackProps) {
  return (
    <a class="back" href={href}>
      <Icon of={ArrowLeft} />
      {text}
    </a>
  );
}

interface Props<T> {
  result: QueryResult<T>;
  back: BackProps;
  /** Heading if the resource does not exist. */
  notFound: string;
  children(resource: T): ComponentChildren;
}

/** Shows the page of one resource: a link back, then the loaded resource or a not-found notice. */
export function ResourcePage<T>({ result, back, notFound, children }: Props<T>) {
  const { t } = useTexts();
  if (isNotFound(result)) return <NotFound title={notFound} href={back.href} linkText={back.text} />;
  return (
    <>
      <Back {...back} />
      {isForbidden(result.failure) && result.value === null && <Heading name={t.state.forbiddenTitle} />}
      <State result={result} />
      {result.value !== null && children(result.value)}
    </>
  );
}
