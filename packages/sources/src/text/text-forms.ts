import { lineAsWritten, textAsWritten, toPlainLine, toPlainText } from './plain-text.ts'

/**
 * What each field of an interface holds, as its documentation says and its answers show. `text`: an angle bracket is one, and Markdown is
 * kept as its author wrote it. `html`: tags go, and references such as `&lt;` are decoded once.
 */
export type TextForms = Readonly<Record<string, 'text' | 'html'>>

/** The text of a field, in lines as they are written. */
export function readText<Forms extends TextForms>(forms: Forms, field: keyof Forms & string, written: string): string {
  return forms[field] === 'html' ? toPlainText(written) : textAsWritten(written)
}

/** The text of a field on one line. */
export function readLine<Forms extends TextForms>(forms: Forms, field: keyof Forms & string, written: string): string {
  return forms[field] === 'html' ? toPlainLine(written) : lineAsWritten(written)
}
