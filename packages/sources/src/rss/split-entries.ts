import { hasForeignEnd, readXmlNodes, type XmlNode } from './xml-nodes.ts'

export interface SplitFeed {
  /** The feed with the readable entries, in order. */
  root: XmlNode
  unreadable: number
}

/** Maximum number of entries of a damaged feed; a server may send a million start tags. */
const maxEntries = 5_000

const entryStart = /<((?:[\w.-]+:)?(?:item|entry))(?=[\s>/])/gi
const section = /<!--|<!\[CDATA\[/g

/**
 * Parses a malformed feed entry by entry, each from its beginning to that of the next one, so that an unclosed element in one cannot swallow the
 * others. Null when there is no entry, or nothing that contains them.
 */
export function readEntryByEntry(text: string): SplitFeed | null {
  const { name, starts } = findEntries(text)
  const [first] = starts
  if (name === null || first === undefined) return null
  const head = readXmlNodes(text.slice(0, first))
  const [root] = head?.open ?? []
  if (head === null || root === undefined) return null
  const parent =
    head.open.findLast(({ qualified }) => /^(?:[\w.-]+:)?(?:rss|rdf|feed|channel)$/i.test(qualified)) ?? root
  let unreadable = Math.max(0, starts.length - maxEntries)
  for (const [index, start] of starts.slice(0, maxEntries).entries()) {
    const entry = readEntry(text.slice(start, starts[index + 1]), { name, isLast: index === starts.length - 1 })
    if (entry === null) unreadable += 1
    else parent.children.push(entry)
  }
  return { root, unreadable }
}

/** Where entries begin, except those that are entirely inside a comment or a CDATA section. */
function findEntries(text: string): { name: string | null; starts: number[] } {
  entryStart.lastIndex = 0
  const name = entryStart.exec(text)?.[1] ?? null
  const starts: number[] = []
  if (name === null) return { name, starts }
  const tokens = new RegExp(`${entryStart.source}|${section.source}`, 'gi')
  // From where there is no such end any more, so that a text with nothing but start tags is not searched repeatedly.
  const endless = new Map<string, boolean>()
  for (let match = tokens.exec(text); match !== null; match = tokens.exec(text)) {
    if (match[1] !== undefined) {
      if (match[1] === name) starts.push(match.index)
      continue
    }
    const end = match[0] === '<!--' ? '-->' : ']]>'
    const at = endless.get(end) === true ? -1 : text.indexOf(end, tokens.lastIndex)
    if (at === -1) endless.set(end, true)
    else if (!hasForeignEnd(text.slice(tokens.lastIndex, at))) tokens.lastIndex = at + end.length
  }
  return { name, starts }
}

/** An entry whose fields are all closed; null when one is not, because the end of its text is then unknown. */
function readEntry(written: string, { name, isLast }: { name: string; isLast: boolean }): XmlNode | null {
  const end = `</${name}>`
  const at = [...written.matchAll(new RegExp(`</${name}\\s*>`, 'g'))].at(-1)?.index ?? -1
  // The last one may be truncated.
  if (at === -1 && isLast && !/^<[^<>]*\/>/.test(written)) return null
  const { roots } = readXmlNodes(at === -1 ? written + end : written.slice(0, at) + end) ?? { roots: [] }
  const [entry, ...others] = roots.filter((root) => typeof root !== 'string' || root.trim() !== '')
  if (entry === undefined || typeof entry === 'string' || others.length > 0 || !entry.isClosed) return null
  const isWhole = entry.children.every((child) => typeof child === 'string' || child.isClosed)
  return isWhole ? entry : null
}
