/** Characters with a meaning in Markdown, the colon of an address, and the dot that turns a word into a link. */
const special = /[\\`*_{}[\]<>#|~!@]|:(?=\/\/)|(?<=\bwww)\./giu
/** Invisible characters, and those that change the direction of visible ones. */
const invisible = /[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u00AD\u{E0000}-\u{E007F}]/gu

export interface EscapedText {
  readonly text: string
  /** The position in the escaped text of a position in the plain one. */
  place(at: number): number
}

/** Escapes plain text so that Markdown shows exactly it: a quoted document cannot produce a link, picture or heading. */
export function escapeMarkdown(plain: string): EscapedText {
  let text = ''
  const places: number[] = []
  let at = 0
  const edits = [...plain.matchAll(new RegExp(`${special.source}|${invisible.source}|[\\r\\n\\t]+`, 'giu'))]
  const copy = (until: number) => {
    for (; at < until; at += 1) {
      places.push(text.length)
      text += plain[at]
    }
  }
  for (const { 0: found, index } of edits) {
    copy(index)
    for (let unit = 0; unit < found.length; unit += 1) places.push(text.length)
    if (/^[\r\n\t]+$/u.test(found)) text += ' '
    else if (!new RegExp(invisible.source, 'u').test(found)) text += `\\${found}`
    at = index + found.length
  }
  copy(plain.length)
  return { text, place: (of) => places[of] ?? text.length }
}
