import { toPlainText } from '../text/plain-text.ts'

/** The register writes Markdown characters as `\[` and `\>` in its long texts. */
const escapes = /\\([\\[\]<>()*_`#+~.!-])/g

/** A long text of the register as plain text: without markup and escapes. */
export function toRegisterText(markup: string): string {
  return toPlainText(markup).replace(escapes, '$1')
}
