/** For apps that upload: how much has been sent, and files from bytes and streams. */
export { fetchWithProgress, type FileSource, toFile, type UploadProgress } from './runtime/uploads.ts'
