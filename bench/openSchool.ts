import type { BrowserContext } from 'playwright-core';
import { openBrowser } from './browser';
import { prepareEmbedded } from './databases';
import { startMeasured } from './processes';
import type { Run } from './run';
import type { Teacher } from './school';

export interface OpenSchool {
  url: string;
  /** A busy teacher. */
  teacher: Teacher;
  /** Busy teachers first. */
  others: Teacher[];
  context: BrowserContext;
}

/** Opens a school on the built embedded product and a separate browser. @param args browser arguments */
export async function openSchool(run: Run, args: string[] = []): Promise<OpenSchool> {
  const { settings, teachers } = await prepareEmbedded(run.started);
  const { url } = await startMeasured(run.started, settings);
  const [teacher, ...others] = teachers;
  if (!teacher) throw new Error('The school has no teacher.');
  return { url, teacher, others, context: await openBrowser(run, args) };
}
