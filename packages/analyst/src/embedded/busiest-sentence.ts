import { sayDay } from '@auspex/analytics/claims'
import type { SignalReport } from '@auspex/sdk/types'
import { type Ground, type Sentence, sentence } from '../answer/sentence.ts'

/** With fewer documents the highest bar of a chart is chance. */
const fewDocuments = 5

/** Whether a question asks when most was written. */
export function asksForPeak(message: string): boolean {
  return /\b(?:peak(?:s|ed|ing)?|busiest|when\b.{0,60}\bmost)\b/iu.test(message)
}

/** When most was published, for a topic without an event; null where it is too little to notice. */
export function busiestSentence({ signalId, volume: { points, interval } }: SignalReport): Sentence | null {
  const place = points.reduce((best, { documents }, at) => (documents > (points[best]?.documents ?? 0) ? at : best), 0)
  const point = points[place]
  if (point === undefined || point.documents < fewDocuments) return null
  const { firstDay, documents, storyClusters: stories } = point
  const measure = (field: 'documents' | 'storyClusters', value: number): Ground => ({
    kind: 'measure',
    signalId,
    section: 'volume',
    pointer: `/points/${place}/${field}`,
    value,
  })
  const month = sayDay(firstDay).replace(/^\d+ /u, '')
  const when =
    interval === 'month' ? `in ${month}` : `${interval === 'week' ? 'in the week of' : 'on'} ${sayDay(firstDay)}`
  return sentence(
    `Most was published ${when}: `,
    { text: `${documents.toLocaleString('en')} documents`, ground: measure('documents', documents) },
    // copies of one article make a high bar
    ...(stories === null || stories >= documents
      ? ['.']
      : [
          ', which tell ',
          {
            text: `${stories.toLocaleString('en')} ${stories === 1 ? 'story' : 'stories'}`,
            ground: measure('storyClusters', stories),
          },
          '.',
        ]),
  )
}
