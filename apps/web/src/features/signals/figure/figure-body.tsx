import type { SectionName, SignalReport, SeriesInterval } from '@auspex/sdk'
import { Box, Group } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import textStyles from '../../../ui/text-styles.module.css'
import { ContextsSection } from '../contexts/contexts-section.tsx'
import { CoverageEdges } from '../coverage/coverage-edges.tsx'
import { EventsSection } from '../events/events-section.tsx'
import { KeyFigures } from '../header/key-figures.tsx'
import { ChangesSection } from '../inflections/changes-section.tsx'
import { ForecastSection, NarrativesSection } from '../later-sections.tsx'
import { MedicineSection } from '../medicine/medicine-section.tsx'
import { PlacesSection } from '../places/places-section.tsx'
import { FigureSignalContext } from '../scope.ts'
import { ToneChart } from '../series/tone-chart.tsx'
import { type SeriesRange, toRange } from '../series/use-series.ts'
import { VolumeChart } from '../series/volume-chart.tsx'
import { findingWords, Story } from '../summary/statements.tsx'
import { VoicesSection } from '../voices/voices-section.tsx'

interface FigureBodyProps {
  report: SignalReport
  section: SectionName
  title: string
}

export const FigureBody = ({ report, section, title }: FigureBodyProps) => (
  <FigureSignalContext value={report.signalId}>
    <section aria-label={title}>
      <SectionOf report={report} section={section} title={title} />
      <Group justify="flex-end" mt={6}>
        <Link
          className={`${textStyles.link} ${textStyles.caption}`}
          to="/signals/$signalId"
          params={{ signalId: report.signalId }}
          preload={false}
        >
          Open the report of {report.query.subject ?? report.query.title} <IconArrowRight size={13} aria-hidden />
        </Link>
      </Group>
    </section>
  </FigureSignalContext>
)

const SectionOf = ({ report, section, title }: FigureBodyProps) => {
  const range = useFigureRange(report)
  const { signalId, query } = report
  switch (section) {
    case 'volume':
    case 'attention':
      return (
        <VolumeChart
          report={report}
          range={range}
          measure="count"
          finding={findingWords(report)}
          heading={
            <Box component="h3" fz="lead">
              {title}
            </Box>
          }
        />
      )
    case 'tone':
      return <ToneChart report={report} tone={report.tone} range={range} measure="count" />
    case 'voices':
      return <VoicesSection voices={report.voices} summary={report.summary} />
    case 'locations':
      return <PlacesSection locations={report.locations} title={query.title} summary={report.summary} />
    case 'contexts':
      return <ContextsSection contexts={report.contexts} signalId={signalId} />
    case 'events':
      return <EventsSection events={report.events} first={range.first} last={range.last} />
    case 'inflections':
      return <ChangesSection inflections={report.inflections} first={range.first} last={range.last} />
    case 'medicine':
      return <MedicineSection signalId={signalId} topic={query.title} days={{}} />
    case 'narratives':
      return <NarrativesSection signalId={signalId} title={query.title} />
    case 'forecast':
      return <ForecastSection signalId={signalId} title={query.title} />
    case 'momentum':
    case 'stage':
      return <KeyFigures report={report} />
    case 'coverage':
      return <CoverageEdges volume={report.volume} firstDay={report.firstDay} />
    case 'summary':
      return <Story summary={report.summary} />
    case 'documents':
    case 'chatter':
    default:
      return <p className={textStyles.soft}>{title}</p>
  }
}

/** The days of a figure: local state, because the address belongs to the page around it. */
const useFigureRange = (report: SignalReport): SeriesRange => {
  const initial = { first: report.firstDay, last: report.lastDay, isAll: false }
  const [chosenDays, setDays] = useState(initial)
  const [chosen, setChosen] = useState<SeriesInterval | null>(null)
  const { fitting, ...days } = toRange(report, chosenDays)
  return {
    ...days,
    interval: chosen ?? fitting,
    setRange: (first, last) => setDays({ first, last, isAll: first <= report.firstDay && last >= report.lastDay }),
    resetRange: () => setDays(initial),
    setInterval: setChosen,
  }
}
