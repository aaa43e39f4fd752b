import { parseXml, type XmlElement } from './xml-tree.ts'

/** An outline of an OPML file that is an item; folders are left out. */
export interface Outline {
  title: string
  /** Address of a feed; null when it has none. */
  xmlUrl: string | null
  /** By name in lower case. */
  attributes: Readonly<Record<string, string>>
}

/** Maximum number of outlines, and maximum nesting. */
const maxOutlines = 5_000
const maxFolderDepth = 20

/** The outlines of an OPML file in order, from all folders; null when it is not OPML. */
export function readOutlines(text: string): Outline[] | null {
  const root = parseXml(text, 'https://opml.invalid/')
  const body = root?.name === 'opml' ? childElements(root).find(({ name }) => name === 'body') : undefined
  if (body === undefined) return null
  const outlines: Outline[] = []
  collectOutlines(body, outlines, 0)
  return outlines
}

function collectOutlines(parent: XmlElement, outlines: Outline[], depth: number): void {
  for (const element of childElements(parent)) {
    if (outlines.length >= maxOutlines) return
    if (element.name !== 'outline') continue
    const { attributes } = element
    const title = attributes['title'] ?? attributes['text'] ?? ''
    const xmlUrl = attributes['xmlurl']?.trim() || null
    const isFolder = xmlUrl === null && childElements(element).some(({ name }) => name === 'outline')
    if (!isFolder) outlines.push({ title, xmlUrl, attributes })
    if (depth < maxFolderDepth) collectOutlines(element, outlines, depth + 1)
  }
}

function childElements({ children }: XmlElement): XmlElement[] {
  return children.filter((child) => typeof child !== 'string')
}
