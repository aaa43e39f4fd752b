import { IconFileText } from '@tabler/icons-react'
import type { SummarySection as Summary } from '@auspex/sdk'
import { useMemo } from 'react'
import { formatDay, formatPlural } from '../../../lib/format.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Section } from '../../../ui/section.tsx'
import { EvidenceLink } from '../evidence-link.tsx'
import { numberCitations } from './citations.ts'
import classes from './summary-section.module.css'

/** Sentences word for word from documents, each with the numbers of those it stands on. */
export const SummarySection = ({ summary }: { summary: Summary }) => {
  const { sentences, order } = useMemo(() => numberCitations(summary), [summary])
  const cited = useMemo(() => new Map(summary.cited.map((document) => [document.id, document])), [summary])
  return (
    <Section
      id="summary"
      title="Executive summary"
      hint={`Sentences taken word for word from ${formatPlural(summary.documentsRead, 'document')}; nothing is written by a model`}
    >
      {sentences.length === 0 ? (
        <EmptyState
          level={3}
          icon={<IconFileText size={20} aria-hidden />}
          title="No summary"
          text={
            summary.note ?? 'No sentence of the documents stands for the whole. The documents below say it themselves.'
          }
        />
      ) : (
        <div className={classes.columns}>
          <ul className={classes.sentences}>
            {sentences.map((sentence) => (
              <li key={sentence.text}>
                {sentence.text}
                {/* Not breaking: a number stays with its sentence. */}
                {'\u00A0'}
                {sentence.citations.map(({ number, documentId }) => (
                  <sup key={documentId}>
                    <EvidenceLink
                      filter={{ ids: documentId }}
                      label={`source ${number}: ${cited.get(documentId)?.title ?? 'cited document'}`}
                      quiet
                    >
                      [{number}]
                    </EvidenceLink>
                  </sup>
                ))}
              </li>
            ))}
          </ul>
          <ol className={classes.sources} aria-label="Cited documents">
            {order.map((id) => {
              const document = cited.get(id)
              return (
                <li key={id}>
                  <EvidenceLink
                    filter={{ ids: id }}
                    label={document ? `${document.outlet}: ${document.title}` : 'cited document'}
                    quiet
                  >
                    {document?.outlet ?? 'Cited document'}
                  </EvidenceLink>
                  {document && <span className={classes.date}>{formatDay(document.publishedAt)}</span>}
                </li>
              )
            })}
          </ol>
        </div>
      )}
      {sentences.length > 0 && summary.note && <p className={classes.note}>{summary.note}</p>}
    </Section>
  )
}
