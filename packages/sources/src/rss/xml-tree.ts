import { readXmlNodes, type XmlNode } from './xml-nodes.ts'

/** An element with its inherited properties. Names are local and in lower case; `space` is its namespace, '' for the root's own. */
export interface XmlElement {
  name: string
  space: string
  /** By qualified name in lower case. */
  attributes: Readonly<Record<string, string>>
  /** Text is decoded once; elements are at their original positions. */
  children: readonly (XmlElement | string)[]
  /** Base of relative addresses from `xml:base`; null when there is none. */
  base: string | null
  /** Language of its text from `xml:lang`; null when there is none. */
  lang: string | null
}

/** Namespaces that feeds use besides their own, by short names; includes older addresses of the same ones. */
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

interface Scope {
  /** Namespace of the root, whatever its name: drafts of Atom had a dozen. Null outside of the root. */
  own: string | null
  spaceOf: Readonly<Record<string, string>>
  /** Address of the document. */
  address: string
  base: string | null
  lang: string | null
}

/** Parses a document as far as possible and returns its root element; null when there is none. */
export function parseXml(body: string, address: string): XmlElement | null {
  const root = readXmlNodes(body)?.roots.find((node) => typeof node !== 'string')
  return root === undefined ? null : toXmlElement(root, address)
}

/** A root element, with the address where it was found. */
export function toXmlElement(node: XmlNode, address: string): XmlElement {
  return toElement(node, { own: null, spaceOf: {}, address, base: null, lang: null })
}

function toElement({ qualified, attributes: written, children }: XmlNode, outer: Scope): XmlElement {
  const attributes = Object.fromEntries(Object.entries(written).map(([name, value]) => [name.toLowerCase(), value]))
  const scope = enter(outer, attributes)
  const [prefix, name] = split(qualified)
  const uri = (scope.spaceOf[prefix] ?? (prefix === '' ? '' : `prefix:${prefix}`)).toLowerCase()
  scope.own ??= uri
  const short = ownSpaces.has(uri) || uri === scope.own ? '' : (spaces[uri] ?? uri.replace(/^prefix:/, ''))
  return {
    name,
    space: short,
    attributes,
    children: children.map((child) => (typeof child === 'string' ? child : toElement(child, scope))),
    base: scope.base,
    lang: scope.lang,
  }
}

function enter(outer: Scope, attributes: Readonly<Record<string, string>>): Scope {
  const declared = Object.entries(attributes).filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'))
  const named = declared.map(([name, uri]) => [name === 'xmlns' ? '' : name.slice(6), uri])
  const base = attributes['xml:base']
  const lang = attributes['xml:lang']
  return {
    own: outer.own,
    spaceOf: declared.length === 0 ? outer.spaceOf : { ...outer.spaceOf, ...Object.fromEntries(named) },
    address: outer.address,
    base: base === undefined ? outer.base : resolve(base, outer.base ?? outer.address),
    lang: lang === undefined ? outer.lang : lang.replaceAll('_', '-') || null,
  }
}

function split(qualified: string): [string, string] {
  const at = qualified.indexOf(':')
  const name = qualified.slice(at + 1).toLowerCase()
  return [at === -1 ? '' : qualified.slice(0, at).toLowerCase(), name]
}

/** An address resolved against another; unchanged when it is absolute, or the two do not combine. */
export function resolve(address: string, base: string | null): string {
  const text = address.trim()
  if (/^[a-z][a-z0-9+.-]*:/i.test(text)) return text
  return base !== null && URL.canParse(text, base) ? new URL(text, base).href : text
}
