import { vi } from 'vitest';
import { createAccountService } from '../../src/services/accountService';
import { createApiClient } from '../../src/services/apiClient';
import { createDetectionService } from '../../src/services/detectionService';
import { createSectionService } from '../../src/services/sectionService';
import { apiUrl } from './backend';

export const googleApiUrl = 'https://google-login.school.example';

export interface ServiceOptions {
  /** The stored access token. */
  access?: string | null;
  /** The token that a renewal stores; unset: it leaves the present one. */
  renewed?: string;
  baseUrl?: string;
}

/** The real services, with the tokens in the test's hand. Stub the backend before. */
export function createServices({ access = 'access-1', renewed, baseUrl = apiUrl }: ServiceOptions = {}) {
  let token = access;
  const renewAccessToken = vi.fn(async (_rejected: string | null, _mayBePassword: boolean) => {
    if (renewed !== undefined) token = renewed;
  });
  const options = { getAccessToken: () => token, renewAccessToken };
  const api = createApiClient({ baseUrl, ...options });
  const account = createAccountService(api, createApiClient({ baseUrl: googleApiUrl, ...options }));
  return {
    account,
    section: createSectionService(api),
    detection: createDetectionService(api, account),
    renewAccessToken,
  };
}

export type Services = ReturnType<typeof createServices>;

/** A signal that nobody gives. */
export const { signal } = new AbortController();
