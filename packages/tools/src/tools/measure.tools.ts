import { compareMeasurements, fetchLocationMetrics, getInfluentialVoices, getSignalSection, getTone } from '@auspex/sdk'
import { z } from 'zod'
import * as outputs from '../outputs.ts'
import { toCompactEstimate, trim } from '../compact.ts'
import { country, day, defineTool, limit, signalId } from '../tool.ts'

const part = z.object({ signalId, country: country.optional(), from: day.optional(), to: day.optional() })

const toRef = (input: z.output<typeof part>) => ({
  id: input.signalId,
  geo: input.country ?? null,
  startDate: input.from ?? null,
  endDate: input.to ?? null,
})

export const measureTools = [
  defineTool({
    name: 'get_tone',
    operationId: 'getTone',
    title: 'Measure tone',
    description: 'Mean tone in [-1, 1] with its interval, documents by tone, and how many are unknown.',
    input: part,
    output: outputs.fields({ mean: outputs.estimate, counts: z.looseObject({}), kinds: outputs.items }),
    answer: async (input, context) => {
      const tone = await getTone(
        {
          id: input.signalId,
          ...(input.country !== undefined && { geo: input.country }),
          ...(input.from !== undefined && { start_date_time: `${input.from}T00:00:00Z` }),
          ...(input.to !== undefined && { end_date_time: `${input.to}T23:59:59Z` }),
        },
        context,
      )
      return {
        mean: toCompactEstimate(tone.mean),
        counts: tone.counts,
        undecidedShare: tone.undecidedShare,
        kinds: tone.kinds,
      }
    },
  }),
  defineTool({
    name: 'list_voices',
    operationId: 'getInfluentialVoices',
    title: 'List who speaks',
    description: 'Authors and outlets of a signal by reach and number of documents, with their mean tone.',
    input: part.extend({ limit }),
    output: outputs.fields({ authors: outputs.items, outlets: outputs.items }),
    answer: async (input, context) => trim(await getInfluentialVoices(toRef(input), context), input.limit),
  }),
  defineTool({
    name: 'list_locations',
    operationId: 'fetchLocationMetrics',
    title: 'List where it is said',
    description: 'Countries of a signal, on what basis each is known, and how many documents have none.',
    input: part.extend({ limit }),
    output: outputs.fields({ countries: outputs.items, unknown: outputs.count }),
    answer: async (input, context) => trim(await fetchLocationMetrics(toRef(input), context), input.limit),
  }),
  defineTool({
    name: 'list_contexts',
    operationId: 'getSignalSection',
    title: 'List what comes up with it',
    description: 'Terms and entities that co-occur with the topic more than chance; `lift` is how many times likelier.',
    input: z.object({ signalId, limit }),
    output: outputs.fields({ section: z.string() }),
    answer: async (input, context) => {
      const section = await getSignalSection(input.signalId, 'contexts', {}, context)
      return trim(section, input.limit)
    },
  }),
  defineTool({
    name: 'explain_change',
    operationId: 'compareMeasurements',
    title: 'Explain why the number of documents changed',
    description:
      'Why a signal has more or fewer documents than at an earlier measurement: new documents, days that sources newly cover, removed documents, another query or another version of the method. The parts sum to the change. `from` is null while there is nothing to compare with.',
    input: z.object({
      signalId,
      previousSignalId: signalId
        .optional()
        .describe('A signal with the earlier query, to show what the change of the query did'),
    }),
    output: outputs.fields({
      change: z.int().nullable().describe('Documents more, or with a minus fewer; null without an earlier measurement'),
      parts: outputs.items.describe('Causes with the documents that came, or with a minus went'),
      limits: z.string().describe('What the parts cannot say'),
    }),
    answer: async ({ signalId: id, previousSignalId }, context) => {
      const { from, to, change, parts, limits } = await compareMeasurements(
        id,
        previousSignalId === undefined ? {} : { previousSignalId },
        context,
      )
      return { from, to, change, parts, limits }
    },
  }),
]
