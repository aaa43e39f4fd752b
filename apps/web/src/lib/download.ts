/** Downloads a file through the browser. */
export const download = (name: string, content: Blob): void => {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has read the bytes by the time the click is handled.
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}

/** A title as a file name. */
export const toFileName = (...parts: readonly string[]): string =>
  parts
    .join('-')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 80)
