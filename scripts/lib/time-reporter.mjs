/** Vitest reporter that writes each file's duration to the file in TEST_TIMES. */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

export default class TimeReporter {
  onTestRunEnd(modules) {
    const times = modules.map((module) => {
      const { environmentSetupDuration, setupDuration, collectDuration, duration } = module.diagnostic();
      const milliseconds = environmentSetupDuration + setupDuration + collectDuration + duration;
      return { project: module.project.name, file: relative(process.cwd(), module.moduleId), milliseconds };
    });
    writeFileSync(process.env.TEST_TIMES, JSON.stringify(times));
  }
}
