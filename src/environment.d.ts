/// <reference types="vite/client" />

/** The front end's settings, fixed when it is built (README). */
interface ImportMetaEnv {
  readonly VITE_API_URL?: string;
  readonly VITE_GOOGLE_API_URL?: string;
  readonly VITE_GOOGLE_CLIENT_ID?: string;
}
