import { hasForeignEnd, readXmlNodes, type XmlNode } from './xml-nodes.ts'

export interface SplitFeed {
  /** The feed with the entries that could be read, in their order. */
  root: XmlNode
  unreadable: number
}

/** Entries of a damaged feed that are read; a server may send a million beginnings of one. */
const most = 5_000

const entryStart = /<((?:[\w.-]+:)?(?:item|entry))(?=[\s>/])/gi
const section = /<!--|<!\[CDATA\[/g

/**
 * Reads a feed that is not well-formed entry by entry, each from where it begins to where the next one does, so that what is
 * left open in one cannot take in the others. Null when there is no entry, or nothing that they are entries of.
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
  let unreadable = Math.max(0, starts.length - most)
  for (const [index, start] of starts.slice(0, most).entries()) {
    const entry = readEntry(text.slice(start, starts[index + 1]), { name, isLast: index === starts.length - 1 })
    if (entry === null) unreadable += 1
    else parent.children.push(entry)
  }
  return { root, unreadable }
}

/** Where entries begin, but for those that a comment or a section of text holds whole. */
function findEntries(text: string): { name: string | null; starts: number[] } {
  entryStart.lastIndex = 0
  const name = entryStart.exec(text)?.[1] ?? null
  const starts: number[] = []
  if (name === null) return { name, starts }
  const tokens = new RegExp(`${entryStart.source}|${section.source}`, 'gi')
  // From where there is no such end any more, so that a text of nothing but beginnings is not searched again and again.
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

/** An entry whose fields all have their ends; null when one is missing, for then it is not known where its text ends. */
function readEntry(written: string, { name, isLast }: { name: string; isLast: boolean }): XmlNode | null {
  const end = `</${name}>`
  const at = [...written.matchAll(new RegExp(`</${name}\\s*>`, 'g'))].at(-1)?.index ?? -1
  // The last one may have been cut off in the middle.
  if (at === -1 && isLast && !/^<[^<>]*\/>/.test(written)) return null
  const { roots } = readXmlNodes(at === -1 ? written + end : written.slice(0, at) + end) ?? { roots: [] }
  const [entry, ...others] = roots.filter((root) => typeof root !== 'string' || root.trim() !== '')
  if (entry === undefined || typeof entry === 'string' || others.length > 0 || !entry.isClosed) return null
  const isWhole = entry.children.every((child) => typeof child === 'string' || child.isClosed)
  return isWhole ? entry : null
}
