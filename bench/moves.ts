import { signIn } from './browser';
import { openSchool } from './openSchool';
import { type Group, median, row } from './run';
import { places } from './school';

const slowdown = 4;
const rounds = 9;

/** Measures from the press on a section's card to the frame with its overview, with everything preloaded. */
export const measureMoves: Group = async (run) => {
  const { url, teacher, context } = await openSchool(run);
  const page = await context.newPage();
  await signIn(page, url, teacher);
  // The other pages' chunks load when the browser is idle.
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(3000);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });

  const name = `Class ${places.lesson}`;
  const moves: number[] = [];
  while (moves.length < rounds) {
    const card = page.getByRole('link', { name: new RegExp(`^${name}\\b`) });
    await card.waitFor();
    moves.push(
      await card.evaluate(
        (link: HTMLElement, title) =>
          new Promise<number>((resolve) => {
            const begin = performance.now();
            const look = () => {
              if (document.querySelector('h1')?.textContent === title) resolve(performance.now() - begin);
              else requestAnimationFrame(look);
            };
            link.click();
            requestAnimationFrame(look);
          }),
        name,
      ),
    );
    await page.getByText('Detection Inactive').waitFor();
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  }
  return [row(`a section's card to its overview, median of ${rounds}`, median(moves), 'ms', { atMost: 300 })];
};
