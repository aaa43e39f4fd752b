import { anyOf, highlightRanges, type QueryNode } from '@auspex/analytics'

/** A passage of a document, verbatim, and the ranges that matched as [start, end) in UTF-16 units. */
export interface Snippet {
  text: string
  highlights: [number, number][]
}

/** Maximum length of a passage in UTF-16 units; the contract allows 600. */
const maxLength = 280
/** Units shown before the first match. */
const leadLength = 80
/** The first match is searched up to the first length, because most texts match early, and never beyond the second. */
const maxQuickLength = 1_500
const maxSearchedLength = 40_000

/**
 * The passage around the first match, or that of `find` if it matches; the beginning of the text when nothing in it matched (only the title or an
 * entity did).
 */
export function matchSnippet(node: QueryNode, body: string, find: QueryNode | null = null): Snippet {
  const first = (find === null ? null : firstMatch(find, body)) ?? firstMatch(node, body)
  const start = first === null ? 0 : wordStart(body, Math.max(0, first - leadLength))
  const text = body.slice(start, wordEnd(body, start + maxLength)).trimEnd()
  return { text, highlights: toSpans(joinMarks(node, find), text) }
}

/** The words to mark: those of the query and those searched for among its documents. */
export function joinMarks(node: QueryNode, find: QueryNode | null): QueryNode {
  return find === null ? node : anyOf([node, find])
}

/** The passage around the first match, or null when nothing matches. */
export function findSnippet(node: QueryNode, text: string): Snippet | null {
  return firstMatch(node, text) === null ? null : matchSnippet(node, text)
}

/** The ranges of a text that matched, at most `atMost`, as the contract writes them. */
export function toSpans(node: QueryNode, text: string, atMost = 200): [number, number][] {
  return highlightRanges(node, text)
    .slice(0, atMost)
    .map(({ start, end }) => [start, end])
}

function firstMatch(node: QueryNode, text: string): number | null {
  const quick = highlightRanges(node, text.slice(0, maxQuickLength))[0]
  // a match at the cut may be part of a longer word, so it is matched again with the text that follows
  if (quick !== undefined && (quick.end < maxQuickLength || text.length <= maxQuickLength)) return quick.start
  if (text.length <= maxQuickLength) return null
  return highlightRanges(node, text.slice(0, maxSearchedLength))[0]?.start ?? null
}

function wordStart(text: string, index: number): number {
  if (index === 0) return 0
  const space = text.slice(index, index + leadLength).search(/\s\S/u)
  return space === -1 ? avoidHalf(text, index) : index + space + 1
}

function wordEnd(text: string, index: number): number {
  if (index >= text.length) return text.length
  const space = text.lastIndexOf(' ', index)
  return space > index - 40 ? space : avoidHalf(text, index)
}

/** Avoids splitting a surrogate pair. */
function avoidHalf(text: string, index: number): number {
  const code = text.charCodeAt(index)
  return code >= 0xdc00 && code <= 0xdfff ? index + 1 : index
}
