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
const deepest = 250
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
        if (stack.length >= deepest) throw tooDeep
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
