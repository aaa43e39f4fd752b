import type { SignalReport } from '@auspex/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { loadable } from '../../lib/page/loadable.tsx'

/** Parts that a report does not show at first. Each is loaded when it is opened, or once somebody starts to use the page. */
export const laterParts = {
  SaidTab: loadable(async () => (await import('./tabs/said-tab.tsx')).SaidTab),
  WhoTab: loadable(async () => (await import('./tabs/who-tab.tsx')).WhoTab),
  WhereTab: loadable(async () => (await import('./tabs/where-tab.tsx')).WhereTab),
  OutlookTab: loadable(async () => (await import('./tabs/outlook-tab.tsx')).OutlookTab),
  EvidenceTab: loadable(async () => (await import('./tabs/evidence-tab.tsx')).EvidenceTab),
  EvidencePanel: loadable(async () => (await import('./documents/evidence-panel.tsx')).EvidencePanel),
  InflectionPanel: loadable(async () => (await import('./inflections/inflection-panel.tsx')).InflectionPanel),
  MeasurementPanel: loadable(async () => (await import('./header/measurement-panel.tsx')).MeasurementPanel),
  PlaceForm: loadable(async () => (await import('./question/question-forms.tsx')).PlaceForm),
  SourcesForm: loadable(async () => (await import('./question/question-forms.tsx')).SourcesForm),
  QueryCheckDialog: loadable(async () => (await import('./header/query-check-dialog.tsx')).QueryCheckDialog),
  SendSignalDialog: loadable(async () => (await import('./header/send-signal-dialog.tsx')).SendSignalDialog),
}

const route = getRouteApi('/signals/$signalId')

/** What opens over the report: why it changed, how good its query is, and the documents behind a number. None is mounted before it is first opened. */
export const SidePanels = ({ report }: { report: SignalReport }) => {
  const { change, docs, check, measured } = route.useSearch()
  const navigate = route.useNavigate()
  const isChangeNeeded = useOnceTrue(change !== undefined)
  const isMeasurementNeeded = useOnceTrue(measured !== undefined)
  const areDocumentsNeeded = useOnceTrue(docs !== undefined)
  return (
    <>
      <Suspense>{isChangeNeeded && <laterParts.InflectionPanel report={report} />}</Suspense>
      <Suspense>{isMeasurementNeeded && <laterParts.MeasurementPanel report={report} />}</Suspense>
      <Suspense>
        {check !== undefined && (
          <laterParts.QueryCheckDialog
            report={report}
            onClose={() => void navigate({ search: (before) => ({ ...before, check: undefined }), resetScroll: false })}
          />
        )}
      </Suspense>
      <Suspense>{areDocumentsNeeded && <laterParts.EvidencePanel report={report} />}</Suspense>
    </>
  )
}

/** True from the first true value on: a closing panel slides out, and so stays mounted. */
const useOnceTrue = (value: boolean): boolean => {
  const [wasTrue, setWasTrue] = useState(value)
  if (value && !wasTrue) setWasTrue(true)
  return wasTrue || value
}
