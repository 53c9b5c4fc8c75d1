import type { BrowserContext } from 'playwright-core';

/** @returns a growing list of the policy directives that the context's pages have violated */
export async function noteViolations(context: BrowserContext): Promise<string[]> {
  const violations: string[] = [];
  await context.exposeFunction('noteViolation', (directive: string) => violations.push(directive));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
      Reflect.get(window, 'noteViolation')(effectiveDirective),
    );
  });
  return violations;
}
