import { parseXml, type XmlElement } from './xml-tree.ts'

/** An outline of an OPML file that stands for something; folders are left out. */
export interface Outline {
  title: string
  /** Address of a feed; null when it names none. */
  xmlUrl: string | null
  /** By name in lower case. */
  attributes: Readonly<Record<string, string>>
}

/** Outlines that are read at most, and how deep they nest. */
const mostOutlines = 5_000
const deepest = 20

/** The outlines of an OPML file in their order, of all folders; null when it is no OPML. */
export function readOutlines(text: string): Outline[] | null {
  const root = parseXml(text, 'https://opml.invalid/')
  const body = root?.name === 'opml' ? elements(root).find(({ name }) => name === 'body') : undefined
  if (body === undefined) return null
  const outlines: Outline[] = []
  collect(body, outlines, 0)
  return outlines
}

function collect(parent: XmlElement, outlines: Outline[], depth: number): void {
  for (const element of elements(parent)) {
    if (outlines.length >= mostOutlines) return
    if (element.name !== 'outline') continue
    const { attributes } = element
    const title = attributes['title'] ?? attributes['text'] ?? ''
    const xmlUrl = attributes['xmlurl']?.trim() || null
    const isFolder = xmlUrl === null && elements(element).some(({ name }) => name === 'outline')
    if (!isFolder) outlines.push({ title, xmlUrl, attributes })
    if (depth < deepest) collect(element, outlines, depth + 1)
  }
}

function elements({ children }: XmlElement): XmlElement[] {
  return children.filter((child) => typeof child !== 'string')
}
