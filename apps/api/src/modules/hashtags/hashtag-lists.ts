import { concentration, medianOf, pooledEngagement, typicalViews, videoEngagement } from '@auspex/analytics'
import type {
  HashtagConcentration,
  HashtagCreator,
  HashtagCreatorOrder,
  HashtagCreatorPage,
  HashtagPage,
  HashtagVideo,
  HashtagVideoOrder,
  HashtagVideoPage,
  NumbersOrigin,
  TypicalHashtagVideo,
} from '@auspex/sdk/types'
import { foldHashtag } from '@auspex/sources'
import type { Actor } from '../../kernel/actor.ts'
import { type PageRequest, toPageInfo } from '../../kernel/page.ts'
import type { HashtagDependencies, StoredVideo } from './hashtags.types.ts'
import type { Question, Selection } from './hashtag-question.ts'
import { libraryOf, ownerOf } from './imports.usecases.ts'
import type { CreatorSums } from './lists.repository.ts'

const dayMs = 86_400_000

/** Videos of the window, and the values of a typical one. */
export async function listVideos(
  { window, source, coverage }: Selection,
  { order, page }: { order: HashtagVideoOrder; page: PageRequest },
  { figures, lists }: HashtagDependencies,
): Promise<HashtagVideoPage> {
  const { videos: total } = await figures.totals(window)
  const numbers = await lists.numbers(window)
  const typical = typicalOf(numbers)
  const items = await lists.videos(window, order, typical?.viewsMedian ?? null, page)
  return {
    items: items.map((video) => presentVideo(video, typical)),
    page: toPageInfo(page, total),
    origin: source.origin,
    source,
    typical,
    typicalReason:
      typical === null
        ? total === 0
          ? 'No video of this period carries it.'
          : 'The source does not provide view counts.'
        : null,
    coverage,
  }
}

function typicalOf({
  views,
  rates,
}: {
  views: readonly number[]
  rates: readonly number[]
}): TypicalHashtagVideo | null {
  const typicalOfAll = typicalViews(views)
  if (typicalOfAll === null) return null
  return {
    videos: typicalOfAll.videos,
    viewsMedian: typicalOfAll.median,
    viewsLow: typicalOfAll.interval?.low ?? null,
    viewsHigh: typicalOfAll.interval?.high ?? null,
    viewsLowerQuarter: typicalOfAll.lowerQuarter,
    viewsUpperQuarter: typicalOfAll.upperQuarter,
    engagementMedian: medianOf(rates),
    topShare: typicalOfAll.topShare,
    hasHit: typicalOfAll.hasHit,
  }
}

function presentVideo(
  { nativeId, text, creatorName: _name, followers: _followers, publishedAt, hashtags, ...video }: StoredVideo,
  typical: TypicalHashtagVideo | null,
): HashtagVideo {
  const engagement = videoEngagement(video)
  const isTypical =
    typical === null || video.views === null
      ? null
      : video.views >= typical.viewsLowerQuarter && video.views <= typical.viewsUpperQuarter
  return {
    ...video,
    id: nativeId.slice(0, 60),
    description: text.slice(0, 5000),
    publishedAt: publishedAt.toISOString(),
    hashtags: hashtags.slice(0, 100),
    engagementRate: engagement?.rate ?? null,
    engagementLow: engagement?.interval?.low ?? null,
    engagementHigh: engagement?.interval?.high ?? null,
    isTypical,
  }
}

/** The creators of the window's videos, and how concentrated they are. */
export async function listCreators(
  { window, source, coverage }: Selection,
  { order, page }: { order: HashtagCreatorOrder; page: PageRequest },
  { figures, lists }: HashtagDependencies,
): Promise<HashtagCreatorPage> {
  const { creators: total, views } = await figures.totals(window)
  const items = await lists.creators(window, order, page)
  return {
    items: items.map((creator) => presentCreator(creator, views)),
    page: toPageInfo(page, total),
    origin: source.origin,
    source,
    concentration: concentrationOf(await lists.shares(window), total),
    coverage,
  }
}

function presentCreator(
  { handle, name, country, followers, videos, views, ...sums }: CreatorSums,
  all: number | null,
): HashtagCreator {
  const { rated, ratedViews, ...squares } = sums
  const engagement = pooledEngagement({ videos: rated, views: ratedViews, ...squares })
  return {
    handle,
    name,
    country,
    followers,
    videos,
    views,
    viewsShare: views === null || all === null || all === 0 ? null : Math.min(1, views / all),
    engagementRate: engagement?.rate ?? null,
    engagementLow: engagement?.interval?.low ?? null,
    engagementHigh: engagement?.interval?.high ?? null,
    engagementVideos: rated,
  }
}

/** Views are a better measure than videos, if every creator's are known. */
function concentrationOf(
  { views, videos }: { views: readonly number[]; videos: readonly number[] },
  creators: number,
): HashtagConcentration | null {
  const basis = views.length === creators && views.some((sum) => sum > 0) ? 'views' : 'videos'
  const distribution = concentration(basis === 'views' ? views : videos)
  if (distribution === null) return null
  const { interval, ...shares } = distribution
  return { basis, ...shares, low: interval?.low ?? null, high: interval?.high ?? null }
}

interface ListedHashtags {
  /** What the hashtags begin with. */
  beginning: string
  geo: string | null
  period: Question['period']
  /** Null for all. */
  origin: NumbersOrigin | null
  page: PageRequest
}

/** The stored hashtags of a period, the most used first. */
export async function listHashtags(
  { beginning, geo, period, origin, page }: ListedHashtags,
  actor: Actor,
  { sets, figures, lists, demoSet, clock }: HashtagDependencies,
): Promise<HashtagPage> {
  const library = await sets.find(libraryOf(ownerOf(actor)))
  const holdsImports = library !== null && (await figures.holdsVideos(library.setNo))
  const demo = holdsImports ? null : await demoSet()
  const readings = demo === null ? await lists.readings(period, geo ?? '') : []
  const isListed = (candidate: NumbersOrigin) => origin === null || origin === candidate
  const setNos = [
    ...(library === null || !isListed('import') ? [] : [library.setNo]),
    ...(demo === null || !isListed('demo') ? [] : [demo.setNo]),
    ...readings.flatMap((reading) => (isListed(reading.origin) ? [reading.setNo] : [])),
  ]
  const now = clock.now().getTime()
  const listed = {
    setNos,
    beginning: foldHashtag(beginning),
    country: geo,
    from: toDay(now - (period - 1) * dayMs),
    to: toDay(now),
  }
  const { items, total } = await lists.hashtags(listed, page)
  return { items, page: toPageInfo(page, total) }
}

function toDay(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10)
}
