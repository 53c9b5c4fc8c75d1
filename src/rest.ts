/* What nobody needs before she does something, in one file: how the backend and Google are called, and the recorder. */

export { downloadReport } from './recorder/downloadReport';
export { createRecorder } from './recorder/recorder';
export { loadGoogleClient, requestGoogleCode } from './services/googleSignIn';
export { createCalls } from './system/app/calls';
