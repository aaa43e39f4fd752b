/** Marks that mean something in Markdown, the colon of an address, and the dot that makes a word a link. */
const special = /[\\`*_{}[\]<>#|~!@]|:(?=\/\/)|(?<=\bwww)\./giu
/** Letters that nobody sees, or that turn the order of those one sees. */
const hidden = /[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u00AD\u{E0000}-\u{E007F}]/gu

export interface EscapedText {
  readonly text: string
  /** The place in the escaped text of a place in the plain one. */
  place(at: number): number
}

/** Writes plain words as Markdown that shows exactly them: no link, picture or heading comes out of a quoted document. */
export function escapeMarkdown(plain: string): EscapedText {
  let text = ''
  const places: number[] = []
  let at = 0
  const edits = [...plain.matchAll(new RegExp(`${special.source}|${hidden.source}|[\\r\\n\\t]+`, 'giu'))]
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
    else if (!new RegExp(hidden.source, 'u').test(found)) text += `\\${found}`
    at = index + found.length
  }
  copy(plain.length)
  return { text, place: (of) => places[of] ?? text.length }
}
