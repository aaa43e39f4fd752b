/** A `fetch` that tells how far an upload is; a door of its own because few apps need it. */
export { fetchWithProgress, type UploadProgress } from './runtime/uploads.ts'
