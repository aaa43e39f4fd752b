import type { AuspexClient } from '@auspex/sdk'
import { useMutation } from '@tanstack/react-query'
import { type CsvValue, toCsv, download, toFileName } from '../../lib/files/download.ts'
import { collectCreators, collectVideos } from './hashtags.queries.ts'
import type { HashtagSearch } from './hashtags.search.ts'
import { failureSentences } from '../../lib/api/failure.ts'

/** With a byte order mark; Excel does not detect UTF-8 without one. */
const saveRows = (name: string, header: readonly string[], rows: readonly (readonly CsvValue[])[]): void =>
  download(`${name}.csv`, new Blob(['\uFEFF', toCsv(header, rows)], { type: 'text/csv;charset=utf-8' }))

/** Up to a thousand videos, in the displayed order; each row states its source. */
export const saveVideos = async (client: AuspexClient, tag: string, search: HashtagSearch): Promise<void> => {
  const { items, first } = await collectVideos(client, tag, search)
  const { name, asOf } = first.source
  saveRows(
    toFileName(tag, 'videos', asOf.slice(0, 10)),
    [
      'id',
      'published_at',
      'creator',
      'country',
      'text',
      'hashtags',
      'views',
      'likes',
      'comments',
      'shares',
      'engagement_rate',
      'engagement_low',
      'engagement_high',
      'url',
      'source',
      'data_as_of',
    ],
    items.map((video) => [
      video.id,
      video.publishedAt,
      video.creator,
      video.country,
      video.description,
      video.hashtags.join(' '),
      video.views,
      video.likes,
      video.comments,
      video.shares,
      video.engagementRate,
      video.engagementLow,
      video.engagementHigh,
      video.url,
      name,
      asOf,
    ]),
  )
}

export const saveCreators = async (client: AuspexClient, tag: string, search: HashtagSearch): Promise<void> => {
  const { items, first } = await collectCreators(client, tag, search)
  const { name, asOf } = first.source
  saveRows(
    toFileName(tag, 'creators', asOf.slice(0, 10)),
    [
      'handle',
      'name',
      'country',
      'followers',
      'videos',
      'views',
      'views_share',
      'engagement_rate',
      'engagement_low',
      'engagement_high',
      'engagement_videos',
      'source',
      'data_as_of',
    ],
    items.map((creator) => [
      creator.handle,
      creator.name,
      creator.country,
      creator.followers,
      creator.videos,
      creator.views,
      creator.viewsShare,
      creator.engagementRate,
      creator.engagementLow,
      creator.engagementHigh,
      creator.engagementVideos,
      name,
      asOf,
    ]),
  )
}

/** Fetches the content of a file and downloads it; an error is shown beside the button. */
export const useSaveFile = (saveFile: () => Promise<void>) => {
  const { mutate, isPending, error } = useMutation({ mutationFn: saveFile })
  return {
    save: () => mutate(),
    isSaving: isPending,
    failure: error === null ? null : failureSentences(error, 'The file could not be created.'),
  }
}
