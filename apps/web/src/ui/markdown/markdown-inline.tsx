import type { PhrasingContent } from 'mdast'
import { OutsideLink } from '../outside-link.tsx'

/** The words of a paragraph. */
export const Inline = ({ nodes }: { nodes: readonly PhrasingContent[] }) =>
  // The words of one text never change their order.
  nodes.map((node, index) => <InlineNode key={index} node={node} />)

const InlineNode = ({ node }: { node: PhrasingContent }) => {
  switch (node.type) {
    case 'text':
    case 'html':
      return node.value
    case 'emphasis':
      return (
        <em>
          <Inline nodes={node.children} />
        </em>
      )
    case 'strong':
      return (
        <strong>
          <Inline nodes={node.children} />
        </strong>
      )
    case 'inlineCode':
      return <code>{node.value}</code>
    case 'break':
      return <br />
    case 'link':
      return (
        <OutsideLink href={node.url}>
          <Inline nodes={node.children} />
        </OutsideLink>
      )
    // A picture from elsewhere would tell its host who reads the story.
    case 'image':
    case 'imageReference':
      return node.alt ?? ''
    case 'linkReference':
      return <Inline nodes={node.children} />
    default:
      return null
  }
}
