const fences = /^ {0,3}(?:`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:\n {0,3}(?:`{3,}|~{3,})[ \t]*$|$(?![\s\S]))/gm
const marks = /^[ \t>]*(?:#{1,6}[ \t]+|[-*+][ \t]+|\d{1,9}[.)][ \t]+|\|)|[*_`~]{1,3}|\[\^[^\]\s]{1,40}\]:?|\|/gm
const link = /!?\[([^[\]\n]{0,400})\]\([^()\s]{0,2000}\)/g

/** So much of a text is read for a glance. */
const mostRead = 2_000
const mostShown = 300

/** The first words of a Markdown text, without what marks them. */
export const glanceAt = (markdown: string): string =>
  markdown
    .slice(0, mostRead)
    .replaceAll(fences, '')
    .replaceAll(link, '$1')
    .replaceAll(marks, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, mostShown)
