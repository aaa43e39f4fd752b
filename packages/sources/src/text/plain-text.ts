import { decodeHTMLStrict } from 'entities'

import { stripTags } from './strip-tags.ts'

// Control characters are looked for on purpose, and \p{Cc} with a look-ahead takes three times as long.
/** Everything that needs the slow path: markup, references and control characters. */
// oxlint-disable-next-line no-control-regex
const needsWork = /[&<\u0000-\u0008\u000b-\u001f\u007f-\u009f]/
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

/** Windows-1252 read as Latin-1: U+0092 was an apostrophe. Code points without a character in that code page are dropped with the other controls. */
const misread = /[\u0080-\u009f]/g
const windows1252 = new TextDecoder('windows-1252')

/**
 * Turns text that may contain HTML into plain text: tags removed (block tags become line breaks), character references decoded once, misread Windows
 * characters corrected, control characters dropped (PostgreSQL cannot store U+0000), lone surrogates replaced. References without a semicolon are
 * left alone, because `AT&T` and `a=1&copy=2` are text, not markup.
 */
export function toPlainText(markup: string): string {
  if (!needsWork.test(markup)) return markup.toWellFormed().trim()
  const withoutTags = markup.includes('<') ? stripTags(markup) : markup
  const decoded = withoutTags.includes('&') ? decodeHTMLStrict(withoutTags) : withoutTags
  return tidy(decoded)
}

/** Text without markup: every character stays, except those that no text contains. */
export function textAsWritten(text: string): string {
  return needsWork.test(text) ? tidy(text) : text.toWellFormed().trim()
}

/** The same on one line. */
export function lineAsWritten(text: string): string {
  return oneLine(textAsWritten(text))
}

function tidy(text: string): string {
  const signs = text.replace(misread, (sign) => windows1252.decode(Uint8Array.of(sign.charCodeAt(0))))
  return signs.replace(/\r\n?/g, '\n').replace(controls, '').toWellFormed().trim()
}

/** Markup as text on one line, for titles, authors and outlets. */
export function toPlainLine(markup: string): string {
  return oneLine(toPlainText(markup))
}

function oneLine(text: string): string {
  return /\s\s|[\n\t]/.test(text) ? text.replace(/\s+/g, ' ') : text
}
