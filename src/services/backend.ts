import { type AccountService, createAccountService } from './accountService';
import { type ApiClient, type ApiClientOptions, createApiClient } from './apiClient';

/** How the backend is called. */
export interface Backend {
  api: ApiClient;
  account: AccountService;
}

/** What every call is made with. Its code is fetched after the page: nothing is asked before somebody does something. */
export function createBackend(options: ApiClientOptions & { googleApiUrl: string }): Backend {
  const api = createApiClient(options);
  return { api, account: createAccountService(api, options) };
}
