import type { InspectionEvent } from 'xstate';
import type { Code } from '../code';
import type { createRecorder } from '../recorder/recorder';
import type { Report } from '../recorder/report';

/** What happens until the page has been painted is far less. */
const MAX_HEARD = 1000;

/** The flight recorder, whose code comes after the page: what it would have heard by then is told to it later. */
export function createRecording(code: Code<typeof createRecorder>) {
  let recorder = code.loaded?.();
  let heard: { inspected: InspectionEvent; at: number }[] = [];

  const started = async () => {
    const create = code.loaded ?? (await code.fetch());
    recorder ??= create();
    for (const { inspected, at } of heard) recorder.inspect(inspected, at);
    heard = [];
    return recorder;
  };

  return {
    inspect(inspected: InspectionEvent) {
      if (recorder) recorder.inspect(inspected);
      else if (heard.length < MAX_HEARD) heard.push({ inspected, at: Date.now() });
    },
    async start(): Promise<void> {
      await started();
    },
    /** @throws when the recorder's code cannot be fetched */
    async report(): Promise<Report> {
      return (await started()).report();
    },
  };
}
