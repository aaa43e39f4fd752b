const fences = /^ {0,3}(?:`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:\n {0,3}(?:`{3,}|~{3,})[ \t]*$|$(?![\s\S]))/gm
const marks = /^[ \t>]*(?:#{1,6}[ \t]+|[-*+][ \t]+|\d{1,9}[.)][ \t]+|\|)|[*_`~]{1,3}|\[\^[^\]\s]{1,40}\]:?|\|/gm
const link = /!?\[([^[\]\n]{0,400})\]\([^()\s]{0,2000}\)/g

/** The maximum number of characters read for a preview. */
const maxCharactersRead = 2_000
const maxCharactersShown = 300

/** The first words of a Markdown text, without its markup. */
export const glanceAt = (markdown: string): string =>
  markdown
    .slice(0, maxCharactersRead)
    .replaceAll(fences, '')
    .replaceAll(link, '$1')
    .replaceAll(marks, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, maxCharactersShown)
