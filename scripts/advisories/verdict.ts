const SEVERE = ["high", "critical"];

interface Verdict {
  passes: boolean;
  lines: string[];
}

interface Vulnerability {
  name: string;
  severity: string;
  /** Advisories of the package. A string is the name of a dependency that has advisories. */
  via: (string | { title?: string; url?: string })[];
}

/**
 * Returns the verdict on the output of `npm audit --json`. The verdict is a pass if the output contains no
 * report, for example because the registry was not reachable.
 */
export function verdictOf(output: string): Verdict {
  const { vulnerabilities, message } = parsed(output);
  if (!vulnerabilities) {
    return {
      passes: true,
      lines: [`not checked: the registry offers no advisories (${message})`],
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

function parsed(output: string): Pick<Audit, "vulnerabilities" | "message"> {
  try {
    const { vulnerabilities, message, error } = JSON.parse(output) as Audit;
    return { vulnerabilities, message: message ?? error?.summary };
  } catch {
    return { message: "no JSON" };
  }
}

const reasonOf = (via: Vulnerability["via"][number]): string =>
  typeof via === "string" ? `by ${via}` : `${via.title ?? "?"} ${via.url ?? ""}`.trim();
