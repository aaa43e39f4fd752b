import type { PostingHttp, RunFailure } from '../http/http.types.ts'
import { createTokenSession, refusedCredentials } from '../http/token-session.ts'
import { schemaChanged } from '../source-run.ts'
import type { Clock } from '../source.types.ts'
import { parseResearchAnswer, parseResearchToken, type ResearchPage } from './research-interface.parse.ts'
import type { HashtagQuestion, HashtagSource, TaggedVideo } from './hashtag.ts'

export interface ResearchInterfaceOptions {
  http: PostingHttp
  clock: Clock
  /** Client key and secret of an approved project, joined by a colon. */
  credentials: string
  baseUrl?: string | undefined
}

const pageSize = 100
/** An application has 1,000 requests a day: one query takes no more than about a hundredth of them. */
const maxPages = 12
/** The API accepts no longer span. */
const maxSpanDays = 30
const dayMs = 86_400_000
const fields =
  'id,video_description,create_time,region_code,video_duration,like_count,comment_count,share_count,view_count,hashtag_names,username'
const leavesOut = 'The research interface leaves out creators under 18 and all of Canada.'

/** TikTok's Research API, for projects that TikTok approved. */
export function createResearchInterface(options: ResearchInterfaceOptions): HashtagSource {
  const { http, clock, credentials, baseUrl = 'https://open.tiktokapis.com' } = options
  const [clientKey = '', clientSecret = ''] = credentials.split(':')
  const sendSignedIn = createTokenSession({
    clock,
    parseToken: parseResearchToken,
    requestToken: (signal) =>
      http.post({
        url: `${baseUrl}/v2/oauth/token/`,
        form: { client_key: clientKey, client_secret: clientSecret, grant_type: 'client_credentials' },
        signal,
        expect: 'json',
        failureTexts: refusedCredentials,
      }),
  })

  async function fetchPage(
    { tag, geo, signal }: HashtagQuestion,
    span: Span,
    after: ResearchPage['next'],
  ): Promise<ResearchPage | RunFailure> {
    const conditions = [
      { operation: 'EQ', field_name: 'hashtag_name', field_values: [tag] },
      ...(geo === null ? [] : [{ operation: 'IN', field_name: 'region_code', field_values: [geo] }]),
    ]
    const json = {
      query: { and: conditions },
      start_date: compact(span.from),
      end_date: compact(span.to),
      max_count: pageSize,
      is_random: false,
      ...(after !== null && { cursor: after.cursor, search_id: after.searchId }),
    }
    const url = `${baseUrl}/v2/research/video/query/?fields=${fields}`
    const answer = await sendSignedIn(
      (headers) => http.postJson({ url, json, signal, expect: 'json', headers }),
      signal,
    )
    if (!answer.ok) return answer
    const parsed = parseResearchAnswer(answer.body)
    if (parsed === null) return schemaChanged
    return 'error' in parsed ? failureOf(parsed.error) : parsed.page
  }

  return {
    origin: 'research_api',
    name: 'TikTok research interface',
    attribution: 'Source: TikTok Research API',
    isSubstitute: false,
    unit: 'video',
    async read(question) {
      const videos = new Map<string, TaggedVideo>()
      let pages = 0
      let cutShort: string | null = null
      let firstCountedDay: string | null = null
      for (const span of spansOf(question.days)) {
        let next: ResearchPage['next'] = null
        do {
          if (pages >= maxPages) {
            cutShort = `Only the first ${maxPages * pageSize} videos were read; the interface has more.`
            break
          }
          pages += 1
          const page: ResearchPage | RunFailure = await fetchPage(question, span, next)
          if ('status' in page) {
            if (videos.size === 0) return { ok: false, ...page }
            cutShort = `Only a part arrived. ${page.reason}`
            break
          }
          // Its index returns more spellings of a tag than the requested one.
          for (const video of page.videos) if (video.hashtags.includes(question.tag)) videos.set(video.nativeId, video)
          next = page.next
        } while (next !== null)
        if (cutShort !== null) break
        firstCountedDay = span.from
      }
      return {
        ok: true,
        reading: {
          videos: [...videos.values()],
          isComplete: cutShort === null,
          firstCountedDay,
          notices: cutShort === null ? [leavesOut] : [leavesOut, cutShort],
        },
      }
    },
  }
}

interface Span {
  from: string
  to: string
}

/** The days in spans that the API accepts, newest first: the oldest are cut off. */
function spansOf({ from, to }: Span): Span[] {
  const spans: Span[] = []
  const first = Date.parse(from)
  for (let end = Date.parse(to); end >= first; end -= maxSpanDays * dayMs)
    spans.push({ from: toDay(Math.max(first, end - (maxSpanDays - 1) * dayMs)), to: toDay(end) })
  return spans
}

function toDay(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10)
}

function compact(day: string): string {
  return day.replaceAll('-', '')
}

const failures: readonly (readonly [pattern: RegExp, status: RunFailure['status']])[] = [
  [/quota|rate_limit/, 'rate_limited'],
  [/token|scope|unauthorized|not_authorized/, 'auth'],
  [/param/, 'bad_query'],
  [/internal|timeout|unavailable/, 'upstream_down'],
]

/** The API reports errors inside a response. A daily quota is not worth waiting for within one. */
function failureOf({ code, message }: { code: string; message: string }): RunFailure {
  const status = failures.find(([pattern]) => pattern.test(code))?.[1] ?? 'upstream_down'
  const messageText = message === '' ? code : `${code}: ${message.slice(0, 200)}`
  return {
    status,
    reason: `The research interface answered ${messageText}`,
    retryAfterMs: status === 'rate_limited' ? 3_600_000 : null,
  }
}
