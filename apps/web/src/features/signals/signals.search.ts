import type { DocumentKind, SeriesInterval, SourceKey, ToneLabel } from '@auspex/sdk'
import { SourceKey as sourceKeys } from '@auspex/sdk/values'
import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'
import { commentParam } from '../../lib/dialogs/comments.tsx'
import { isDay } from '../../lib/time/dates.ts'
import { kindWords, toneWords } from '../../lib/words/words.ts'

const day = orElse(z.optional(z.string().check(z.refine(isDay))), undefined)
const text = orElse(z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(300))), undefined)
const oneOf = <T extends string>(words: Record<T, unknown>) =>
  z.pipe(
    orElse(z.optional(z.string()), undefined),
    z.transform((value): T | undefined => (value !== undefined && value in words ? (value as T) : undefined)),
  )

/** The parts of a report under its chart. The first is open by default. */
const tabs = { said: true, who: true, where: true, outlook: true, evidence: true } as const

/** The search parameters of a report: the days, interval and measure of its charts, the open tab, and which documents are open. */
export const reportSearchSchema = z.object({
  /** The typed term, if the search led to another wording. */
  asked: text,
  /** First and last day that the charts show. */
  from: day,
  to: day,
  /** The past day whose knowledge is shown; the signal of the path is of that day. */
  asOf: day,
  /** Whether the charts show all days, also those with next to no documents. */
  span: oneOf<'all'>({ all: true }),
  measure: oneOf<'stories' | 'outlets' | 'share'>({ stories: true, outlets: true, share: true }),
  /** Interval of the chart's points, if it is not the default for their days. */
  interval: oneOf<SeriesInterval>({ day: true, week: true, month: true }),
  tab: oneOf<keyof typeof tabs>(tabs),
  /** The day of the change that is explained beside the report. */
  change: day,
  /** Whether it is explained why the number of documents changed. */
  measured: oneOf<'open'>({ open: true }),
  /** The signal with the query of before, where the reader changed it. */
  previous: orElse(z.optional(z.string().check(z.regex(/^sig_[a-z0-9]{1,40}$/))), undefined),
  /** Whether the check of the query is open. */
  check: oneOf<'open'>({ open: true }),
  /** The comment that is open beside the report. */
  comments: commentParam,
  /** Which documents are open beside the report; without it none are. */
  docs: oneOf<'all' | 'documents' | 'chatter'>({ all: true, documents: true, chatter: true }),
  tone: oneOf<ToneLabel>(toneWords),
  source: oneOf<SourceKey>(sourceKeys),
  kind: oneOf<DocumentKind>(kindWords),
  outlet: text,
  author: text,
  country: orElse(z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))), undefined),
  context: text,
  story: text,
  ids: orElse(z.optional(z.string().check(z.regex(/^doc_[a-z0-9]{1,20}(,doc_[a-z0-9]{1,20}){0,49}$/))), undefined),
  /** The narrative that the open documents were put into. */
  narrative: orElse(z.optional(z.string().check(z.regex(/^nar_[a-z0-9]{1,40}$/))), undefined),
  /** The part of a change between two measurements that the open documents make. */
  part: orElse(
    z.optional(z.string().check(z.regex(/^[a-z-]{3,20}\.(?:sig_[a-z0-9]{1,40}|[1-9]\d{0,8}\.[1-9]\d{0,8})$/))),
    undefined,
  ),
  /** First and last day of the open documents. */
  since: day,
  until: day,
  sort: oneOf<'oldest' | 'relevance' | 'reach' | 'engagement'>({
    oldest: true,
    relevance: true,
    reach: true,
    engagement: true,
  }),
  /** The search text for the open documents. */
  find: text,
  /** The document in the reading pane. */
  doc: orElse(z.optional(z.string().check(z.regex(/^doc_[a-z0-9]{1,20}$/))), undefined),
})

export type ReportSearch = z.output<typeof reportSearchSchema>

/** The URL of a context space: its display options and the selected context. */
export const contextSpaceSearchSchema = z.object({
  view: orElse(z.optional(z.literal('list')), undefined),
  colour: orElse(z.optional(z.literal('tone')), undefined),
  /** What the map shows: its contexts unless said otherwise. */
  of: orElse(z.optional(z.literal('narratives')), undefined),
  /** Selected narrative. */
  narrative: orElse(z.optional(z.string().check(z.regex(/^nar_[a-z0-9]{1,40}$/))), undefined),
  /** Selected context. */
  context: orElse(z.optional(z.string().check(z.regex(/^ctx_[a-z0-9]{1,40}$/))), undefined),
})
