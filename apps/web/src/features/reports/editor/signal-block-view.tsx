import { type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react'
import type { SignalBlock } from '../markdown/signal-block.ts'
import { SignalBlockNode } from './report-schema.ts'
import { SignalBlockFrame } from './signal-block-frame.tsx'

const SignalBlockView = ({ node, updateAttributes, deleteNode, selected }: NodeViewProps) => (
  <NodeViewWrapper data-drag-handle="" contentEditable={false}>
    <SignalBlockFrame
      block={node.attrs['block'] as SignalBlock} // what the node was made with
      isSelected={selected}
      onChange={(block) => updateAttributes({ block })}
      onRemove={deleteNode}
    />
  </NodeViewWrapper>
)

/** The block as a reader sees it, with what its person can do. */
export const SignalBlockWithView = SignalBlockNode.extend({
  addNodeView: () => ReactNodeViewRenderer(SignalBlockView),
})
