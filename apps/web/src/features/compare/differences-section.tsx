import { Box, Button, NativeSelect } from '@mantine/core'
import type { SignalComparison } from '@auspex/sdk'
import { IconDownload } from '@tabler/icons-react'
import { saveNumbers } from '../../lib/chart-file.ts'
import { formatDayRange } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import { Section } from '../../ui/section.tsx'
import { differencesHeader, differencesRows } from './differences-file.ts'
import { DifferencesTable } from './differences-table.tsx'
import textStyles from '../../ui/text-styles.module.css'
import surfaces from '../../ui/surfaces.module.css'

interface DifferencesSectionProps {
  comparison: SignalComparison
  onReference: (id: string) => void
  /** What is shown is of other days than those chosen, and about to change. */
  isOld: boolean
}

/** How much the signals differ over the chosen days, each against one of them. */
export const DifferencesSection = ({ comparison, onReference, isOld }: DifferencesSectionProps) => {
  const { signals, from, to, referenceId, limits, method } = comparison
  const save = () =>
    saveNumbers('differences', {
      subject: signals.map(({ query }) => query.title).join(', '),
      header: differencesHeader,
      rows: () => differencesRows(comparison),
    })
  return (
    <Section
      id="differences"
      title="Differences"
      hint={`${formatDayRange(from, to)}. Ranges are 95\u00A0% intervals${signals.length > 2 ? `; “could be chance” is judged for ${signals.length === 3 ? 'both' : `all ${signals.length - 1}`} comparisons together` : ''}`}
      actions={
        <>
          <NativeSelect
            size="xs"
            aria-label="Compare with"
            value={referenceId}
            onChange={(event) => onReference(event.currentTarget.value)}
            data={signals.map(({ signalId, query }) => ({ value: signalId, label: `against ${query.title}` }))}
          />
          <Button size="xs" variant="default" leftSection={<IconDownload size={15} aria-hidden />} onClick={save}>
            CSV
          </Button>
        </>
      }
    >
      <Card padded={false}>
        <div className={surfaces.fading} aria-busy={isOld}>
          <DifferencesTable comparison={comparison} />
        </div>
      </Card>
      <Box component="p" className={`${textStyles.note} ${textStyles.wide}`} mt={12}>
        {limits}
      </Box>
      <Box component="p" className={`${textStyles.note} ${textStyles.wide}`} mt={12}>
        {method}.
      </Box>
    </Section>
  )
}
