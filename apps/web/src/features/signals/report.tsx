import type { SignalReport } from '@auspex/sdk'
import { memo, type ReactNode } from 'react'
import { Page } from '../../ui/page.tsx'
import { AudienceSection } from './audience/audience-section.tsx'
import { ContextsSection } from './contexts/contexts-section.tsx'
import { CoverageSection } from './coverage/coverage-section.tsx'
import { DocumentsSection } from './documents/documents-section.tsx'
import { EvidencePanel } from './documents/evidence-panel.tsx'
import { ForecastSection } from './forecast/forecast-section.tsx'
import { ReportHeader } from './header/report-header.tsx'
import { InflectionPanel } from './inflections/inflection-panel.tsx'
import { NarrativesSection } from './narratives/narratives-section.tsx'
import { PlacesSection } from './places/places-section.tsx'
import { ReportSections } from './report-sections.tsx'
import classes from './report.module.css'
import { SeriesSection } from './series/series-section.tsx'
import { SummarySection } from './summary/summary-section.tsx'
import { VoicesSection } from './voices/voices-section.tsx'

interface ReportProps {
  report: SignalReport
  /** Stands above the report: what a reader must know of how they came here. */
  notice?: ReactNode
}

/** A report that can be shown to a client. */
export const Report = memo(({ report, notice }: ReportProps) => (
  <Page width="railed">
    <title>{`${report.query.title} · Auspex`}</title>
    <div className={classes.report}>
      <div className={classes.sections}>
        {notice}
        <ReportHeader report={report} />
      </div>
      <ReportSections />
      <div className={classes.sections}>
        <SummarySection summary={report.summary} />
        <SeriesSection report={report} />
        <ForecastSection signalId={report.signalId} title={report.query.title} />
        <DocumentsSection documents={report.documents} chatter={report.chatter} />
        <NarrativesSection signalId={report.signalId} />
        <VoicesSection voices={report.voices} />
        <PlacesSection locations={report.locations} title={report.query.title} />
        <AudienceSection signalId={report.signalId} title={report.query.title} geo={report.query.geo} />
        <ContextsSection contexts={report.contexts} signalId={report.signalId} />
        <CoverageSection coverage={report.coverage} query={report.query} />
      </div>
    </div>
    <InflectionPanel report={report} />
    <EvidencePanel report={report} />
  </Page>
))
