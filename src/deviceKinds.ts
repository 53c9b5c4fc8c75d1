import { deviceKinds } from '@vigil/contract/values';
import type { DeviceKind } from './services/app/types';

export const isDeviceKind = (kind: string | null): kind is DeviceKind => deviceKinds.some((known) => known === kind);
