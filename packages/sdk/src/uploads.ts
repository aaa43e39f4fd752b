/** A `fetch` that reports upload progress; a separate entry point because few apps need it. */
export { fetchWithProgress, type UploadProgress } from './runtime/uploads.ts'
