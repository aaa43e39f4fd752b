import type { PortfolioTrend } from '@auspex/sdk'
import { Menu, Button, Group, Modal, Stack } from '@mantine/core'
import { IconArrowRight, IconCopy, IconPhoto, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { RowMenu } from '../../../ui/row-menu.tsx'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { usePicture } from '../../../lib/files/pictures.tsx'
import { PictureInput } from '../../../ui/picture-input.tsx'
import { useSetCover } from '../portfolios.queries.ts'
import { CancelButton, Failure } from '../../../ui/form-actions.tsx'

export interface TrendMenuActions {
  onMove: (trends: readonly PortfolioTrend[]) => void
  onCopy: (trends: readonly PortfolioTrend[]) => void
  onRemove: (trends: readonly PortfolioTrend[]) => void
  onCover: (trend: PortfolioTrend) => void
}

/** The actions on one trend. */
export const TrendMenu = ({
  trend,
  onMove,
  onCopy,
  onRemove,
  onCover,
}: TrendMenuActions & { trend: PortfolioTrend }) => (
  <RowMenu label={`More for ${trend.title}`} width={230}>
    <Menu.Item leftSection={<IconArrowRight size={16} stroke={1.6} aria-hidden />} onClick={() => onMove([trend])}>
      Move to…
    </Menu.Item>
    <Menu.Item leftSection={<IconCopy size={16} stroke={1.6} aria-hidden />} onClick={() => onCopy([trend])}>
      Copy to…
    </Menu.Item>
    <Menu.Item leftSection={<IconPhoto size={16} stroke={1.6} aria-hidden />} onClick={() => onCover(trend)}>
      {trend.cover === null ? 'Set a cover…' : 'Change the cover…'}
    </Menu.Item>
    <Menu.Item leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />} onClick={() => onRemove([trend])}>
      Remove
    </Menu.Item>
  </RowMenu>
)

interface CoverDialogProps {
  portfolioId: string
  /** Null for all trends without a cover. */
  trend: PortfolioTrend | null
  onClose: () => void
}

/** A picture for a trend, or for all trends that have none. */
export const CoverDialog = ({ portfolioId, trend, onClose }: CoverDialogProps) => {
  const picture = usePicture(trend?.cover ?? null)
  const [file, setFile] = useState<File | null>(null)
  const setCover = useSetCover(useClient(), portfolioId)
  const failure = setCover.error && describeFailure(setCover.error)
  return (
    <Modal
      opened
      onClose={onClose}
      title={trend === null ? 'Cover for all trends without one' : `Cover for “${trend.title}”`}
      size={480}
      radius="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap={18}>
        <PictureInput title={trend?.title ?? '?'} file={file} stored={picture} onChange={setFile} />
        <Failure failure={failure} />
        <Group gap="xs">
          <Button
            disabled={file === null}
            loading={setCover.isPending}
            onClick={() => file && setCover.mutate({ trendId: trend?.id ?? null, cover: file }, { onSuccess: onClose })}
          >
            Save
          </Button>
          <CancelButton onClick={onClose} />
        </Group>
      </Stack>
    </Modal>
  )
}
