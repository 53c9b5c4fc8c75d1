import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { changeAddress, type LogsAddress, readAddress } from '../../machines/logFilters';

/**
 * What a teacher looks for among the logs: the address bar holds it, so that Back, Forward, a reload and a link restore
 * it. This is the one place where it is read and changed. Each choice is an entry of the history; what is typed on in a
 * field is one together.
 */
export function useLogsAddress() {
  const [params, setParams] = useSearchParams();
  const address = useMemo(() => readAddress(params), [params]);
  const change = (changes: Partial<LogsAddress>) => {
    const isTypedOn = Boolean(changes.text) && address.text !== '';
    setParams(changeAddress(params, changes), { replace: isTypedOn });
  };
  return { address, change };
}
