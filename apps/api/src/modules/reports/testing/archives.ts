import { addDays, daysBetween } from '@auspex/analytics'
import type { SourceDocument } from '@auspex/sources'
import { sampleArticle } from '../../../testing/stored-documents.ts'

/** First and last day of the planted archive, and its outbreak. */
export const archives = {
  firstDay: '2012-10-23',
  lastDay: '2013-08-18',
  onset: '2013-06-07',
  outbreakDays: 4,
  newsletter: '2013-03-30',
} as const
const { firstDay, lastDay, onset, outbreakDays, newsletter } = archives
const days = daysBetween(firstDay, lastDay) + 1
const subjects = ['phones', 'browsers', 'banks', 'schools', 'cameras', 'trains', 'doctors']

/**
 * A forum that ends on 18 August 2013 but for a few stragglers, with two posts about privacy among twelve a day and an outbreak of them in June; one
 * newsletter that 86 outlets print on one day in March; and news that begin half a year later.
 */
export function* plantArchives(): Generator<SourceDocument> {
  let n = 0
  const toPost = (day: string, title: string, kind?: SourceDocument['kind']) => toDocument((n += 1), day, title, kind)
  for (let index = 0; index < days; index += 1) {
    const day = addDays(firstDay, index)
    const sinceOnset = daysBetween(onset, day)
    for (let one = 0; one < 12; one += 1)
      yield toPost(
        day,
        one < 2 ? `Privacy of ${subjects[n % 7]}, ${nonsense(n)}` : `Gardening note ${n} on ${subjects[n % 7]}`,
      )
    if (sinceOnset >= 0 && sinceOnset < outbreakDays)
      for (let one = 0; one < 12; one += 1)
        yield toPost(day, `Privacy outrage as the PRISM program is revealed: ${nonsense(n)}`)
  }
  for (let one = 0; one < 86; one += 1)
    yield toPost(newsletter, 'Five things to know today: privacy, trains, strikes and doctors')
  for (let index = 8; index < 90; index += 20)
    yield toPost(addDays(lastDay, index), `Privacy of ${subjects[index % 7]}, late question`)
  for (let index = 180; index < 240; index += 1)
    yield toPost(addDays(lastDay, index), `Gardening news ${index}`, 'article')
}

/** First and last day of the planted archive of a later forum. */
export const laterForum = { firstDay: '2015-09-01', lastDay: '2016-09-25' } as const

/**
 * The same, plus an archive of another forum two years later with one post a day instead of twelve: every third is about privacy, and in the week
 * from 23 June 2016 there are four more each day.
 */
export function* plantTwoArchives(): Generator<SourceDocument> {
  yield* plantArchives()
  let n = 1_000_000
  const toPost = (day: string, title: string) => toDocument((n += 1), day, title)
  for (let index = 0; index <= daysBetween(laterForum.firstDay, laterForum.lastDay); index += 1) {
    const day = addDays(laterForum.firstDay, index)
    yield toPost(day, index % 3 === 0 ? `Privacy of ${subjects[n % 7]}, ${nonsense(n)}` : `Cooking note ${n}`)
    const sinceVote = daysBetween('2016-06-23', day)
    if (sinceVote >= 0 && sinceVote < 7)
      for (let one = 0; one < 4; one += 1)
        yield toPost(day, `Privacy shield vote divides the parliament: ${nonsense(n)}`)
  }
}

function toDocument(n: number, day: string, title: string, kind: SourceDocument['kind'] = 'post'): SourceDocument {
  return sampleArticle({
    nativeId: `archive${n}`,
    sourceKey: 'imported',
    url: `https://archive.example/${n}`,
    kind,
    outlet: kind === 'post' ? `forum-${n % 5}.example` : 'news.example',
    title,
    body: null,
    author: null,
    publishedAt: `${day}T${String(n % 24).padStart(2, '0')}:00:00Z`,
    country: null,
    countryBasis: null,
    engagement: null,
  })
}

const syllables = ['ba', 'do', 'fi', 'gu', 'ke', 'lo', 'mi', 'nu', 'pa', 're', 'so', 'ti', 'vu', 'we', 'za']

/** Six unique words for each number, so that no post is a near-copy of another. */
function nonsense(n: number): string {
  const word = (number: number) =>
    [1, 15, 225, 3375].map((place) => syllables[Math.floor(number / place) % syllables.length]).join('')
  return [0, 1, 2, 3, 4, 5].map((at) => word(n * 6 + at)).join(' ')
}
