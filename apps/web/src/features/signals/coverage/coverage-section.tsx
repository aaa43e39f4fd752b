import type { CoverageSection as Coverage, CoverageSource, SourceRun } from '@auspex/sdk'
import { formatCount, formatDayRange, formatDuration, formatPlural, formatShare } from '../../../lib/format.ts'
import { statusWords } from '../../../lib/words.ts'
import { DataTable, type TableColumn } from '../../../ui/data-table.tsx'
import { Section } from '../../../ui/section.tsx'
import { EvidenceLink } from '../evidence-link.tsx'
import classes from './coverage-section.module.css'

/** What was asked, what answered, what is missing: the ground that every number stands on. */
export const CoverageSection = ({ coverage }: { coverage: Coverage }) => {
  const { pending, done } = coverage.enrichment
  const whole = pending + done
  return (
    <Section
      id="coverage"
      title="Coverage"
      hint="What was asked, what answered, and what the library holds: the ground that the numbers stand on"
    >
      <div className={classes.stack}>
        <div>
          <h3 className={classes.title}>Last search</h3>
          {coverage.runs.length === 0 ? (
            <p className={classes.text}>No source was asked; the report was measured from the library.</p>
          ) : (
            <ul className={classes.runs}>
              {coverage.runs.map((run) => (
                <RunRow key={run.source} run={run} />
              ))}
            </ul>
          )}
        </div>
        <div>
          <h3 className={classes.title}>In the library</h3>
          <DataTable
            caption="What the library holds of each source"
            columns={columns}
            rows={coverage.sources}
            rowKey={({ source }) => source}
          />
        </div>
        <p className={classes.text}>
          {pending === 0
            ? `All ${formatPlural(done, 'document')} of the library have been read for names and near-duplicates.`
            : `${formatCount(done)} of ${formatPlural(whole, 'document')} (${formatShare(done / whole)}) have been read for names and near-duplicates; the others follow in the background, and stories and names may still change.`}
        </p>
      </div>
    </Section>
  )
}

/** Sentences of other hands, each with one full stop. */
const toSentences = (parts: readonly string[]): string =>
  parts.map((part) => `${part.replace(/[.\s]+$/, '')}.`).join(' ')

const RunRow = ({ run }: { run: SourceRun }) => {
  const { label, meaning, state } = statusWords[run.status]
  return (
    <li className={classes.run}>
      <span className={classes.source}>{run.label}</span>
      <span className={classes.status} data-state={state}>
        {label}
      </span>
      <span className={classes.words}>
        {toSentences([
          run.reason ??
            `${meaning}: ${formatPlural(run.documentsSeen, 'document')} found, ${formatCount(run.documentsStored)} new`,
          ...(run.complete || state !== 'good' ? [] : ['The source cut its answer']),
          ...run.notHonoured.map((part) => (part.includes(' ') ? part : `Could not honour ${part}`)),
        ])}
        {run.durationMs !== null && <span className={classes.time}> {formatDuration(run.durationMs)}</span>}
        {run.nativeQuery && (
          <span className={classes.query}>
            Asked as <code>{run.nativeQuery}</code>
          </span>
        )}
      </span>
    </li>
  )
}

const columns: readonly TableColumn<CoverageSource>[] = [
  { key: 'source', title: 'Source', renderCell: ({ label }) => label, sortBy: ({ label }) => label },
  {
    key: 'documents',
    title: 'Matching',
    numeric: true,
    sortBy: ({ documents }) => documents,
    renderCell: ({ source, label, documents }) => (
      <EvidenceLink filter={{ source }} label={`${formatPlural(documents, 'document')} from ${label}`}>
        {formatCount(documents)}
      </EvidenceLink>
    ),
  },
  {
    key: 'total',
    title: 'Documents held',
    numeric: true,
    renderCell: ({ total }) => formatCount(total),
    sortBy: ({ total }) => total,
  },
  {
    key: 'span',
    title: 'From – to',
    renderCell: ({ firstDay, lastDay }) => (firstDay && lastDay ? formatDayRange(firstDay, lastDay) : 'nothing held'),
    sortBy: ({ firstDay }) => firstDay,
  },
  {
    key: 'complete',
    title: 'Held',
    renderCell: ({ complete }) => (complete ? 'All of it: shares can be told' : 'Only what searches fetched'),
  },
]
