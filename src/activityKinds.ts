import { activityKinds } from '@vigil/contract/values';
import type { ActivityKind } from './services/app/types';

export const isActivityKind = (kind: string | null): kind is ActivityKind =>
  activityKinds.some((known) => known === kind);
