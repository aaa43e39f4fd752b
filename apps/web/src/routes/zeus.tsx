import { createFileRoute, useParams } from '@tanstack/react-router'
import { SectionFigure, CitedNumber, CitedPassage } from '../features/signals/figure/citations.tsx'
import { ZeusPage } from '../features/zeus/zeus-page.tsx'
import type { EvidenceViews } from '../features/zeus/evidence-context.ts'
import { zeusSearchSchema } from '../features/zeus/zeus.search.ts'

const renderFigure: EvidenceViews['renderFigure'] = ({ signalId, section, title }) => (
  <SectionFigure signalId={signalId} section={section} title={title} />
)

const renderEvidence: EvidenceViews['renderEvidence'] = ({ citation, signalIds }) =>
  citation.kind === 'document' ? (
    <CitedPassage key={citation.number} citation={citation} signalIds={signalIds} />
  ) : (
    <CitedNumber key={citation.number} {...citation} />
  )

const ZeusRoute = () => {
  const { threadId = null } = useParams({ strict: false })
  return (
    <ZeusPage
      threadId={threadId}
      search={Route.useSearch()}
      renderFigure={renderFigure}
      renderEvidence={renderEvidence}
    />
  )
}

/** Both child routes are one page, so that a conversation continues unchanged when it gets its address. */
export const Route = createFileRoute('/zeus')({ validateSearch: zeusSearchSchema, component: ZeusRoute })
