import { messages } from '../../messages';

const labels: Record<string, string> = messages.activities;

/** Returns an activity's label (section 3): known types by label, others as received, missing ones as Unknown. */
export const typeLabelOf = (type: string): string => (Object.hasOwn(labels, type) ? (labels[type] ?? type) : type);
