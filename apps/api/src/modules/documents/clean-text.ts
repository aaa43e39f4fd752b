/** Without what no database stores: U+0000 goes, and half of a surrogate pair becomes the replacement character. */
export function cleanText(text: string): string {
  return (text.includes('\0') ? text.replaceAll('\0', '') : text).toWellFormed()
}
