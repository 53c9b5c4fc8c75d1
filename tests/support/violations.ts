import type { BrowserContext } from 'playwright-core';

/** @returns the directives of the security policy that the context's pages have offended so far; it grows */
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
