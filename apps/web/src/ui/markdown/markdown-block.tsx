import type { RootContent } from 'mdast'
import { Inline } from './markdown-inline.tsx'

interface BlockProps {
  node: RootContent
  topLevel: number
}

/** A paragraph, heading, list, quotation or code. Definitions have been used by the parser and are not drawn. */
export const Block = ({ node, topLevel }: BlockProps) => {
  switch (node.type) {
    case 'paragraph':
      return (
        <p>
          <Inline nodes={node.children} />
        </p>
      )
    case 'heading': {
      const Heading = headingOf(topLevel - 1 + node.depth)
      return (
        <Heading data-depth={node.depth}>
          <Inline nodes={node.children} />
        </Heading>
      )
    }
    case 'list':
      return node.ordered ? (
        <ol start={node.start ?? 1}>
          <Blocks nodes={node.children} topLevel={topLevel} />
        </ol>
      ) : (
        <ul>
          <Blocks nodes={node.children} topLevel={topLevel} />
        </ul>
      )
    case 'listItem':
      return (
        <li>
          <Blocks nodes={node.children} topLevel={topLevel} />
        </li>
      )
    case 'blockquote':
      return (
        <blockquote>
          <Blocks nodes={node.children} topLevel={topLevel} />
        </blockquote>
      )
    case 'code':
      return (
        <pre>
          <code>{node.value}</code>
        </pre>
      )
    case 'thematicBreak':
      return <hr />
    case 'html':
      return <p>{node.value}</p>
    default:
      return null
  }
}

const Blocks = ({ nodes, topLevel }: { nodes: readonly RootContent[]; topLevel: number }) =>
  nodes.map((node, index) => <Block key={index} node={node} topLevel={topLevel} />)

const headings = ['h2', 'h3', 'h4', 'h5', 'h6'] as const

const headingOf = (level: number) => headings[Math.min(Math.max(level, 2), 6) - 2] ?? 'h6'
