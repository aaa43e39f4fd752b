import type {
  DigestItem,
  DocumentKind,
  GroupRef,
  SectionCard,
  SourceProbeStatus,
  SourceStatus,
  StageSection,
  ToneLabel,
  Trial,
} from '@auspex/sdk'

/** Labels for the values of the contract, in one place, so that each thing has one name. The API names sources: `source-names.ts`. */

export const kindWords: Record<DocumentKind, string> = {
  article: 'Article',
  post: 'Post',
  comment: 'Comment',
  question: 'Question',
  answer: 'Answer',
  video: 'Video',
  paper: 'Paper',
  trial: 'Clinical trial',
  filing: 'Filing',
}

/** Documents of a kind together: a source without a name for them, or several sources. */
export const kindGroupWords: Record<DocumentKind, string> = {
  article: 'News',
  post: 'Forum posts',
  comment: 'Forum comments',
  question: 'Questions',
  answer: 'Answers',
  video: 'Videos',
  paper: 'Papers',
  trial: 'Clinical trials',
  filing: 'Filings',
}

/** The colour of a kind of source, the same in every chart. */
export const colorOfKind = (kind: DocumentKind): string => `var(--kind-${kind})`

export const toneWords: Record<ToneLabel, string> = {
  positive: 'Positive',
  neutral: 'Neutral',
  negative: 'Negative',
  unknown: 'Unclear',
}

/** From best to worst, unknown last: the order of legends, bars and filters. */
export const toneOrder = ['positive', 'neutral', 'negative', 'unknown'] as const satisfies readonly ToneLabel[]

export const stageWords: Record<NonNullable<StageSection['stage']>, string> = {
  emerging: 'Emerging',
  rising: 'Rising',
  peaking: 'Peaking',
  steady: 'Steady',
  declining: 'Declining',
  dormant: 'Dormant',
}

/** What a stage means for a topic: a share also falls if more of other things was collected, while the topic itself does not. */
export const stageMeanings: typeof stageWords = {
  emerging:
    'Growing from almost nothing, as a share of everything collected. Where shares are unknown, pieces are counted.',
  rising: 'Growing as a share of everything collected. Where shares are unknown, pieces are counted.',
  peaking: 'No clear change, and about as high as it has ever been here.',
  steady: 'No clear change, and not at its peak.',
  declining: 'Falling as a share of everything collected. Where shares are unknown, pieces are counted.',
  dormant: 'Almost nothing collected was about it.',
}

interface StatusWords {
  readonly label: string
  readonly meaning: string
  readonly state: 'waiting' | 'good' | 'empty' | 'failed' | 'stopped'
}

export const statusWords: Record<SourceStatus, StatusWords> = {
  pending: { label: 'Waiting', meaning: 'Not asked yet', state: 'waiting' },
  running: { label: 'Searching', meaning: 'Searching now', state: 'waiting' },
  ok: { label: 'Answered', meaning: 'Answered with documents', state: 'good' },
  empty: { label: 'Nothing found', meaning: 'Answered, and has nothing that matches', state: 'empty' },
  rate_limited: { label: 'Rate limited', meaning: 'The source limits how often it may be queried', state: 'failed' },
  blocked: { label: 'Blocked', meaning: 'The source refuses requests from this network', state: 'failed' },
  bad_query: { label: 'Query refused', meaning: 'The source cannot read this query', state: 'failed' },
  auth: { label: 'Key refused', meaning: 'The source needs a different key', state: 'failed' },
  upstream_down: { label: 'Unreachable', meaning: 'The source did not answer', state: 'failed' },
  schema_changed: {
    label: 'Unreadable answer',
    meaning: 'The source answered in a form that Auspex does not know',
    state: 'failed',
  },
  cancelled: { label: 'Cancelled', meaning: 'Stopped before it answered', state: 'stopped' },
}

/** The status of a source after a probe; failures use the labels of a search. */
export const probeWords: Record<SourceProbeStatus, Pick<StatusWords, 'label' | 'state'>> = {
  ok: { label: 'Answers', state: 'good' },
  rate_limited: statusWords.rate_limited,
  blocked: statusWords.blocked,
  bad_query: { label: 'Unreadable answer', state: 'failed' },
  auth: statusWords.auth,
  upstream_down: statusWords.upstream_down,
  schema_changed: statusWords.schema_changed,
  not_configured: { label: 'Needs setup', state: 'stopped' },
  not_asked: { label: 'Not asked', state: 'empty' },
}

/** Labels of the recruitment statuses of studies. */
export const trialStatusWords: Record<Trial['status'], string> = {
  RECRUITING: 'Recruiting',
  NOT_YET_RECRUITING: 'Not yet recruiting',
  ENROLLING_BY_INVITATION: 'By invitation',
  ACTIVE_NOT_RECRUITING: 'Active, not recruiting',
  COMPLETED: 'Completed',
  SUSPENDED: 'Suspended',
  TERMINATED: 'Terminated',
  WITHDRAWN: 'Withdrawn',
  UNKNOWN: 'Unknown status',
  AVAILABLE: 'Available',
  NO_LONGER_AVAILABLE: 'No longer available',
  TEMPORARILY_NOT_AVAILABLE: 'Temporarily not available',
  APPROVED_FOR_MARKETING: 'Approved for marketing',
  WITHHELD: 'Withheld',
}

/** The audience of a portfolio or a project. The name of a group that the person has left is unknown. */
export const nameGroup = (groupId: string | null, groups: readonly GroupRef[]): string =>
  groupId === null ? 'only you' : (groups.find(({ id }) => id === groupId)?.name ?? 'a group')

/** What a page of a signal shows if there is none. */
export const noSuchSignal = {
  title: 'Signal not found',
  text: 'Check the address, or search for the topic to measure it.',
} as const

/** What a section of a signal report contains, on the cards of stories and the blocks of reports. */
export const sectionWords: Record<SectionCard['section'], string> = {
  summary: 'In brief',
  volume: 'Documents a day',
  tone: 'Tone',
  voices: 'Voices',
  places: 'Places',
  audience: 'Audience',
  changes: 'What happened',
}

interface NamedPart {
  readonly text: string
  /** The signal that this part names; null for other text. */
  readonly signalId: string | null
}

/** Matches a name where it stands alone: "US" is also a part of "usual". */
const wholeWords = (name: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'iu')

/** The text of an entry of a digest, divided at the first place of each related signal's name. */
export const splitNames = ({ text, related = [] }: Pick<DigestItem, 'text' | 'related'>): readonly NamedPart[] => {
  const parts: NamedPart[] = []
  let last = 0
  const places = related
    .map(({ signalId, title }) => ({ signalId, at: text.search(wholeWords(title)), length: title.length }))
    .toSorted((a, b) => a.at - b.at)
  for (const { signalId, at, length } of places) {
    // a name can be a part of another, and be missing from a text that was cut
    if (at < last) continue
    parts.push({ text: text.slice(last, at), signalId: null }, { text: text.slice(at, at + length), signalId })
    last = at + length
  }
  return [...parts, { text: text.slice(last), signalId: null }]
}
