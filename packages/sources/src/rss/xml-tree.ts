import { decodeHTMLStrict } from 'entities'
import { XMLParser } from 'fast-xml-parser'

/** An element with what it inherits. Names are local and in lower case; `space` is its namespace, '' for the root's own. */
export interface XmlElement {
  name: string
  space: string
  /** By qualified name in lower case. */
  attributes: Readonly<Record<string, string>>
  /** Text is decoded once; elements stand where they stood. */
  children: readonly (XmlElement | string)[]
  /** Address that relative ones are meant from; null when none was given. */
  base: string | null
  /** Language of its text as `xml:lang` gives it; null when none was given. */
  lang: string | null
}

/** Namespaces that feeds use beside their own, by short names; older addresses of the same are here too. */
const spaces: Readonly<Record<string, string>> = {
  'http://purl.org/dc/elements/1.1/': 'dc',
  'http://purl.org/dc/elements/1.0/': 'dc',
  'http://purl.org/dc/terms/': 'dcterms',
  'http://purl.org/rss/1.0/modules/content/': 'content',
  'http://www.w3.org/2005/atom': 'atom',
  'http://purl.org/atom/ns#': 'atom',
  'http://www.w3.org/1999/xhtml': 'xhtml',
  'http://www.itunes.com/dtds/podcast-1.0.dtd': 'itunes',
  'http://search.yahoo.com/mrss/': 'media',
  'http://search.yahoo.com/mrss': 'media',
}
/** The formats' own namespaces, and none at all. */
const ownSpaces = new Set([
  '',
  'http://purl.org/rss/1.0/',
  'http://my.netscape.com/rdf/simple/0.9/',
  'http://channel.netscape.com/rdf/simple/0.9/',
  'http://backend.userland.com/rss',
  'http://backend.userland.com/rss2',
  'http://blogs.law.harvard.edu/tech/rss',
])

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  trimValues: false,
  parseTagValue: false,
  parseAttributeValue: false,
  // Decoded here, once, and not inside CDATA; entities that a document declares itself are not expanded.
  processEntities: false,
  cdataPropName: '#cdata',
})

interface Scope {
  /** Namespace of the root, whatever it is called: drafts of Atom had a dozen. Null outside of the root. */
  own: string | null
  spaceOf: Readonly<Record<string, string>>
  base: string | null
  lang: string | null
}

/** Reads a document as its root element; null when there is none. */
export function parseXml(body: string, base: string): XmlElement | null {
  let nodes: unknown
  try {
    nodes = parser.parse(body)
  } catch {
    return null
  }
  const scope: Scope = { own: null, spaceOf: {}, base, lang: null }
  const children = childrenOf(nodes, scope)
  return children.find((child) => typeof child !== 'string') ?? null
}

/** The parser gives a list of objects with one element name each, beside their attributes. */
function childrenOf(nodes: unknown, scope: Scope): (XmlElement | string)[] {
  if (!Array.isArray(nodes)) return []
  return nodes.flatMap((node: Record<string, unknown>): (XmlElement | string)[] => {
    const [qualified] = Object.keys(node).filter((key) => key !== ':@')
    if (qualified === undefined || qualified.startsWith('?')) return []
    const value = node[qualified]
    if (qualified === '#text') return [decodeHTMLStrict(String(value))]
    if (qualified === '#cdata') return textsOf(value)
    return [toElement({ qualified, value, written: node[':@'] }, scope)]
  })
}

/** Text inside CDATA is as it stands. */
function textsOf(nodes: unknown): string[] {
  if (!Array.isArray(nodes)) return []
  return nodes.flatMap((node: Record<string, unknown>) => (typeof node['#text'] === 'string' ? node['#text'] : []))
}

function toElement(
  { qualified, value, written }: { qualified: string; value: unknown; written: unknown },
  outer: Scope,
): XmlElement {
  const attributes = attributesOf(written)
  const scope = enter(outer, attributes)
  const [prefix, name] = split(qualified)
  const uri = (scope.spaceOf[prefix] ?? (prefix === '' ? '' : `prefix:${prefix}`)).toLowerCase()
  scope.own ??= uri
  const short = ownSpaces.has(uri) || uri === scope.own ? '' : (spaces[uri] ?? uri.replace(/^prefix:/, ''))
  return { name, space: short, attributes, children: childrenOf(value, scope), base: scope.base, lang: scope.lang }
}

function attributesOf(written: unknown): Record<string, string> {
  const entries = Object.entries(typeof written === 'object' && written !== null ? written : {})
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), decodeHTMLStrict(String(value))]))
}

function enter(outer: Scope, attributes: Readonly<Record<string, string>>): Scope {
  const declared = Object.entries(attributes).filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'))
  const named = declared.map(([name, uri]) => [name === 'xmlns' ? '' : name.slice(6), uri])
  const base = attributes['xml:base']
  const lang = attributes['xml:lang']
  return {
    own: outer.own,
    spaceOf: declared.length === 0 ? outer.spaceOf : { ...outer.spaceOf, ...Object.fromEntries(named) },
    base: base === undefined ? outer.base : resolve(base, outer.base),
    lang: lang === undefined ? outer.lang : lang.replaceAll('_', '-') || null,
  }
}

function split(qualified: string): [string, string] {
  const at = qualified.indexOf(':')
  const name = qualified.slice(at + 1).toLowerCase()
  return [at === -1 ? '' : qualified.slice(0, at).toLowerCase(), name]
}

/** An address resolved against another; as it is written when it is absolute, or the two make none. */
export function resolve(address: string, base: string | null): string {
  const text = address.trim()
  if (/^[a-z][a-z0-9+.-]*:/i.test(text)) return text
  return base !== null && URL.canParse(text, base) ? new URL(text, base).href : text
}
