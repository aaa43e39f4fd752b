import type { SignalReport } from '@auspex/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { laterParts } from './later-parts.ts'

const route = getRouteApi('/signals/$signalId')

/** The panels beside the report: why it changed, and the documents behind a number. Neither is mounted before it is first opened. */
export const SidePanels = ({ report }: { report: SignalReport }) => {
  const { change, docs } = route.useSearch()
  const isChangeNeeded = useOnceTrue(change !== undefined)
  const areDocumentsNeeded = useOnceTrue(docs !== undefined)
  return (
    <>
      <Suspense>{isChangeNeeded && <laterParts.InflectionPanel report={report} />}</Suspense>
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
