import { measureReportBlock } from '@auspex/sdk'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconRefresh, IconSnowflake, IconSnowflakeOff, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useClient } from '../../../lib/api.tsx'
import { CardView } from '../../../lib/cards/card-view.tsx'
import { describeFailure } from '../../../lib/failure.ts'
import { formatInstant } from '../../../lib/format.ts'
import type { SignalBlock } from '../markdown/signal-block.ts'
import classes from './editor.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'

interface SignalBlockFrameProps {
  block: SignalBlock
  isSelected: boolean
  onChange: (block: SignalBlock) => void
  onRemove: () => void
}

/** A block of a signal: what it shows, of which moment, and whether it keeps that moment. */
export const SignalBlockFrame = ({ block, isSelected, onChange, onRemove }: SignalBlockFrameProps) => {
  const client = useClient()
  const { content, asOf, frozen } = block
  const measure = useMutation({
    mutationFn: () => measureReportBlock({ content }, { client }),
    onSuccess: (measured) => onChange({ ...block, ...measured }),
  })
  return (
    <figure className={`${surfaces.panel} ${classes.block}`} data-selected={isSelected}>
      <CardView card={{ id: 'cd_block', caption: null, frozen, asOf, content }} />
      <figcaption className={classes.blockFoot}>
        <span className={textStyles.small}>
          {asOf === null
            ? 'Quoted word for word'
            : `${frozen ? 'Frozen: values of' : 'Measured'} ${formatInstant(asOf)}`}
        </span>
        <span className={classes.blockTools}>
          {asOf !== null && !frozen && (
            <Button
              size="compact-xs"
              variant="subtle"
              leftSection={<IconRefresh size={14} aria-hidden />}
              loading={measure.isPending}
              onClick={() => measure.mutate()}
            >
              Measure again
            </Button>
          )}
          {asOf !== null && (
            <Button
              size="compact-xs"
              variant="subtle"
              leftSection={
                frozen ? <IconSnowflakeOff size={14} aria-hidden /> : <IconSnowflake size={14} aria-hidden />
              }
              onClick={() => onChange({ ...block, frozen: !frozen })}
            >
              {frozen ? 'Let it change' : 'Freeze'}
            </Button>
          )}
          <Tooltip label="Remove the block">
            <ActionIcon size="sm" aria-label="Remove the block" onClick={onRemove}>
              <IconTrash size={15} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </span>
      </figcaption>
      {measure.error && (
        <p className={textStyles.fault} role="alert">
          {describeFailure(measure.error).message}. The values of before stay.
        </p>
      )}
    </figure>
  )
}
