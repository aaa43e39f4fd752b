import type { PhrasingContent } from 'mdast'
import { Fragment, use } from 'react'
import { OutsideLink } from '../outside-link.tsx'
import { InlineMarks } from './inline-marks.ts'

/** The words of a paragraph. */
export const Inline = ({ nodes }: { nodes: readonly PhrasingContent[] }) =>
  // The words of one text never change their order.
  nodes.map((node, index) => <InlineNode key={index} node={node} />)

const InlineNode = ({ node }: { node: PhrasingContent }) => {
  if (node.type === 'text') return <TextWithMarks text={node.value} />
  if (node.type === 'html') return node.value
  if (node.type === 'inlineCode') return <code>{node.value}</code>
  if (node.type === 'break') return <br />
  // A picture from elsewhere would tell its host who reads the story.
  if (node.type === 'image' || node.type === 'imageReference') return node.alt ?? ''
  if (node.type === 'footnoteReference') return <sup>{node.label ?? node.identifier}</sup>
  const words = <Inline nodes={node.children} />
  if (node.type === 'emphasis') return <em>{words}</em>
  if (node.type === 'strong') return <strong>{words}</strong>
  return node.type === 'link' ? <OutsideLink href={node.url}>{words}</OutsideLink> : words
}

const numberInBrackets = /\[(\d{1,4})\]/

/** Words, with what their numbers in brackets mean. */
const TextWithMarks = ({ text }: { text: string }) => {
  const renderMark = use(InlineMarks)
  if (renderMark === null) return text
  // Every second part is a number.
  return text
    .split(numberInBrackets)
    .map((part, index) => (
      <Fragment key={index}>{index % 2 === 0 ? part : (renderMark(Number(part)) ?? `[${part}]`)}</Fragment>
    ))
}
