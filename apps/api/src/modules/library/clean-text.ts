/** Removes what no database can store: drops U+0000 and replaces half a surrogate pair with the replacement character. */
export function cleanText(text: string): string {
  return (text.includes('\0') ? text.replaceAll('\0', '') : text).toWellFormed()
}
