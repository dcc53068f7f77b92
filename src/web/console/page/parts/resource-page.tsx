import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { ArrowLeft } from "lucide";
import { useTexts } from "../texts/language";
import { setTitle } from "./title";
import { Icon } from "../../../design/icon";
import type { QueryResult } from "../service/hooks";
import { isRecadoError } from "../../../../client";
import { isForbidden, State } from "./state";

interface HeadingProps {
  /** Name of the page, shown in the browser tab. */
  name: string;
  /** Content of the heading. Default: the name. */
  children?: ComponentChildren;
  /** Whether the heading takes the focus when it appears, for pages that show the result of an action. */
  takesFocus?: boolean;
}

export function Heading({ name, children = name, takesFocus = false }: HeadingProps) {
  const { t } = useTexts();
  // Overrides the title that the shell sets in a layout effect, which runs before this effect.
  useEffect(() => {
    setTitle(`${name} · ${t.product}`);
  }, [name, t]);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}

/** Returns whether a request failed because an id in it is unknown or malformed. */
export const isNotFound = ({ failure }: Pick<QueryResult<unknown>, "failure">): boolean =>
  isRecadoError(failure) && [400, 404].includes(failure.status);

/** Returns what a request returns; null if the id is malformed or the resource does not exist. */
export const unlessMissing = <T,>(request: PromiseLike<T>): PromiseLike<T | null> =>
  request.then(undefined, (failure: unknown) => {
    if (!isNotFound({ failure })) throw failure;
    return null;
  });

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
