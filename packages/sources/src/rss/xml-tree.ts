import { decodeHTMLStrict } from 'entities'
import { Parser } from 'htmlparser2'

/** An element as written, with its children. */
export interface XmlNode {
  /** Including its prefix. */
  qualified: string
  attributes: Readonly<Record<string, string>>
  /** Text is decoded once, and not inside CDATA. */
  children: (XmlNode | string)[]
  /** Whether it has its own end tag, rather than being closed by that of another or by the end of the text. */
  isClosed: boolean
}

export interface XmlNodes {
  roots: (XmlNode | string)[]
  /** The elements that were open at the end, the outermost first. */
  open: XmlNode[]
  /** Whether every element was closed, and none contains what looks like the end of an entry. */
  isSound: boolean
}

/** Maximum nesting: deeper than any text of a feed, and far below what the stack allows. */
const maxDepth = 250
const tooDeep = new Error('the elements are nested too deep')

/**
 * Parses XML as far as possible: a bracket that does not begin a tag is text, an end tag closes what was left open inside, and one that closes
 * nothing is skipped. Null when the nesting exceeds the limit.
 */
export function readXmlNodes(text: string): XmlNodes | null {
  const document: XmlNodes = { roots: [], open: [], isSound: true }
  const stack: XmlNode[] = []
  const source = escapeLooseBrackets(text)
  let opened: XmlNode | null = null
  let isCdata = false
  const add = (child: XmlNode | string) => (stack.at(-1)?.children ?? document.roots).push(child)
  const parser = new Parser(
    {
      onopentag(qualified, attributes) {
        if (stack.length >= maxDepth) throw tooDeep
        opened = { qualified, attributes: decodeAll(attributes), children: [], isClosed: false }
        if (isEntry(qualified) && stack.some((outer) => outer.qualified === qualified)) document.isSound = false
        if (Object.values(attributes).some(hasForeignEnd)) document.isSound = false
        add(opened)
        stack.push(opened)
      },
      onclosetag(_, isImplied) {
        const element = stack.pop()
        if (element === undefined) return
        // An empty element is reported as implied, and so is one that the end of the text closes.
        element.isClosed = !isImplied || (element === opened && source[parser.endIndex - 1] === '/')
        document.isSound &&= element.isClosed
        if (parser.endIndex >= source.length - 1 && !element.isClosed) document.open.unshift(element)
        opened = null
      },
      ontext(written) {
        if (isCdata && hasForeignEnd(written)) document.isSound = false
        add(isCdata ? written : decodeHTMLStrict(written))
        opened = null
      },
      oncomment(written) {
        if (hasForeignEnd(written)) document.isSound = false
        opened = null
      },
      oncdatastart() {
        isCdata = true
      },
      oncdataend() {
        isCdata = false
      },
    },
    { xmlMode: true, decodeEntities: false },
  )
  try {
    parser.end(source)
  } catch (error) {
    if (error !== tooDeep) throw error
    return null
  }
  return document
}

function decodeAll(attributes: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, decodeHTMLStrict(value)]))
}

const entryTag = /<(\/?)(?:[\w.-]+:)?(?:item|entry)(?=[\s>/])/gi

function isEntry(qualified: string): boolean {
  return /^(?:[\w.-]+:)?(?:item|entry)$/i.test(qualified)
}

/** Whether a comment, a CDATA section or an attribute contains the end of an entry that began before it: its own end is missing. */
export function hasForeignEnd(written: string): boolean {
  entryTag.lastIndex = 0
  return entryTag.exec(written)?.[1] === '/'
}

/** A bracket that does not begin a name, or a tag that another one interrupts. */
const looseBracket = /<(?![!?]|\/?[\p{L}_:])|<(?=[^<>]*(?:<|$))/gu

/** Escapes brackets that are text; the content of CDATA sections and comments stays. */
function escapeLooseBrackets(text: string): string {
  let escaped = ''
  let from = 0
  const section = /<!--|<!\[CDATA\[/g
  for (let match = section.exec(text); match !== null; match = section.exec(text)) {
    const end = match[0] === '<!--' ? '-->' : ']]>'
    const at = text.indexOf(end, match.index)
    const to = at === -1 ? text.length : at + end.length
    escaped += text.slice(from, match.index).replace(looseBracket, '&lt;') + text.slice(match.index, to)
    from = to
    section.lastIndex = to
  }
  return escaped + text.slice(from).replace(looseBracket, '&lt;')
}

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

/** The root element of a feed; null when there is none, or the text ends inside an entry: a response was cut. */
export function parseWholeFeed(body: string, address: string): XmlElement | null {
  const document = readXmlNodes(body.trimStart())
  const root = document?.roots.find((node) => typeof node !== 'string')
  if (root === undefined || document?.open.some(({ qualified }) => isEntry(qualified))) return null
  return toXmlElement(root, address)
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
