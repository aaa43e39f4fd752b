import { inflateSync } from 'node:zlib'

/** What a PDF exposes to a screen reader: an element of its structure tree with the text below it. */
export interface PdfElement {
  type: string
  /** Text of its own marked content. */
  text: string
  alt: string | null
  scope: string | null
  children: PdfElement[]
}

export interface ReadPdf {
  isTagged: boolean
  language: string | null
  title: string | null
  pages: number
  /** Text on the pages that belongs to no element and is not an artifact. */
  untagged: string
  root: PdfElement
}

type Value = string | number | boolean | null | Name | Reference | Value[] | Dictionary
type Dictionary = { [key: string]: Value }
class Name {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
class Reference {
  readonly id: number
  constructor(id: number) {
    this.id = id
  }
}

/**
 * Reads PDFs as this product writes them: without object streams, fonts with a Unicode map. Throws where it cannot decode a text or the file ends too
 * early, so that "nothing is untagged" is never said of text that it could not read.
 */
export function readPdf(bytes: Buffer): ReadPdf {
  const objects = readObjects(bytes)
  const resolve = (value: Value | undefined): Value =>
    value instanceof Reference ? (objects.get(value.id)?.value ?? null) : (value ?? null)
  const dictionary = (value: Value | undefined): Dictionary => {
    const resolved = resolve(value)
    return resolved !== null && typeof resolved === 'object' && !Array.isArray(resolved) && !(resolved instanceof Name)
      ? (resolved as Dictionary)
      : {}
  }
  const catalog = [...objects.values()]
    .map(({ value }) => dictionary(value))
    .find(({ Type }) => Type instanceof Name && Type.text === 'Catalog')
  if (catalog === undefined) throw new Error('no catalog')
  const info = [...objects.values()].map(({ value }) => dictionary(value)).find((entries) => 'Creator' in entries)
  const fonts = new Map<string, Map<number, string>>()
  const textOf = new Map<string, string>()
  let untagged = ''
  const pages = (dictionary(catalog['Pages'])['Kids'] as Value[]).filter((kid) => kid instanceof Reference)
  for (const page of pages) {
    const { Resources, Contents } = dictionary(page)
    for (const [name, font] of Object.entries(dictionary(dictionary(Resources)['Font']))) {
      const map = dictionary(font)['ToUnicode']
      if (map instanceof Reference) fonts.set(name, readUnicodeMap(objects.get(map.id)?.stream ?? ''))
    }
    const content = Contents instanceof Reference ? (objects.get(Contents.id)?.stream ?? '') : ''
    for (const { id, text, isDecoration } of readContent(content, fonts)) {
      if (id === null) untagged += isDecoration ? '' : text
      else textOf.set(`${page.id}/${id}`, (textOf.get(`${page.id}/${id}`) ?? '') + text)
    }
  }
  const toElement = (value: Value): PdfElement => {
    const { S, K, Pg, Alt, A } = dictionary(value)
    const element: PdfElement = {
      type: S instanceof Name ? S.text : '',
      text: '',
      alt: textOrNull(Alt ?? null),
      scope: null,
      children: [],
    }
    const scope = dictionary(A)['Scope']
    if (scope instanceof Name) element.scope = scope.text
    for (const kid of Array.isArray(K) ? K : K === undefined || K === null ? [] : [K]) {
      if (typeof kid === 'number' && Pg instanceof Reference) element.text += textOf.get(`${Pg.id}/${kid}`) ?? ''
      else if (typeof kid === 'number') continue
      else {
        const { MCID, Pg: at, S: kind } = dictionary(kid)
        if (typeof MCID === 'number' && at instanceof Reference) element.text += textOf.get(`${at.id}/${MCID}`) ?? ''
        else if (kind instanceof Name) element.children.push(toElement(kid))
      }
    }
    return element
  }
  return {
    isTagged: dictionary(catalog['MarkInfo'])['Marked'] === true,
    language: textOrNull(catalog['Lang'] ?? null),
    title: textOrNull(resolve(info?.['Title'])),
    pages: pages.length,
    untagged,
    root: toElement({ ...dictionary(catalog['StructTreeRoot']), S: new Name('Root') }),
  }
}

function textOrNull(value: Value): string | null {
  return typeof value === 'string' ? value : null
}

/** All elements below, in reading order. */
export function listElements(element: PdfElement): PdfElement[] {
  return [element, ...element.children.flatMap(listElements)]
}

/** All text below, in reading order. */
export function textBelow(element: PdfElement): string {
  return [element.text, ...element.children.map(textBelow)].filter((text) => text !== '').join(' ')
}

function readObjects(bytes: Buffer): Map<number, { value: Value; stream: string }> {
  const text = bytes.toString('latin1')
  const objects = new Map<number, { value: Value; stream: string }>()
  for (const match of text.matchAll(/(?:^|\n)(\d+) 0 obj\n/gu)) {
    const start = match.index + match[0].length
    const { value, end } = readValue(text, start)
    let stream = ''
    const opening = /^\s*stream\n/u.exec(text.slice(end, end + 20))
    if (opening !== null) {
      const from = end + opening[0].length
      const raw = bytes.subarray(from, text.indexOf('\nendstream', from))
      const isPacked = /FlateDecode/u.test(text.slice(start, end))
      const isFont = /\/Length1|FontFile|Type0C/u.test(text.slice(start, end))
      if (!isFont) stream = (isPacked ? inflateSync(raw) : raw).toString('latin1')
    }
    objects.set(Number(match[1]), { value, stream })
  }
  return objects
}

function readValue(text: string, from: number): { value: Value; end: number } {
  let at = from
  const skip = () => {
    while (/\s/u.test(text[at] ?? '')) at += 1
  }
  skip()
  if (text.startsWith('<<', at)) {
    at += 2
    const value: Dictionary = {}
    for (;;) {
      skip()
      if (text.startsWith('>>', at)) return { value, end: at + 2 }
      const key = readValue(text, at)
      const parsedValue = readValue(text, key.end)
      value[(key.value as Name).text] = parsedValue.value
      at = parsedValue.end
    }
  }
  if (text[at] === '[') {
    at += 1
    const value: Value[] = []
    for (;;) {
      skip()
      if (text[at] === ']') return { value, end: at + 1 }
      const item = readValue(text, at)
      value.push(item.value)
      at = item.end
    }
  }
  if (text[at] === '(') return readString(text, at)
  const rest = text.slice(at, at + 4_000)
  const hex = /^<([0-9a-fA-F\s]*)>/u.exec(rest)
  if (hex !== null) return { value: hex[1] ?? '', end: at + hex[0].length }
  const reference = /^(\d+) 0 R/u.exec(rest)
  if (reference !== null) return { value: new Reference(Number(reference[1])), end: at + reference[0].length }
  const name = /^\/([^\s/<>[\]()]*)/u.exec(rest)
  if (name !== null) return { value: new Name(name[1] ?? ''), end: at + name[0].length }
  const token = /^[^\s/<>[\]()]+/u.exec(rest)?.[0]
  const constants: Record<string, Value> = { true: true, false: false, null: null }
  if (token === undefined || (!(token in constants) && Number.isNaN(Number(token))))
    throw new Error(`Not a value of a PDF: ${rest.slice(0, 40)}`)
  return { value: token in constants ? (constants[token] ?? null) : Number(token), end: at + token.length }
}

function readString(text: string, from: number): { value: string; end: number } {
  const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
  let value = ''
  let depth = 0
  let at = from
  for (; ; at += 1) {
    const letter = text[at]
    if (letter === undefined) throw new Error('The file ends within a string')
    if (letter === '\\') {
      at += 1
      const next = text[at] ?? ''
      value += escapes[next] ?? next
      continue
    }
    if (letter === '(' && depth++ === 0) continue
    if (letter === ')' && --depth === 0) break
    value += letter
  }
  if (value.startsWith('\u00FE\u00FF')) {
    const swapped = Buffer.from(value.slice(2), 'latin1').swap16()
    value = swapped.toString('utf16le')
  }
  return { value, end: at + 1 }
}

function readUnicodeMap(text: string): Map<number, string> {
  const map = new Map<number, string>()
  for (const [, first = '', , list = ''] of text.matchAll(/<(\w+)> <(\w+)> \[([^\]]*)\]/gu))
    [...list.matchAll(/<([\w ]*)>/gu)].forEach(([, code = ''], index) => {
      const letters = code.split(' ').join('')
      map.set(
        Number.parseInt(first, 16) + index,
        (letters.match(/.{4}/gu) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join(''),
      )
    })
  return map
}

function letterOf(font: ReadonlyMap<number, string>, code: string): string {
  const letter = font.get(Number.parseInt(code, 16))
  if (letter === undefined) throw new Error(`The font has no letter for ${code}`)
  return letter
}

/** The text shown on a page, piece by piece, with the id of its marked content. */
function readContent(content: string, fonts: ReadonlyMap<string, ReadonlyMap<number, string>>) {
  const pieces: { id: number | null; text: string; isDecoration: boolean }[] = []
  const marks: { id: number | null; isDecoration: boolean }[] = []
  let font: ReadonlyMap<number, string> = new Map()
  const parts = /\/(\w+) (?:<<([^>]*)>> )?(BDC|BMC)|\b(EMC)\b|\/(\w+) [\d.]+ Tf|\[([^\]]*)\] TJ/gu
  for (const [, tag, properties = '', open, close, name, shown] of content.matchAll(parts)) {
    if (open !== undefined) {
      const id = /MCID (\d+)/u.exec(properties)?.[1]
      marks.push({ id: id === undefined ? null : Number(id), isDecoration: tag === 'Artifact' })
    } else if (close !== undefined) marks.pop()
    else if (name !== undefined) {
      const map = fonts.get(name)
      if (map === undefined) throw new Error(`The font ${name} has no Unicode map`)
      font = map
    } else if (shown !== undefined) {
      const codes = [...shown.matchAll(/<([0-9a-f]+)>/gu)].flatMap(([, hex = '']) => hex.match(/.{4}/gu) ?? [])
      const text = codes.map((code) => letterOf(font, code)).join('')
      const id = marks.findLast((mark) => mark.id !== null)?.id ?? null
      pieces.push({ id, text, isDecoration: marks.some(({ isDecoration }) => isDecoration) })
    }
  }
  return pieces
}
