import type { ComponentProps } from 'react'
import { formatInstant } from '../../lib/time/format.ts'
import { FenceView, type RenderFence } from '../../ui/markdown/markdown-block.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { useBlockView } from './block-view.tsx'
import { readBlock } from './markdown/signal-block.ts'
import classes from './reports.module.css'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'

/** The text of a report for readers: signal blocks are rendered as in the editor, with their stored values. */
export const ReportText = (props: ComponentProps<typeof Markdown>) => {
  const render = useBlockView()
  const renderFence: RenderFence = (language, text) => {
    const block = language === 'auspex' ? readBlock(text) : null
    if (block === null) return null
    const { content, asOf, frozen } = block
    return (
      <figure className={`${surfaces.panel} ${classes.block}`}>
        {render({ id: 'cd_block', caption: null, frozen, asOf, content })}
        {asOf !== null && <figcaption className={textStyles.small}>Measured {formatInstant(asOf)}</figcaption>}
      </figure>
    )
  }
  return (
    <FenceView value={renderFence}>
      <Markdown {...props} />
    </FenceView>
  )
}
