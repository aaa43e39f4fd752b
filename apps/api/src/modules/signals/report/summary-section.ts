import { type Claim, compileClaims, type QueryNode, type StatementDraft } from '@auspex/analytics'
import type { SummarySection } from '@auspex/sdk/types'
import type { DailyReport } from './daily-series.ts'
import type { StoryFacts } from '../../documents/index.ts'
import { byNewest, type LibraryDocument, presentDocument } from './present-document.ts'
import { countedStatements, type ToldSections } from './summary-counts.ts'
import { counterStatement, type QuotedSentence, quotedSentences, quoteStatements } from './summary-quotes.ts'
import { topStoryStatements } from './summary-stories.ts'
import { type StorySections, storyStatements } from './summary-story.ts'

export interface SummaryInput {
  /** The sections whose numbers are told. */
  report: ToldSections & StorySections & Pick<DailyReport, 'tone'>
  /** Documents to read, in any order. */
  documents: readonly LibraryDocument[]
  /** The stories that most documents tell, largest first. */
  stories: readonly StoryFacts[]
  /** The query they were found for; its words are marked in what is cited. */
  node: QueryNode
  /** A question that the summary should bear on; null for none. */
  question: string | null
}

const maxRead = 60
const maxCited = 50

/**
 * What the documents say, compiled from claims: how much, what changed, in what tone, by whom, where, which stories, what
 * was said word for word, and what speaks against it. A sentence that its claims do not support is not made.
 */
export function buildSummary({ report, documents, stories, node, question }: SummaryInput): SummarySection {
  // nobody has said yet what is dated after the last day of the report
  const said = documents.filter(({ publishedAt }) => publishedAt.slice(0, 10) <= report.lastDay)
  const read = oneOfEachStory(said).slice(0, maxRead)
  const counted = countedStatements(report)
  const remarkable = counted.filter(({ part }) => part === 'story')
  const story = storyStatements(report, remarkable)
  // what one sentence quotes no other one repeats
  const headlines = quotedIn(story)
  const topStories = topStoryStatements({ stories, documents: said, node, told: headlines })
  const titles = [...headlines, ...quotedIn(topStories)]
  const quotes = quotedSentences({ read, node, question, told: titles })
  const told = [...titles, ...quotes.map(({ text }) => text)]
  const drafts = arrange(
    [
      ...story,
      ...counted.flatMap((draft) => (story.includes(draft) ? [] : { ...draft, part: 'detail' as const })),
      ...topStories,
      ...quoteStatements(quotes, said),
      ...counterStatement({ mean: report.tone.mean, read, node, told }),
    ],
    question,
  )
  const { statements, claims } = compileClaims(drafts, new Map(documents.map((document) => [document.id, document])))
  return {
    section: 'summary',
    statements,
    claims,
    sentences: quotes.map(({ text, documentIds }: QuotedSentence) => ({ text, documentIds })),
    cited: citedBy(claims, documents).map((document) => presentDocument(document, node)),
    documentsRead: read.length,
    method: 'Claims compiled from counts; quotations by TextRank with query bias and MMR',
    note: noteOn(report.counts.documents, quotes),
  }
}

function quotedIn(drafts: readonly StatementDraft[]): string[] {
  return drafts.flatMap(({ claims }) => claims.flatMap(({ quote }) => quote?.text ?? []))
}

/** Copies of a story say nothing new. They stay out of what is read, so a quoted sentence names the one that was read. */
function oneOfEachStory(documents: readonly LibraryDocument[]): LibraryDocument[] {
  const stories = new Map<string, LibraryDocument>()
  for (const document of documents.toSorted(byNewest))
    if (!stories.has(document.storyCluster)) stories.set(document.storyCluster, document)
  return [...stories.values()]
}

function citedBy(claims: readonly Claim[], documents: readonly LibraryDocument[]): LibraryDocument[] {
  const ids = new Set(claims.flatMap(({ documentIds }) => documentIds))
  return documents.filter(({ id }) => ids.has(id)).slice(0, maxCited)
}

/** What a question asks about, by the formula of the claims that answer it. */
const formulasByQuestion: readonly [pattern: RegExp, formulas: readonly string[]][] = [
  [/\b(?:feel|feels|tone|sentiment|mood|opinion|opinions|like|love|hate|negative|positive)\b/iu, ['tone']],
  [
    /\b(?:grow|grew|growing|growth|change|changed|trend|trending|rise|rising|fall|falling|momentum|when)\b/iu,
    ['momentum', 'stage'],
  ],
  [/\b(?:story|stories|happened|happening|news|event|events)\b/iu, ['story-clusters']],
  [/\b(?:about|with|related|context|contexts|topics)\b/iu, ['contexts']],
]

/** What answers the question comes first; the rest keeps its order. */
function arrange(drafts: readonly StatementDraft[], question: string | null): readonly StatementDraft[] {
  if (question === null) return drafts
  const wanted = new Set(formulasByQuestion.flatMap(([pattern, formulas]) => (pattern.test(question) ? formulas : [])))
  const answers = ({ claims }: StatementDraft) => claims.some(({ formula }) => wanted.has(formula))
  return [...drafts.filter(answers), ...drafts.filter((draft) => !answers(draft))]
}

function noteOn(documents: number, quotes: readonly QuotedSentence[]): string {
  if (documents === 0) return 'No document matches, so there is nothing to sum up.'
  return quotes.length === 0
    ? 'There is not enough text to quote.'
    : 'Numbers are counted and quotations stand in the documents word for word; whether what is quoted is true was not checked.'
}
