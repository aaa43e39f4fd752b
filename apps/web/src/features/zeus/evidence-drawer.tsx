import { Box, CloseButton, Drawer, Group } from '@mantine/core'
import type { EvidenceRequest, EvidenceViews } from './evidence-context.ts'
import classes from './evidence-drawer.module.css'
import textStyles from '../../ui/text-styles.module.css'

interface EvidenceDrawerProps extends Pick<EvidenceViews, 'renderEvidence'> {
  request: EvidenceRequest | null
  isOpen: boolean
  onClose: () => void
}

/** What a claim stands on, beside the conversation. */
export const EvidenceDrawer = ({ request, isOpen, onClose, renderEvidence }: EvidenceDrawerProps) => {
  const title = request && `Source ${request.citation.number} of the answer`
  return (
    <Drawer.Root opened={isOpen} onClose={onClose} position="right" size={640}>
      <Drawer.Overlay backgroundOpacity={0.3} />
      <Drawer.Content aria-label={title ?? 'Source'}>
        <Group className={classes.header} gap={16} wrap="nowrap" justify="space-between">
          <Box component="h2" className={textStyles.quiet} fz={14} fw={450} lts={0}>
            {title}
          </Box>
          <CloseButton onClick={onClose} aria-label="Close the source" />
        </Group>
        <div className={classes.body}>{request && renderEvidence(request)}</div>
      </Drawer.Content>
    </Drawer.Root>
  )
}
