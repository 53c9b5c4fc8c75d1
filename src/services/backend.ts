import { type AccountService, createAccountService } from './accountService';
import { type ApiClient, type ApiClientOptions, createApiClient } from './apiClient';

/** The backend's services. */
export interface Backend {
  api: ApiClient;
  account: AccountService;
}

/** Creates the services. Loaded after the page: no call is made before the teacher acts. */
export function createBackend(options: ApiClientOptions & { googleApiUrl: string }): Backend {
  const api = createApiClient(options);
  return { api, account: createAccountService(api, options) };
}
