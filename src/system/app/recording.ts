import type { InspectionEvent } from 'xstate';
import type { Code } from '../../code';
import type * as Rest from '../../rest';

/** What happens until a teacher does something is far less, unless the page lies open for days. */
const MAX_HEARD = 1000;

/** The flight recorder, whose code comes after the page: what it would have heard by then is told to it later. */
export function createRecording(code: Code<typeof Rest>) {
  let recorder = code.loaded?.createRecorder();
  let heard: { inspected: InspectionEvent; at: number }[] = [];

  const started = async () => {
    const rest = code.loaded ?? (await code.fetch());
    recorder ??= rest.createRecorder();
    for (const { inspected, at } of heard) recorder.inspect(inspected, at);
    heard = [];
    return { recorder, rest };
  };

  return {
    inspect(inspected: InspectionEvent) {
      if (recorder) recorder.inspect(inspected);
      else if (heard.length < MAX_HEARD) {
        heard.push({ inspected, at: Date.now() });
        if (heard.length === MAX_HEARD) started().catch(() => {});
      }
    },
    async start(): Promise<void> {
      await started();
    },
    /**
     * Offers what was recorded as a file, and returns the file's name.
     *
     * @throws when the recorder's code cannot be fetched
     */
    async save(): Promise<string> {
      const { recorder, rest } = await started();
      return rest.downloadReport(recorder.report());
    },
  };
}
