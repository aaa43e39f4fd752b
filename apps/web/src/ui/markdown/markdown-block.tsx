import type { Code, Heading, List, RootContent, Table } from 'mdast'
import { createElement, use } from 'react'
import { FenceView } from './fence-view.ts'
import { Inline } from './markdown-inline.tsx'
import classes from './markdown.module.css'

interface BlockProps {
  node: RootContent
  topLevel: number
}

/** A paragraph, heading, list, quotation or code. Definitions have been used by the parser and are not drawn. */
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
  // The words of one text never change their order.
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
  const drawn = use(FenceView)?.(lang ?? '', value) ?? null
  return (
    drawn ?? (
      <pre>
        <code>{value}</code>
      </pre>
    )
  )
}

/** A table that scrolls in itself where it is wider than the page. */
const TableBlock = ({ node: { children, align } }: { node: Table }) => {
  const [head, ...rows] = children
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard scrolls what it can focus
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
          {/* The rows of one text never change their order. */}
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

/** `#` is a heading below those of the page. */
const HeadingBlock = ({ node: { depth, children }, topLevel }: { node: Heading; topLevel: number }) =>
  createElement(
    headings[Math.min(topLevel - 1 + depth, 6) - 2] ?? 'h6',
    { 'data-depth': depth },
    <Inline nodes={children} />,
  )
