import {
  compareSignals,
  getAudienceEstimate,
  getExecutiveSummary,
  getInflectionPointSummary,
  getSignalReport,
  getSignalSection,
} from '@auspex/sdk'
import { SectionName } from '@auspex/sdk/values'
import { z } from 'zod'
import * as outputs from '../outputs.ts'
import { toCompactEstimate, toCompactMeasures, toCompactReport, trim } from '../compact.ts'
import { country, day, defineTool, entity, limit, signalId } from '../tool.ts'

const asOf = day.describe(
  'A past day: only what was published and collected by its end. Leave out for what is known today',
)

export const getReportTool = defineTool({
  name: 'get_report',
  title: 'Read the report of a signal',
  operationId: 'getSignalReport',
  description:
    'The whole report of a signal in short: counts, momentum, stage, tone, checked statements, contexts, voices, countries, newest documents and what is missing.',
  input: z.object({ signalId, entity: entity.optional(), asOf: asOf.optional() }),
  output: outputs.report,
  answer: async ({ signalId: id, ...part }, context) => getSignalReport(id, part, context),
  compact: toCompactReport,
})

export const getReportSectionTool = defineTool({
  name: 'get_report_section',
  title: 'Read one section of a report',
  operationId: 'getSignalSection',
  description:
    'One section of a report with its series and lists, cut to `limit` items; series keep the newest. Narratives, the forecast (a back-test where `isBacktest` says so: it tells nothing of days to come) and medicine (trials and papers beside the talk, for a topic of medicine) are sections that the whole report leaves out.',
  input: z.object({
    signalId,
    section: z.enum(SectionName).describe('Name of the section'),
    interval: z.enum(['day', 'week', 'month']).optional().describe('Length of the points of volume and tone'),
    limit,
  }),
  output: outputs.fields({ section: z.string() }),
  answer: async ({ signalId: id, section, interval }, context) =>
    getSignalSection(id, section, interval === undefined ? {} : { interval }, context),
  compact: (section, input) => trim(section, input.limit),
})

export const compareSignalsTool = defineTool({
  name: 'compare_signals',
  title: 'Compare signals',
  operationId: 'compareSignals',
  description:
    'Two to five signals side by side, and how each differs from the first. A difference that is not distinct is no difference.',
  input: z.object({
    signalIds: z
      .array(signalId)
      .min(2)
      .max(5)
      .describe('Signals; the first is the one that the others are compared with'),
    asOf: asOf.optional(),
  }),
  output: outputs.fields({ signals: z.array(outputs.measures), differences: outputs.items }),
  answer: async ({ signalIds, ...past }, context) => {
    const [comparison, ...reports] = await Promise.all([
      compareSignals({ ids: signalIds.join(','), ...past }, context),
      ...signalIds.map((id) => getSignalReport(id, past, context)),
    ])
    return { comparison, reports }
  },
  compact: ({ comparison: { signals, differences, limits }, reports }) => ({
    signals: reports.map((report, place) => ({ ...toCompactMeasures(report), share: signals[place]?.share ?? null })),
    differences,
    limits,
  }),
})

export const estimateAudienceTool = defineTool({
  name: 'estimate_audience',
  title: 'Estimate an audience',
  operationId: 'getAudienceEstimate',
  description:
    'How many people may be interested in a signal: what that assumes, then one digit with an interval, or why it is unknown.',
  input: z.object({
    signalId,
    ageMin: z.int().min(0).max(120).describe('Youngest age in years'),
    ageMax: z.int().min(0).max(120).optional().describe('Oldest age in years'),
    country: country.optional(),
  }),
  output: outputs.fields({
    assumptions: z.array(z.unknown()),
    people: outputs.estimate,
    reason: z.string().nullable(),
  }),
  answer: async ({ signalId: id, ageMin, ageMax, country: geo }, context) =>
    getAudienceEstimate(
      { id, age_min: ageMin, ...(ageMax !== undefined && { age_max: ageMax }), ...(geo !== undefined && { geo }) },
      context,
    ),
  compact: ({ assumptions, people, reason }) => ({ assumptions, people: toCompactEstimate(people), reason }),
})

export const reportTools = [
  getReportTool,
  getReportSectionTool,
  compareSignalsTool,
  defineTool({
    name: 'get_summary',
    operationId: 'getExecutiveSummary',
    title: 'Sum a signal up',
    description: 'Sentences word for word from documents, each with the ids of the documents it stands on.',
    input: z.object({ signalId, country: country.optional(), from: day.optional(), to: day.optional() }),
    output: outputs.fields({ sentences: outputs.items, documentsRead: outputs.count, note: z.string().nullable() }),
    answer: async (input, context) => {
      const summary = await getExecutiveSummary(
        { id: input.signalId, geo: input.country ?? null, startDate: input.from ?? null, endDate: input.to ?? null },
        context,
      )
      return {
        sentences: summary.sentences,
        documentsRead: summary.documentsRead,
        method: summary.method,
        note: summary.note,
      }
    },
  }),
  defineTool({
    name: 'explain_changes',
    operationId: 'getInflectionPointSummary',
    title: 'Explain when a signal changed',
    description: 'The days at which the level or slope of a signal changed, by how much, and what was said then.',
    input: z.object({ signalId }),
    output: outputs.fields({ points: outputs.items, reason: z.string().nullable() }),
    answer: async (input, context) => {
      const { points, reason } = await getInflectionPointSummary({ id: input.signalId }, context)
      return { reason, points: points.map((point) => ({ ...point, change: toCompactEstimate(point.change) })) }
    },
  }),
  estimateAudienceTool,
]
