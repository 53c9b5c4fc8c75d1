import type { Contract } from './services/app/types';

type DeviceKind = Contract['DeviceKind'];

const all = { no_face: true, multiple_faces: true, suspicious_application: true } satisfies Record<DeviceKind, true>;

export const isDeviceKind = (kind: string): kind is DeviceKind => Object.hasOwn(all, kind);

/** The kinds of detections that students' own devices report, in the order in which they are shown. */
export const deviceKinds = Object.keys(all).filter(isDeviceKind);
