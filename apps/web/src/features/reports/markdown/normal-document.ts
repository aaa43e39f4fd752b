import type { DocumentMark, DocumentNode } from './document-node.ts'
import { markOrder } from './to-document.ts'

/** The relevant attributes of each node; the rest is the editor's rendering state. */
const attributes: Readonly<Record<string, readonly string[]>> = {
  heading: ['level'],
  orderedList: ['start', 'isSpread'],
  bulletList: ['isSpread'],
  codeBlock: ['language'],
  signalBlock: ['block'],
  tableHeader: ['colspan', 'rowspan', 'colwidth', 'align'],
  tableCell: ['colspan', 'rowspan', 'colwidth', 'align'],
  rawInline: ['source'],
  footnoteReference: ['label'],
  footnoteDefinition: ['label'],
  link: ['href'],
}

/** The editor's document in the codec's form: the same attributes in the same order. */
export const normalDocument = ({ type, attrs, content, marks, text }: DocumentNode): DocumentNode => ({
  type,
  ...chooseAttrs(type, attrs),
  ...(content !== undefined && content.length > 0 && { content: content.map(normalDocument) }),
  ...(text !== undefined && { text }),
  ...(marks !== undefined && marks.length > 0 && { marks: normalMarks(marks) }),
})

const normalMarks = (marks: readonly DocumentMark[]): DocumentMark[] =>
  markOrder.flatMap((type) => {
    const mark = marks.find((one) => one.type === type)
    return mark === undefined ? [] : [{ type, ...chooseAttrs(type, mark.attrs) }]
  })

const chooseAttrs = (type: string, attrs: DocumentNode['attrs']) => {
  const names = attributes[type]
  return names === undefined ? {} : { attrs: Object.fromEntries(names.map((name) => [name, attrs?.[name] ?? null])) }
}
