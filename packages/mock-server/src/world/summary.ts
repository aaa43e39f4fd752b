import {
  beginsWithQuestion,
  changeStatement,
  compileClaims,
  contextsStatement,
  countriesStatement,
  countTitle,
  type DailyReport,
  describeQueryParts,
  formatCountry,
  quoteStatement,
  stageStatement,
  type StatementDraft,
  toneComparisonStatement,
  toneStatement,
  voicesStatements,
  volumeStatement,
} from '@auspex/analytics'
import type { SummarySection, ToneCounts } from '@auspex/sdk/types'
import { chatterKinds, type MeasuredSignal } from './series.ts'
import { sourceLabel } from './sources.ts'
import { presentDocument, textsOf } from './world.ts'

/** Sentences on what was counted, each with its claims, and one quotation. */
export function summarize(report: Omit<DailyReport, 'summary'>, { documents, query }: MeasuredSignal): SummarySection {
  const { counts, firstDay, lastDay, momentum, stage, tone, voices, locations, contexts } = report
  const { topic, scope, days } = describeQueryParts(query.echo, sourceLabel)
  const groups = { documents: addUp(tone, false), chatter: addUp(tone, true) }
  const toneFacts = { counts: tone.counts, stories: tone.stories, mean: tone.mean, sampleFraction: 1, groups }
  const countFacts = {
    topic,
    scope,
    firstDay,
    lastDay,
    isSampled: false,
    laterDocuments: 0,
    outlets: counts.outlets,
    documents: counts.documents,
    documentsLow: counts.documents,
    documentsHigh: counts.documents,
    sampledDocuments: counts.documents,
  }
  const quoted = documents.findLast(
    ({ kind, body }) => !chatterKinds.has(kind) && body !== '' && !beginsWithQuestion(body),
  )
  const quote = quoted === undefined ? null : { document: quoted, ...textsOf(quoted) }
  const drafts: (StatementDraft | null)[] = [
    countTitle({ ...countFacts, topic: `${topic}${scope}${days}`, scope: '' }),
    volumeStatement(countFacts),
    momentum.reason === null ? changeStatement({ ...momentum, pointer: '/momentum' }) : null,
    stageStatement({
      stage: stage.stage,
      asOf: lastDay,
      stories: momentum.stories + momentum.previousStories,
      basis: 'share',
    }),
    toneStatement(toneFacts),
    toneComparisonStatement(toneFacts),
    ...voicesStatements(voices.outlets.map((outlet, at) => ({ ...outlet, pointer: `/voices/outlets/${at}/stories` }))),
    countriesStatement({
      countries: locations.countries,
      documentsWithCountry: locations.known,
      documents: counts.documents,
      sampleFraction: 1,
      nameCountry: formatCountry,
    }),
    contextsStatement(
      contexts.items.flatMap((item, at) =>
        item.significant ? [{ ...item, pointer: `/contexts/items/${at}/lift` }] : [],
      ),
    ),
    quote === null
      ? null
      : quoteStatement({ text: quote.body, document: { ...quote.document, ...quote }, copies: [], role: 'central' }),
  ]
  const quotable = new Map(documents.map((document) => [document.id, { id: document.id, ...textsOf(document) }]))
  const { statements, claims } = compileClaims(
    drafts.flatMap((draft) => draft ?? []),
    quotable,
  )
  return {
    section: 'summary',
    statements,
    claims,
    sentences: quote === null ? [] : [{ text: quote.body, documentIds: [quote.document.id] }],
    cited: quote === null ? [] : [presentDocument(quote.document, query)],
    documentsRead: Math.min(60, documents.length),
    method: 'Claims compiled from counts',
    note:
      documents.length === 0
        ? 'No document matches, so there is nothing to sum up.'
        : 'Numbers are counted and quotations are verbatim from the documents; whether they are true was not checked.',
  }
}

function addUp({ kinds }: DailyReport['tone'], isChatter: boolean): ToneCounts {
  const total: ToneCounts = { positive: 0, neutral: 0, negative: 0, unknown: 0 }
  for (const { kind, counts } of kinds) {
    if (chatterKinds.has(kind) !== isChatter) continue
    for (const label of ['positive', 'neutral', 'negative', 'unknown'] as const) total[label] += counts[label]
  }
  return total
}
