import { toPlainText } from '../text/plain-text.ts'

/** The register writes Markdown's signs as `\[` and `\>` in its long texts. */
const escapes = /\\([\\[\]<>()*_`#+~.!-])/g

/** A long text of the register as it reads: without markup and without escapes. */
export function toRegisterText(markup: string): string {
  return toPlainText(markup).replace(escapes, '$1')
}
