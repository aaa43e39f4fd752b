import type { MeasureCitation } from '@auspex/sdk'
import { Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { NumberOrigin } from '../provenance/number-origin.tsx'
import { FigureSignalContext } from './figure-signal.ts'
import textStyles from '../../../ui/text-styles.module.css'

/** The provenance of a cited number: formula, interval, query, documents and source runs. */
export const CitedNumber = ({
  signalId,
  section,
  pointer,
}: Pick<MeasureCitation, 'signalId' | 'section' | 'pointer'>) => (
  <FigureSignalContext value={signalId}>
    <Stack gap={16}>
      <NumberOrigin signalId={signalId} pointer={`/${section}${pointer}`} />
      <p>
        <Link className={textStyles.link} to="/signals/$signalId" params={{ signalId }} preload={false}>
          Open the report
        </Link>
      </p>
    </Stack>
  </FigureSignalContext>
)
