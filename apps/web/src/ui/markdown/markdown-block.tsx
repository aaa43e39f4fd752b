import { createContext, type ReactNode, createElement, use, Fragment } from 'react'
import type { Code, Heading, List, RootContent, Table, PhrasingContent, Root } from 'mdast'
import { OutsideLink } from '../outside-link.tsx'
import classes from './markdown.module.css'

/** Renders a code fence whose language has a meaning, such as a figure of a signal; returns null for ordinary code. */
export type RenderFence = (language: string, text: string) => ReactNode

/** The renderer for the code fences below; null if all of them are ordinary code. */
export const FenceView = createContext<RenderFence | null>(null)

/** Renders numbers in brackets that stand together, such as [3] or [3] [4]; returns null for those without a meaning. */
export type RenderMarks = (numbers: readonly number[]) => ReactNode

/** Provided around text whose numbers in brackets are references. */
export const InlineMarks = createContext<RenderMarks | null>(null)

/** The inline content of a paragraph. */
const Inline = ({ nodes }: { nodes: readonly PhrasingContent[] }) =>
  // The order of the nodes in a text never changes.
  nodes.map((node, index) => <InlineNode key={index} node={node} />)

const InlineNode = ({ node }: { node: PhrasingContent }) => {
  if (node.type === 'text') return <TextWithMarks text={node.value} />
  if (node.type === 'html') return node.value
  if (node.type === 'inlineCode') return <code>{node.value}</code>
  if (node.type === 'break') return <br />
  // An external picture would reveal to its host who reads the story.
  if (node.type === 'image' || node.type === 'imageReference') return node.alt ?? ''
  if (node.type === 'footnoteReference') return <sup>{node.label ?? node.identifier}</sup>
  const words = <Inline nodes={node.children} />
  if (node.type === 'emphasis') return <em>{words}</em>
  if (node.type === 'strong') return <strong>{words}</strong>
  return node.type === 'link' ? <OutsideLink href={node.url}>{words}</OutsideLink> : words
}

const numbersInBrackets = /((?:\[\d{1,4}\] ?)*\[\d{1,4}\])/

/** Text whose numbers in brackets are rendered as references. */
const TextWithMarks = ({ text }: { text: string }) => {
  const renderMarks = use(InlineMarks)
  if (renderMarks === null) return text
  // Every second part has the numbers.
  return text
    .split(numbersInBrackets)
    .map((part, index) => (
      <Fragment key={index}>{index % 2 === 0 ? part : (renderMarks(numbersIn(part)) ?? part)}</Fragment>
    ))
}

const numbersIn = (marks: string): number[] => (marks.match(/\d+/g) ?? []).map(Number)

interface BlockProps {
  node: RootContent
  topLevel: number
}

/** A paragraph, heading, list, quotation or code block. Definitions have been used by the parser and are not rendered. */
const Block = ({ node, topLevel }: BlockProps) => {
  if (node.type === 'paragraph')
    return (
      <p>
        <Inline nodes={node.children} />
      </p>
    )
  if (node.type === 'heading') return <HeadingBlock node={node} topLevel={topLevel} />
  if (node.type === 'list') return <ListBlock node={node} topLevel={topLevel} />
  if (node.type === 'listItem')
    return (
      <li>
        <Blocks nodes={node.children} topLevel={topLevel} />
      </li>
    )
  if (node.type === 'blockquote')
    return (
      <blockquote>
        <Blocks nodes={node.children} topLevel={topLevel} />
      </blockquote>
    )
  if (node.type === 'code') return <CodeBlock node={node} />
  if (node.type === 'footnoteDefinition')
    return (
      <div className={classes.footnote} role="note" aria-label={`Footnote ${node.label ?? node.identifier}`}>
        <span aria-hidden>{node.label ?? node.identifier}</span>
        <div>
          <Blocks nodes={node.children} topLevel={topLevel} />
        </div>
      </div>
    )
  if (node.type === 'table') return <TableBlock node={node} />
  if (node.type === 'thematicBreak') return <hr />
  return node.type === 'html' ? <p>{node.value}</p> : null
}

export const Blocks = ({ nodes, topLevel }: { nodes: readonly RootContent[]; topLevel: number }) =>
  // The order of the nodes in a text never changes.
  nodes.map((node, index) => <Block key={index} node={node} topLevel={topLevel} />)

const ListBlock = ({ node: { ordered, start, children }, topLevel }: { node: List; topLevel: number }) =>
  ordered ? (
    <ol start={start ?? 1}>
      <Blocks nodes={children} topLevel={topLevel} />
    </ol>
  ) : (
    <ul>
      <Blocks nodes={children} topLevel={topLevel} />
    </ul>
  )

const CodeBlock = ({ node: { lang, value } }: { node: Code }) => {
  const renderedFence = use(FenceView)?.(lang ?? '', value) ?? null
  return (
    renderedFence ?? (
      <pre>
        <code>{value}</code>
      </pre>
    )
  )
}

/** A table that scrolls inside itself if it is wider than the page. */
const TableBlock = ({ node: { children, align } }: { node: Table }) => {
  const [head, ...rows] = children
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focusable so that the keyboard can scroll it
    <div className={classes.tableFrame} role="group" aria-label="Table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head?.children.map((cell, column) => (
              <th key={column} scope="col" data-align={align?.[column]}>
                <Inline nodes={cell.children} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {/* The order of the rows in a text never changes. */}
          {rows.map((row, index) => (
            <tr key={index}>
              {row.children.map((cell, column) => (
                <td key={column} data-align={align?.[column]}>
                  <Inline nodes={cell.children} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const headings = ['h2', 'h3', 'h4', 'h5', 'h6'] as const

/** `#` becomes a heading below those of the page. */
const HeadingBlock = ({ node: { depth, children }, topLevel }: { node: Heading; topLevel: number }) =>
  createElement(
    headings[Math.min(topLevel - 1 + depth, 6) - 2] ?? 'h6',
    { 'data-depth': depth },
    <Inline nodes={children} />,
  )

const mark = /[[\]*_`<&>!=]|^\s*[-+#]|\d[.)]\s/gm

/**
 * More than anybody writes in the 20,000 characters of a card. The parser takes 0.3 s for the worst text with this many, and 25
 * s for one full of them.
 */
const maxMarks = 800

/** Whether parsing a text as Markdown would block the reader's tab. */
export const isFullOfMarks = (text: string): boolean => (text.match(mark)?.length ?? 0) > maxMarks

/** A text without any formatting. */
export const plainTree = (text: string): Root => ({
  type: 'root',
  // An empty paragraph is not valid in the tree.
  children: text === '' ? [] : [{ type: 'paragraph', children: [{ type: 'text', value: text }] }],
})
