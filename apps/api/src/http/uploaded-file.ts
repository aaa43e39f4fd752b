import type { UploadedFile } from '@auspex/contract'

/** The file of a form field: its type is text, as in the contract's schema, but the parser stores a file. Null when missing. */
export function readUpload(field: unknown): UploadedFile | null {
  return isUpload(field) ? field : null
}

function isUpload(field: unknown): field is UploadedFile {
  return typeof field === 'object' && field !== null && 'bytes' in field && field.bytes instanceof Uint8Array
}
