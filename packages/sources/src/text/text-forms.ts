import { lineAsWritten, textAsWritten, toPlainLine, toPlainText } from './plain-text.ts'

/**
 * The format of each field of an API, as its documentation states and its responses show. `text`: an angle bracket is literal, and Markdown stays as
 * written. `html`: tags are removed, and references such as `&lt;` are decoded once.
 */
export type TextForms = Readonly<Record<string, 'text' | 'html'>>

/** The text of a field, with its original lines. */
export function readText<Forms extends TextForms>(forms: Forms, field: keyof Forms & string, written: string): string {
  return forms[field] === 'html' ? toPlainText(written) : textAsWritten(written)
}

/** The text of a field on one line. */
export function readLine<Forms extends TextForms>(forms: Forms, field: keyof Forms & string, written: string): string {
  return forms[field] === 'html' ? toPlainLine(written) : lineAsWritten(written)
}
