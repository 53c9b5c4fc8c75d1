import { vi } from 'vitest';
import { createAccountService } from '../../src/services/account/accountService';
import { createApiClient } from '../../src/services/app/apiClient';
import { createAttendanceService } from '../../src/services/attendance/attendanceService';
import { createDetectionService } from '../../src/services/lesson/detectionService';
import { createRecordsService } from '../../src/services/records/recordsService';
import { createSectionService } from '../../src/services/students/sectionService';
import { apiUrl } from './backend';

export const googleApiUrl = 'https://google-login.school.example';

export interface ServiceOptions {
  /** The stored access token. */
  access?: string | null;
  /** The token that a renewal stores. By default it does not change. */
  renewed?: string;
  baseUrl?: string;
}

/** Creates the real services with the test's tokens. Stub the backend first. */
export function createServices({ access = 'access-1', renewed, baseUrl = apiUrl }: ServiceOptions = {}) {
  let token = access;
  const getAccessToken = vi.fn(() => token);
  const renewAccessToken = vi.fn(async (_rejected: string | null, _mayBePassword: boolean) => {
    if (renewed !== undefined) token = renewed;
  });
  const guardAnswer = vi.fn((_sentToken: string | null) => {});
  const api = createApiClient({ baseUrl, getAccessToken, renewAccessToken, guardAnswer });
  const account = createAccountService(api, { googleApiUrl });
  return {
    account,
    attendance: createAttendanceService(api),
    section: createSectionService(api),
    detection: createDetectionService(api, account),
    records: createRecordsService(api),
    getAccessToken,
    renewAccessToken,
    guardAnswer,
  };
}

export type Services = ReturnType<typeof createServices>;

/** A signal that never aborts. */
export const { signal } = new AbortController();
