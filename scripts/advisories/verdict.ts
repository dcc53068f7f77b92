/** What counts as a reason to stop a change. */
const SEVERE = ["high", "critical"];

export interface Verdict {
  passes: boolean;
  lines: string[];
}

interface Vulnerability {
  name: string;
  severity: string;
  /** The advisories, or the names of the packages that bring them in. */
  via: (string | { title?: string; url?: string })[];
}

/** What `npm audit --json` says about the packages of production; a registry that keeps no advisories says nothing. */
export function verdictOf(answer: string): Verdict {
  const { vulnerabilities, message } = parsed(answer);
  if (!vulnerabilities) {
    return {
      passes: true,
      lines: [`not checked: the registry answers no question about advisories (${message})`],
    };
  }
  const found = Object.values(vulnerabilities);
  const severe = found.filter(({ severity }) => SEVERE.includes(severity));
  const lines = severe.map(
    ({ name, severity, via }) => `${severity}: ${name}: ${via.map(reasonOf).join(", ")}`,
  );
  return {
    passes: severe.length === 0,
    lines: [...lines, `${severe.length} of ${found.length} known advisories are high or critical`],
  };
}

interface Audit {
  vulnerabilities?: Record<string, Vulnerability>;
  message?: string;
  error?: { summary?: string };
}

function parsed(answer: string): Pick<Audit, "vulnerabilities" | "message"> {
  try {
    const { vulnerabilities, message, error } = JSON.parse(answer) as Audit;
    return { vulnerabilities, message: message ?? error?.summary };
  } catch {
    return { message: "no JSON" };
  }
}

const reasonOf = (via: Vulnerability["via"][number]): string =>
  typeof via === "string" ? `by ${via}` : `${via.title ?? "?"} ${via.url ?? ""}`.trim();
