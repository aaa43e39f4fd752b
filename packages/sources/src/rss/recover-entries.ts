import { hasForeignEnd, readXmlNodes, type XmlNode } from './xml-tree.ts'

/** Maximum number of entries of a damaged feed; a server may send a million start tags. */
const maxEntries = 5_000

interface RecoveredFeed {
  /** The feed with the readable entries, in order. */
  root: XmlNode
  unreadable: number
}

/**
 * Parses a malformed feed entry by entry, each from its beginning to that of the next one, so that an unclosed element in one cannot swallow the
 * others. Null when there is no entry, or nothing that contains them.
 */
export function recoverEntries(text: string): RecoveredFeed | null {
  const starts = findEntryStarts(text)
  const [first] = starts
  if (first === undefined) return null
  const head = readXmlNodes(text.slice(0, first.index))
  const [root] = head?.open ?? []
  if (head === null || root === undefined) return null
  const parent =
    head.open.findLast(({ qualified }) => /^(?:[\w.-]+:)?(?:rss|rdf|feed|channel)$/i.test(qualified)) ?? root
  let unreadable = Math.max(0, starts.length - maxEntries)
  for (const [number, { index, name }] of starts.slice(0, maxEntries).entries()) {
    const next = starts[number + 1]
    const entry = readEntry(text.slice(index, next?.index), { name, isLast: next === undefined })
    if (entry === null) unreadable += 1
    else parent.children.push(entry)
  }
  return { root, unreadable }
}

interface EntryStart {
  index: number
  /** As written: a damaged feed may mix `item` and `Item`. */
  name: string
}

const entryStart = /<((?:[\w.-]+:)?(?:item|entry))(?=[\s>/])/
const commentOrCdataStart = /<!--|<!\[CDATA\[/

/** The start tags of entries, except those that are entirely inside a comment or a CDATA section. All have the name of the first. */
function findEntryStarts(text: string): EntryStart[] {
  const starts: EntryStart[] = []
  const tokens = new RegExp(`${entryStart.source}|${commentOrCdataStart.source}`, 'gi')
  // The ends that no longer occur, so that a text with nothing but start tags is not searched repeatedly.
  const unclosed = new Set<string>()
  for (let match = tokens.exec(text); match !== null; match = tokens.exec(text)) {
    const name = match[1]
    if (name !== undefined) {
      if (name.toLowerCase() === (starts[0]?.name ?? name).toLowerCase()) starts.push({ index: match.index, name })
      continue
    }
    const end = match[0] === '<!--' ? '-->' : ']]>'
    const endIndex = unclosed.has(end) ? -1 : text.indexOf(end, tokens.lastIndex)
    if (endIndex === -1) unclosed.add(end)
    else if (!hasForeignEnd(text.slice(tokens.lastIndex, endIndex))) tokens.lastIndex = endIndex + end.length
  }
  return starts
}

/** An entry whose fields are all closed; null when one is not, because the end of its text is then unknown. */
function readEntry(markup: string, { name, isLast }: { name: string; isLast: boolean }): XmlNode | null {
  const end = `</${name}>`
  const endIndex = [...markup.matchAll(new RegExp(`</${name}\\s*>`, 'gi'))].at(-1)?.index ?? -1
  // The last one may be truncated.
  if (endIndex === -1 && isLast && !/^<[^<>]*\/>/.test(markup)) return null
  const { roots } = readXmlNodes(endIndex === -1 ? markup + end : markup.slice(0, endIndex) + end) ?? { roots: [] }
  const [entry, ...others] = roots.filter((root) => typeof root !== 'string' || root.trim() !== '')
  if (entry === undefined || typeof entry === 'string' || others.length > 0 || !entry.isClosed) return null
  const areFieldsClosed = entry.children.every((child) => typeof child === 'string' || child.isClosed)
  return areFieldsClosed ? entry : null
}
